import type { Transaction } from 'kysely';
import type { GrantRows } from '../../use-cases/store-ports.ts';
import type { Tables } from '../tables.ts';

export function grantRows(trx: Transaction<Tables>): GrantRows {
  return {
    async begin(requestId, { startedAt, endsAt }) {
      await trx
        .insertInto('grants')
        .values({ requestId, startedAt, endsAt, endedAt: null, endedBy: null })
        .onConflict((conflict) => conflict.column('requestId').doNothing())
        .execute();
    },
    async find(requestId) {
      const row = await trx.selectFrom('grants').selectAll().where('requestId', '=', requestId).executeTakeFirst();
      return row ?? null;
    },
    async dueIds(now, limit) {
      const rows = await trx
        .selectFrom('grants')
        .select('requestId')
        .where('endedAt', 'is', null)
        .where('endsAt', '<=', now)
        .orderBy('endsAt')
        .limit(limit)
        .execute();
      return rows.map((row) => row.requestId);
    },
    async alsoHeldBy(requestId, now) {
      const rows = await trx
        .selectFrom('requests as mine')
        .innerJoin('requests as other', (join) =>
          join
            .onRef('other.identityUserId', '=', 'mine.identityUserId')
            .onRef('other.appId', '=', 'mine.appId')
            .onRef('other.entitlementId', '=', 'mine.entitlementId')
            .onRef('other.id', '<>', 'mine.id'),
        )
        .innerJoin('grants', 'grants.requestId', 'other.id')
        .select('other.id')
        .where('mine.id', '=', requestId)
        .where('grants.endedAt', 'is', null)
        .where((where) => where.or([where('grants.endsAt', 'is', null), where('grants.endsAt', '>', now)]))
        .orderBy('other.id')
        .execute();
      return rows.map((row) => row.id);
    },
    async end(requestId, by, at) {
      const ended = await trx
        .updateTable('grants')
        .set({ endedAt: at, endedBy: by })
        .where('requestId', '=', requestId)
        .where('endedAt', 'is', null)
        .returning('requestId')
        .executeTakeFirst();
      return ended !== undefined;
    },
  };
}
