import type { Selectable, Transaction } from 'kysely';
import type { Tables, TaskFeedsTable } from '../../store/platform/tables.ts';

/** How far the requests of an app were looked for that were made elsewhere. */
export type TaskFeed = Readonly<Selectable<TaskFeedsTable>>;

export interface FeedRows {
  /** Of these apps, those that have begun. */
  of(appIds: readonly string[]): Promise<readonly TaskFeed[]>;
  put(feed: TaskFeed): Promise<void>;
}

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
