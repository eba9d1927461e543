import type { Transaction } from 'kysely';
import type { GrantRows } from '../../use-cases/store-ports.ts';
import type { Tables } from '../tables.ts';

export function grantRows(trx: Transaction<Tables>): GrantRows {
  return {
    async begin(requestId, { startedAt, endsAt }) {
      await trx
        .insertInto('grants')
        .values({ request_id: requestId, started_at: startedAt, ends_at: endsAt, ended_at: null, ended_by: null })
        .onConflict((conflict) => conflict.column('request_id').doNothing())
        .execute();
    },
    async find(requestId) {
      const row = await trx.selectFrom('grants').selectAll().where('request_id', '=', requestId).executeTakeFirst();
      if (row === undefined) return null;
      return {
        requestId: row.request_id,
        startedAt: row.started_at,
        endsAt: row.ends_at,
        endedAt: row.ended_at,
        endedBy: row.ended_by,
      };
    },
    async dueIds(now, limit) {
      const rows = await trx
        .selectFrom('grants')
        .select('request_id')
        .where('ended_at', 'is', null)
        .where('ends_at', '<=', now)
        .orderBy('ends_at')
        .limit(limit)
        .execute();
      return rows.map((row) => row.request_id);
    },
    async alsoHeldBy(requestId, now) {
      const rows = await trx
        .selectFrom('requests as mine')
        .innerJoin('requests as other', (join) =>
          join
            .onRef('other.identity_user_id', '=', 'mine.identity_user_id')
            .onRef('other.app_id', '=', 'mine.app_id')
            .onRef('other.entitlement_id', '=', 'mine.entitlement_id')
            .onRef('other.id', '<>', 'mine.id'),
        )
        .innerJoin('grants', 'grants.request_id', 'other.id')
        .select('other.id')
        .where('mine.id', '=', requestId)
        .where('grants.ended_at', 'is', null)
        .where((where) => where.or([where('grants.ends_at', 'is', null), where('grants.ends_at', '>', now)]))
        .orderBy('other.id')
        .execute();
      return rows.map((row) => row.id);
    },
    async end(requestId, by, at) {
      const ended = await trx
        .updateTable('grants')
        .set({ ended_at: at, ended_by: by })
        .where('request_id', '=', requestId)
        .where('ended_at', 'is', null)
        .returning('request_id')
        .executeTakeFirst();
      return ended !== undefined;
    },
  };
}
