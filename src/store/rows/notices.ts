import { sql, type Transaction } from 'kysely';
import type { NoticeRows } from '../../use-cases/store-ports.ts';
import { storableJson } from '../storable.ts';
import type { Tables } from '../tables.ts';

export function noticeRows(trx: Transaction<Tables>): NoticeRows {
  return {
    async insertOnce(notice, at) {
      const inserted = await trx
        .insertInto('notices')
        .values({
          id: notice.id,
          occasion: notice.key,
          requestId: notice.requestId,
          target: storableJson(notice.target),
          body: storableJson(notice.body),
          createdAt: at,
          sentAt: null,
        })
        .onConflict((conflict) => conflict.column('occasion').doNothing())
        .returning('id')
        .executeTakeFirst();
      return inserted !== undefined;
    },
    async find(id) {
      const row = await trx.selectFrom('notices').selectAll().where('id', '=', id).executeTakeFirst();
      if (row === undefined) return null;
      const { occasion: key, createdAt: _, ...notice } = row;
      return { key, ...notice };
    },
    async markSent(id, at) {
      await trx.updateTable('notices').set({ sentAt: at }).where('id', '=', id).execute();
    },
    async settleDecision(requestId, next) {
      const settled = await sql<{ id: string }>`
        update notices set body = jsonb_set(body, '{next}', ${storableJson(next)}::jsonb)
        where request_id = ${requestId} and sent_at is null and body -> 'next' ->> 'kind' = 'pending'
        returning id`.execute(trx);
      return settled.rows.map((row) => row.id);
    },
  };
}
