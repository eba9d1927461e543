import type { Transaction } from 'kysely';
import type { HomeRows } from '../../use-cases/store-ports.ts';
import type { Tables } from '../tables.ts';

export function homeRows(trx: Transaction<Tables>): HomeRows {
  return {
    async find(slackUserId) {
      const row = await trx
        .selectFrom('homes')
        .select(['openedAt', 'publishedAt', 'fingerprint'])
        .where('slackUserId', '=', slackUserId)
        .executeTakeFirst();
      return row ?? null;
    },
    async markOpened(slackUserId, openedAt) {
      await trx
        .insertInto('homes')
        .values({ slackUserId, openedAt, publishedAt: null, fingerprint: null })
        .onConflict((conflict) => conflict.column('slackUserId').doUpdateSet({ openedAt, fingerprint: null }))
        .execute();
    },
    async markPublished(slackUserId, fingerprint, publishedAt) {
      await trx.updateTable('homes').set({ fingerprint, publishedAt }).where('slackUserId', '=', slackUserId).execute();
    },
  };
}
