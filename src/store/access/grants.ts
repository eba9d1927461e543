import { type RawBuilder, sql, type Transaction } from 'kysely';
import { eventLagMs } from '../../domain/access/grant.ts';
import type { FollowedGrant, GrantRows } from '../../use-cases/ports/rows/due-rows.ts';
import { first } from '../platform/storable.ts';
import type { Tables } from '../platform/tables.ts';
import { toRequest } from '../request/request-tables.ts';

export function grantRows(trx: Transaction<Tables>): GrantRows {
  return {
    ...followedRows(trx),
    async begin(requestId, { startedAt, endsAt }) {
      const readUntil = new Date(startedAt.getTime() - eventLagMs);
      const unwatched = {
        revokedAt: null,
        checkAt: null,
        checks: 0,
        warnAt: null,
        isWarned: false,
      };
      await trx
        .insertInto('grants')
        .values({
          requestId,
          startedAt,
          endsAt,
          endedAt: null,
          endedBy: null,
          revocationPending: null,
          readUntil,
          ...unwatched,
        })
        .onConflict((conflict) => conflict.column('requestId').doNothing())
        .execute();
    },
    find: (id) => first(trx.selectFrom('grants').selectAll().where('requestId', '=', id)),
    async follow(requestId, change) {
      await running(trx, requestId).set(change).execute();
    },
    async end(requestId, endedBy, endedAt) {
      const ended = await running(trx, requestId)
        .set({ endedAt, endedBy, revocationPending: null })
        .executeTakeFirst();
      return ended.numUpdatedRows > 0n;
    },
  };
}

const running = (trx: Transaction<Tables>, requestId: string) =>
  trx.updateTable('grants').where('requestId', '=', requestId).where('endedAt', 'is', null);

/** What has not ended, and is followed to its end. */
function followedRows(
  trx: Transaction<Tables>,
): Omit<GrantRows, 'begin' | 'find' | 'follow' | 'end'> {
  const withRequests = trx
    .selectFrom('grants')
    .innerJoin('requests', 'requests.id', 'grants.requestId')
    .selectAll()
    .where('grants.endedAt', 'is', null);
  const grantsOf = async (query: typeof withRequests): Promise<readonly FollowedGrant[]> =>
    (await query.execute()).map((row) => ({ ...row, request: toRequest(row) }));
  const lookAt = sql<Date>`coalesce(grants.check_at, grants.ends_at)`;
  return {
    due: (now, limit) =>
      grantsOf(withRequests.where(isDue(now, limit)).orderBy(lookAt).limit(limit)),
    toWarn: (now, limit) =>
      grantsOf(withRequests.where(isToWarn(now, limit)).orderBy('grants.endsAt').limit(limit)),
    endingBetween: (from, to) =>
      grantsOf(withRequests.where('endsAt', '>', from).where('endsAt', '<=', to).orderBy('endsAt')),
    runningOf: ({ appId, entitlementId, identityUserId = null }) =>
      grantsOf(
        withRequests
          .$if(identityUserId !== null, (all) =>
            all.where('requests.identityUserId', '=', identityUserId),
          )
          .where('requests.appId', '=', appId)
          .where('requests.entitlementId', '=', entitlementId)
          .orderBy('requests.id'),
      ),
    unreadSince: () => unreadSince(trx),
    async runningApps() {
      const apps = withRequests.clearSelect().select('requests.appId').distinct();
      return (await apps.orderBy('requests.appId').execute()).map(({ appId }) => appId);
    },
    async markRead(at) {
      const readUntil = new Date(at.getTime() - eventLagMs);
      await trx
        .insertInto('accessEventsRead')
        .values({ readUntil })
        .onConflict((conflict) => conflict.column('onlyOne').doUpdateSet({ readUntil }))
        .execute();
      await trx
        .updateTable('grants')
        .set({ isCaughtUp: true, readUntil })
        .where('endedAt', 'is', null)
        .where(sql<boolean>`not is_caught_up`)
        .execute();
    },
  };
}

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

async function unreadSince(trx: Transaction<Tables>): Promise<Date | null> {
  const { rows } = await sql<{ since: Date | null }>`
    select least(
      (select read_until from access_events_read
        where exists (select from grants where ended_at is null and is_caught_up)),
      (select min(coalesce(read_until, started_at)) from grants where ended_at is null and not is_caught_up)
    ) as since`.execute(trx);
  return rows[0]?.since ?? null;
}
