import type { Transaction } from 'kysely';
import type { HolderActionRows } from '../../use-cases/store-ports.ts';
import { storableJson, storableText } from '../storable.ts';
import type { Tables } from '../tables.ts';

export function holderActionRows(trx: Transaction<Tables>): HolderActionRows {
  return {
    async insertOnce(action) {
      const inserted = await trx
        .insertInto('holder_actions')
        .values({
          id: action.id,
          request_id: action.requestId,
          kind: action.kind,
          by_slack_id: action.by.userId,
          by_slack_name: storableText(action.by.userName),
          by_team_id: action.by.teamId,
          reason: storableText(action.reason),
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
      const row = await trx.selectFrom('holder_actions').selectAll().where('id', '=', id).executeTakeFirst();
      if (row === undefined) return null;
      return {
        id: row.id,
        requestId: row.request_id,
        kind: row.kind,
        by: { userId: row.by_slack_id, userName: row.by_slack_name, teamId: row.by_team_id },
        reason: row.reason,
        channel: row.channel,
        state: row.state,
        refusal: row.refusal,
        at: row.at,
      };
    },
    async markSending(id) {
      await trx.updateTable('holder_actions').set({ state: 'sending' }).where('id', '=', id).execute();
    },
    async markKept(id) {
      await trx.updateTable('holder_actions').set({ state: 'kept' }).where('id', '=', id).execute();
    },
    async markDone(id, at) {
      await trx.updateTable('holder_actions').set({ state: 'done', at }).where('id', '=', id).execute();
    },
    async markRefused(id, refusal, at) {
      const refused = { state: 'refused', refusal: storableJson(refusal), at } as const;
      await trx.updateTable('holder_actions').set(refused).where('id', '=', id).execute();
    },
  };
}
