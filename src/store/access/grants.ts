import { type RawBuilder, sql, type Transaction } from 'kysely';
import { eventLagMs, type GrantEnd, type GrantPeriod } from '../../domain/access/grant.ts';
import type { AccessKey } from '../../domain/access/wanted-end.ts';
import type { EntitlementKey } from '../../domain/request/access-request.ts';
import type { FollowedGrant, GrantRow, GrantWatch } from '../../use-cases/ports/rows/due-rows.ts';
import { first, holdKey, insertOnce, Rows } from '../platform/rows.ts';
import type { Tables } from '../platform/tables.ts';
import { toRequest } from '../request/request-tables.ts';

/** What has not ended, and is followed to its end, with its request. */
function runningIn(trx: Transaction<Tables>) {
  return trx
    .selectFrom('grants')
    .innerJoin('requests', 'requests.id', 'grants.requestId')
    .selectAll()
    .where('grants.endedAt', 'is', null);
}

async function grantsOf(query: ReturnType<typeof runningIn>): Promise<readonly FollowedGrant[]> {
  return (await query.execute()).map((row) => ({ ...row, request: toRequest(row) }));
}

export class GrantRows extends Rows {
  /** The grant of a request; null where it has ended. */
  async followed(requestId: string): Promise<FollowedGrant | null> {
    return (
      (await grantsOf(runningIn(this.trx).where('grants.requestId', '=', requestId)))[0] ?? null
    );
  }

  /**
   * Grants whose time is over, or that are to be looked at by now, or that were once taken for over
   * too early; the longest due first.
   */
  due(now: Date, limit: number): Promise<readonly FollowedGrant[]> {
    return grantsOf(
      runningIn(this.trx)
        .where(isDue(now, limit))
        .orderBy(sql`coalesce(grants.check_at, grants.ends_at)`)
        .limit(limit),
    );
  }

  /**
   * Those with an end of which the holder was not told yet, and is to be told by now, or nobody
   * knows when.
   */
  toWarn(now: Date, limit: number): Promise<readonly FollowedGrant[]> {
    return grantsOf(
      runningIn(this.trx).where(isToWarn(now, limit)).orderBy('grants.endsAt').limit(limit),
    );
  }

  /**
   * All that have not ended, of any person (`identityUserId` null or absent), or of one
   * person. In the order of their ids.
   */
  runningOf({
    appId,
    entitlementId,
    identityUserId = null,
  }: EntitlementKey & { readonly identityUserId?: string | null }): Promise<
    readonly FollowedGrant[]
  > {
    return grantsOf(
      runningIn(this.trx)
        .$if(identityUserId !== null, (all) =>
          all.where('requests.identityUserId', '=', identityUserId),
        )
        .where('requests.appId', '=', appId)
        .where('requests.entitlementId', '=', entitlementId)
        .orderBy('requests.id'),
    );
  }

  /** Those of one person that were taken away since then. */
  async takenSince(
    { appId, entitlementId, identityUserId }: EntitlementKey & { readonly identityUserId: string },
    since: Date,
  ): Promise<readonly Pick<FollowedGrant, 'request'>[]> {
    const ended = this.trx
      .selectFrom('grants')
      .innerJoin('requests', 'requests.id', 'grants.requestId')
      .selectAll('requests')
      .where('requests.identityUserId', '=', identityUserId)
      .where('requests.appId', '=', appId)
      .where('requests.entitlementId', '=', entitlementId)
      .where('grants.endedBy', '=', 'taken-away')
      .where('grants.endedAt', '>=', since);
    return (await ended.execute()).map((row) => ({ request: toRequest(row) }));
  }

  /**
   * The time from which events still have to be read for running grants; null if all grants have
   * ended.
   */
  async unreadSince(): Promise<Date | null> {
    const { rows } = await sql<{ since: Date | null }>`
    select least(
      (select read_until from access_events_read
        where exists (select from grants where ended_at is null and is_caught_up)),
      (select min(coalesce(read_until, started_at)) from grants where ended_at is null and not is_caught_up)
    ) as since`.execute(this.trx);
    return rows[0]?.since ?? null;
  }

