import { type Selectable, sql, type Transaction } from 'kysely';
import { eventLagMs } from '../../domain/grant.ts';
import type { FollowedGrant, GrantRow, GrantRows } from '../../use-cases/grant-rows.ts';
import type { GrantsTable, RequestsTable, Tables } from '../tables.ts';
import { toRequest } from './requests.ts';

const grantColumns = [
  'grants.requestId',
  'grants.startedAt',
  'grants.endsAt',
  'grants.endedAt',
  'grants.endedBy',
  'grants.leaving',
] as const;

const following = { leaving: null, revokedAt: null, checkAt: null, checks: 0, warnAt: null, isWarned: false } as const;

export function grantRows(trx: Transaction<Tables>): GrantRows {
  return {
    ...followedRows(trx),
    async begin(requestId, { startedAt, endsAt }) {
      const readUntil = new Date(startedAt.getTime() - eventLagMs);
      await trx
        .insertInto('grants')
        .values({ requestId, startedAt, endsAt, endedAt: null, endedBy: null, readUntil, ...following })
        .onConflict((conflict) => conflict.column('requestId').doNothing())
        .execute();
    },
    async find(requestId) {
      const row = await trx
        .selectFrom('grants')
        .select(grantColumns)
        .where('requestId', '=', requestId)
        .executeTakeFirst();
      return row ?? null;
    },
    endingBetween: (...times) => endingBetween(trx, ...times),
    async end(requestId, by, at) {
      const ended = await trx
        .updateTable('grants')
        .set({ endedAt: at, endedBy: by, ...following })
        .where('requestId', '=', requestId)
        .where('endedAt', 'is', null)
        .returning('requestId')
        .executeTakeFirst();
      return ended !== undefined;
    },
  };
}

function runningGrants(trx: Transaction<Tables>) {
  return trx
    .selectFrom('grants')
    .innerJoin('requests', 'requests.id', 'grants.requestId')
    .selectAll('requests')
    .select([...grantColumns, 'grants.revokedAt', 'grants.checks', 'grants.warnAt'])
    .where('grants.endedAt', 'is', null);
}

async function toWarn(
  running: ReturnType<typeof runningGrants>,
  ...[now, limit]: Parameters<GrantRows['toWarn']>
): ReturnType<GrantRows['toWarn']> {
  const rows = await running
    .where('grants.isWarned', '=', false)
    .where('grants.endsAt', 'is not', null)
    .where('grants.leaving', 'is', null)
    .where((eb) => eb.or([eb('grants.warnAt', 'is', null), eb('grants.warnAt', '<=', now)]))
    .orderBy('grants.endsAt')
    .limit(limit)
    .execute();
  return rows.map(toFollowed);
}

/** What has not ended, and is followed to its end. */
function followedRows(
  trx: Transaction<Tables>,
): Pick<GrantRows, 'due' | 'toWarn' | 'runningOf' | 'unread' | 'markRead' | 'follow'> {
  const running = () => runningGrants(trx);
  return {
    async due(now, limit) {
      const rows = await running()
        .where(sql<Date>`coalesce(grants.check_at, grants.ends_at)`, '<=', now)
        .orderBy(sql`coalesce(grants.check_at, grants.ends_at)`)
        .limit(limit)
        .execute();
      return rows.map(toFollowed);
    },
    toWarn: (...asked) => toWarn(running(), ...asked),
    async runningOf({ appId, entitlementId, identityUserId = null }) {
      const rows = await running()
        .$if(identityUserId !== null, (all) => all.where('requests.identityUserId', '=', identityUserId))
        .where('requests.appId', '=', appId)
        .where('requests.entitlementId', '=', entitlementId)
        .orderBy('requests.id')
        .execute();
      return rows.map(toFollowed);
    },
    async unread() {
      const row = await trx
        .selectFrom('grants')
        .innerJoin('requests', 'requests.id', 'grants.requestId')
        .select((eb) => [
          eb.fn.min(sql<Date>`coalesce(grants.read_until, grants.started_at)`).as('since'),
          sql<string[] | null>`array_agg(distinct requests.app_id)`.as('appIds'),
        ])
        .where('grants.endedAt', 'is', null)
        .executeTakeFirst();
      return row === undefined || row.since === null ? null : { since: row.since, appIds: row.appIds ?? [] };
    },
    async markRead(at) {
      const readUntil = new Date(at.getTime() - eventLagMs);
      await trx.updateTable('grants').set({ readUntil }).where('endedAt', 'is', null).execute();
    },
    async follow(requestId, change) {
      await trx
        .updateTable('grants')
        .set(change)
        .where('requestId', '=', requestId)
        .where('endedAt', 'is', null)
        .execute();
    },
  };
}

function toFollowed(
  row: Selectable<RequestsTable> & GrantRow & Pick<Selectable<GrantsTable>, 'revokedAt' | 'checks' | 'warnAt'>,
): FollowedGrant {
  const { requestId, startedAt, endsAt, endedAt, endedBy, leaving, revokedAt, checks, warnAt, ...request } = row;
  const grant = { requestId, startedAt, endsAt, endedAt, endedBy, leaving };
  return { ...grant, revokedAt, checks, warnAt, request: toRequest(request) };
}

function endingBetween(trx: Transaction<Tables>, from: Date, to: Date): ReturnType<GrantRows['endingBetween']> {
  return trx
    .selectFrom('grants')
    .select(grantColumns)
    .where('endedAt', 'is', null)
    .where('endsAt', '>', from)
    .where('endsAt', '<=', to)
    .orderBy('endsAt')
    .execute();
}
