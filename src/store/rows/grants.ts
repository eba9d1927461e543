import { sql, type Transaction } from 'kysely';
import { eventLagMs } from '../../domain/grant.ts';
import type { FollowedGrant, GrantRows } from '../../use-cases/due-rows.ts';
import { first } from '../storable.ts';
import type { Tables } from '../tables.ts';
import { toRequest } from './requests.ts';

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
  const read = async (query: typeof withRequests): Promise<readonly FollowedGrant[]> =>
    (await query.execute()).map((row) => ({ ...row, request: toRequest(row) }));
  const lookAt = sql<Date>`coalesce(grants.check_at, grants.ends_at)`;
  return {
    due: (now, limit) =>
      read(
        withRequests
          .where((eb) =>
            eb.or([
              eb(lookAt, '<=', now),
              eb.and([
                eb('grants.checks', '>', 0),
                eb('grants.revocationPending', 'is', null),
                eb('grants.endsAt', '>', now),
              ]),
            ]),
          )
          .orderBy(lookAt)
          .limit(limit),
      ),
    toWarn: (now, limit) =>
      read(
        withRequests
          .where('grants.isWarned', '=', false)
          .where('grants.endsAt', 'is not', null)
          .where('grants.revocationPending', 'is', null)
          .where((eb) => eb.or([eb('grants.warnAt', 'is', null), eb('grants.warnAt', '<=', now)]))
          .orderBy('grants.endsAt')
          .limit(limit),
      ),
    endingBetween: (from, to) =>
      read(withRequests.where('endsAt', '>', from).where('endsAt', '<=', to).orderBy('endsAt')),
    runningOf: ({ appId, entitlementId, identityUserId = null }) =>
      read(
        withRequests
          .$if(identityUserId !== null, (all) =>
            all.where('requests.identityUserId', '=', identityUserId),
          )
          .where('requests.appId', '=', appId)
          .where('requests.entitlementId', '=', entitlementId)
          .orderBy('requests.id'),
      ),
    unread: () => unread(trx),
    async markRead(at) {
      const readUntil = new Date(at.getTime() - eventLagMs);
      await trx.updateTable('grants').set({ readUntil }).where('endedAt', 'is', null).execute();
    },
  };
}

async function unread(trx: Transaction<Tables>): ReturnType<GrantRows['unread']> {
  const { rows } = await sql<{ since: Date | null; appIds: readonly string[] }>`
    select min(coalesce(grants.read_until, grants.started_at)) as since, array_agg(distinct app_id) as "appIds"
    from grants join requests on requests.id = grants.request_id where ended_at is null`.execute(
    trx,
  );
  const [found] = rows;
  return found === undefined || found.since === null
    ? null
    : { since: found.since, appIds: found.appIds };
}
