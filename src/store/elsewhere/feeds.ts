import type { Transaction } from 'kysely';
import type { FeedRows } from '../../use-cases/ports/rows/feed-rows.ts';
import type { Tables } from '../platform/tables.ts';

export function feedRows(trx: Transaction<Tables>): FeedRows {
  return {
    async of(appIds) {
      if (appIds.length === 0) return [];
      return trx.selectFrom('taskFeeds').selectAll().where('appId', 'in', appIds).execute();
    },
    async put(feed) {
      const { seenUntil, sweptAt } = feed;
      await trx
        .insertInto('taskFeeds')
        .values(feed)
        .onConflict((conflict) => conflict.column('appId').doUpdateSet({ seenUntil, sweptAt }))
        .execute();
    },
  };
}