  /** The apps of grants that have not ended. */
  async runningApps(): Promise<readonly string[]> {
    const apps = runningIn(this.trx).clearSelect().select('requests.appId').distinct();
    return (await apps.orderBy('requests.appId').execute()).map(({ appId }) => appId);
  }

  /** Events were read up to this time. */
  async markRead(at: Date): Promise<void> {
    const readUntil = new Date(at.getTime() - eventLagMs);
    await this.trx
      .insertInto('accessEventsRead')
      .values({ readUntil })
      .onConflict((conflict) => conflict.column('onlyOne').doUpdateSet({ readUntil }))
      .execute();
    await this.trx
      .updateTable('grants')
      .set({ isCaughtUp: true, readUntil })
      .where('endedAt', 'is', null)
      .where(sql<boolean>`not is_caught_up`)
      .execute();
  }

  /** Until the transaction ends, nobody else begins the same access. */
  holdAccess({ identityUserId, appId, entitlementId, account }: AccessKey): Promise<void> {
    return holdKey(
      this.trx,
      `access ${JSON.stringify([identityUserId, appId, entitlementId, account?.id])}`,
    );
  }

  /** Notes a grant, once for each request. False, changing nothing, where it was noted before. */
  begin(requestId: string, { startedAt, endsAt }: GrantPeriod): Promise<boolean> {
    this.scope.changes.requests.add(requestId);
    return insertOnce(
      this.trx.insertInto('grants').values({
        requestId,
        startedAt,
        endsAt,
        endedAt: null,
        endedBy: null,
        revocationPending: null,
        revokedAt: null,
        readUntil: new Date(startedAt.getTime() - eventLagMs),
        checkAt: null,
        checks: 0,
        warnAt: null,
        isWarned: false,
      }),
      'requestId',
    );
  }

  find(id: string): Promise<GrantRow | null> {
    return first(this.trx.selectFrom('grants').selectAll().where('requestId', '=', id));
  }

  /** Does nothing where it has ended. */
  async follow(
    requestId: string,
    change: Partial<Pick<GrantRow, 'endsAt' | 'revocationPending'> & GrantWatch>,
  ): Promise<void> {
    const { endsAt, revocationPending, warnAt } = change;
    // Only its parties are told that it ends soon.
    if (warnAt !== undefined) this.scope.changes.askings.add(requestId);
    if (endsAt !== undefined || revocationPending !== undefined)
      this.scope.changes.requests.add(requestId);
    await running(this.trx, requestId).set(change).execute();
  }

  /**
   * False, changing nothing, where it has ended already or was never noted. `endedBy`: null where a
   * later request goes on with it.
   */
  async end(requestId: string, endedBy: GrantEnd | null, endedAt: Date): Promise<boolean> {
    this.scope.changes.requests.add(requestId);
    const ended = await running(this.trx, requestId)
      .set({ endedAt, endedBy, revocationPending: null })
      .executeTakeFirst();
    return ended.numUpdatedRows > 0n;
  }
}

const running = (trx: Transaction<Tables>, requestId: string) =>
  trx.updateTable('grants').where('requestId', '=', requestId).where('endedAt', 'is', null);

/**
 * Two lookups, each with an index: one condition for both would look at every grant that runs. The
 * conditions of the partial indexes are written into the statement, because PostgreSQL does not
 * recognise them behind a parameter.
 */
function isDue(now: Date, limit: number): RawBuilder<boolean> {
  return sql<boolean>`grants.request_id in (
    (select request_id from grants where ended_at is null and coalesce(check_at, ends_at) <= ${now}
      order by coalesce(check_at, ends_at) limit ${limit})
    union all
    (select request_id from grants
      where ended_at is null and checks > 0 and revocation_pending is null and ends_at > ${now}
        and coalesce(check_at >= ends_at, true) limit ${limit})
  )`;
}

/**
 * Ordered like the index, because PostgreSQL would guess otherwise that a third of all grants are
 * due.
 */
function isToWarn(now: Date, limit: number): RawBuilder<boolean> {
  return sql<boolean>`grants.request_id in (
    select request_id from grants
    where ended_at is null and ends_at is not null and revocation_pending is null and not is_warned
      and coalesce(warn_at, '-infinity') <= ${now}
    order by coalesce(warn_at, '-infinity') limit ${limit}
  )`;
}
