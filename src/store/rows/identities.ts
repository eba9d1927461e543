import { sql, type Transaction } from 'kysely';
import type { IdentityRows } from '../../use-cases/store-ports.ts';
import { storableJson } from '../storable.ts';
import type { Tables } from '../tables.ts';

export function identityRows(trx: Transaction<Tables>): IdentityRows {
  return {
    async find(slackUserId) {
      const row = await trx
        .selectFrom('identities')
        .selectAll()
        .where('slack_user_id', '=', slackUserId)
        .executeTakeFirst();
      return row === undefined ? null : { slackUserId, person: row.person, checkedAt: row.checked_at };
    },
    async save(row) {
      const known = { person: storableJson(row.person), checked_at: row.checkedAt };
      await trx
        .insertInto('identities')
        .values({ slack_user_id: row.slackUserId, ...known })
        .onConflict((conflict) => conflict.column('slack_user_id').doUpdateSet(known))
        .execute();
    },
    async slackIdOf(identityUserId) {
      const row = await trx
        .selectFrom('identities')
        .select('slack_user_id')
        .where(sql<string>`person ->> 'id'`, '=', identityUserId)
        .orderBy('checked_at', 'desc')
        .executeTakeFirst();
      return row?.slack_user_id ?? null;
    },
    async forget(slackUserId) {
      await trx.deleteFrom('identities').where('slack_user_id', '=', slackUserId).execute();
    },
  };
}
