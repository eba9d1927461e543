import type { Transaction } from 'kysely';
import { storableText } from '../../domain/foreign-text.ts';
import type { HolderActionRows } from '../../use-cases/store-ports.ts';
import { actorColumns, storableJson, withActor } from '../storable.ts';
import type { Tables } from '../tables.ts';

export function holderActionRows(trx: Transaction<Tables>): HolderActionRows {
  return {
    async insertOnce(action) {
      const inserted = await trx
        .insertInto('holderActions')
        .values({
          id: action.id,
          requestId: action.requestId,
          kind: action.kind,
          ...actorColumns(action.by),
          reason: storableText(action.reason),
          detail: action.detail === null ? null : storableJson(action.detail),
          channel: action.channel,
          state: 'kept',
          refusal: null,
          at: action.at,
        })
        .onConflict((conflict) => conflict.doNothing())
        .returning('id')
        .executeTakeFirst();
      return inserted !== undefined;
    },
    async find(id) {
      const row = await trx.selectFrom('holderActions').selectAll().where('id', '=', id).executeTakeFirst();
      return row === undefined ? null : withActor(row);
    },
    async reopen(requestId, kind) {
      await trx
        .updateTable('holderActions')
        .set({ state: 'refused' })
        .where('requestId', '=', requestId)
        .where('kind', '=', kind)
        .where('state', '=', 'done')
        .execute();
    },
    async remarksOn(requestId) {
      const rows = await trx
        .selectFrom('holderActions')
        .selectAll()
        .where('requestId', '=', requestId)
        .where('kind', 'in', ['ask', 'answer', 'comment'])
        .where('state', '=', 'done')
        .orderBy('at')
        .execute();
      return rows.map(withActor);
    },
    withdrawn: (requestIds) => withdrawn(trx, requestIds),
    async save(id, { refusal, ...change }) {
      const answer = refusal === undefined || refusal === null ? {} : { refusal: storableJson(refusal) };
      await trx
        .updateTable('holderActions')
        .set({ ...change, ...answer })
        .where('id', '=', id)
        .execute();
    },
  };
}

async function withdrawn(trx: Transaction<Tables>, requestIds: readonly string[]): Promise<ReadonlySet<string>> {
  if (requestIds.length === 0) return new Set();
  const rows = await trx
    .selectFrom('holderActions')
    .select('requestId')
    .where('requestId', 'in', requestIds)
    .where('kind', '=', 'withdraw')
    .where('state', 'in', ['kept', 'done'])
    .execute();
  return new Set(rows.map(({ requestId }) => requestId));
}
