import type { Transaction } from 'kysely';
import type { HolderActionRows } from '../../use-cases/store-ports.ts';
import { actorColumns, withActor } from '../actor-columns.ts';
import { first, insertOnce } from '../storable.ts';
import type { Tables } from '../tables.ts';

export function holderActionRows(trx: Transaction<Tables>): HolderActionRows {
  const actions = trx.selectFrom('holderActions').selectAll();
  return {
    insertOnce({ by, ...action }) {
      const row = { ...action, ...actorColumns(by), state: 'kept', refusal: null } as const;
      return insertOnce(trx.insertInto('holderActions').values(row));
    },
    find: (id) => first(actions.where('id', '=', id), withActor),
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
      const rows = await actions
        .where('requestId', '=', requestId)
        .where('kind', 'in', ['ask', 'answer', 'comment'])
        .where('state', '=', 'done')
        .orderBy('at')
        .orderBy('id')
        .execute();
      return rows.map(withActor);
    },
    escalatedAt: (requestId) => escalatedAt(trx, requestId),
    async mayHaveDone(requestId, kind) {
      const rows = await actions
        .where('requestId', '=', requestId)
        .where('kind', '=', kind)
        .where('state', 'in', ['sending', 'done'])
        .limit(1)
        .execute();
      return rows.length > 0;
    },
    async withdrawals(requestIds) {
      const rows = await actions
        .where('requestId', 'in', [...requestIds, ''])
        .where('kind', '=', 'withdraw')
        .where('state', 'in', ['kept', 'sending', 'done'])
        .execute();
      return rows.map(withActor);
    },
    async nudges(requestIds) {
      if (requestIds.length === 0) return [];
      const ofThese = actions.where('requestId', 'in', requestIds);
      const rows = await ofThese.where('kind', '=', 'nudge').orderBy('at').orderBy('id').execute();
      return rows.map(withActor);
    },
    async save(id, change) {
      await trx.updateTable('holderActions').set(change).where('id', '=', id).execute();
    },
  };
}

async function escalatedAt(trx: Transaction<Tables>, requestId: string): Promise<Date | null> {
  const row = await trx
    .selectFrom('holderActions')
    .select('at')
    .where('requestId', '=', requestId)
    .where('kind', '=', 'escalate')
    .where('state', 'in', ['sending', 'done'])
    .orderBy('at', 'desc')
    .limit(1)
    .executeTakeFirst();
  return row?.at ?? null;
}
