import { sql, type Transaction } from 'kysely';
import type { FollowedElsewhere, Tables } from '../../store/platform/tables.ts';

/** A person hears of the end of a request that was made elsewhere. */
export type Follower = Pick<FollowedElsewhere, 'slackUserId' | 'isCreator' | 'isTarget'>;

export interface FollowRows {
  /** Changes nothing where this person follows it already. */
  add(followed: Omit<FollowedElsewhere, 'missedTimes' | 'missedSince'>): Promise<void>;
  /** Those of so many tasks that were read before then, the longest ago first. */
  due(before: Date, tasks: number): Promise<readonly FollowedElsewhere[]>;
  markRead(
    taskId: string,
    read: Pick<FollowedElsewhere, 'readAt' | 'missedTimes' | 'missedSince'>,
  ): Promise<void>;
  remove(taskId: string): Promise<void>;
}

export function followRows(trx: Transaction<Tables>): FollowRows {
  return {
    async add(followed) {
      await trx
        .insertInto('followedElsewhere')
        .values({ ...followed, missedTimes: 0, missedSince: null })
        .onConflict((conflict) => conflict.columns(['taskId', 'slackUserId']).doNothing())
        .execute();
    },
    due: (before, tasks) =>
      trx
        .selectFrom('followedElsewhere')
        .selectAll()
        .where('taskId', 'in', (due) =>
          due
            .selectFrom('followedElsewhere')
            .select('taskId')
            .where('readAt', '<=', before)
            .groupBy('taskId')
            .orderBy(sql`min(read_at)`)
            .limit(tasks),
        )
        .orderBy('readAt')
        .orderBy('slackUserId')
        .execute(),
    async markRead(taskId, read) {
      await trx.updateTable('followedElsewhere').set(read).where('taskId', '=', taskId).execute();
    },
    async remove(taskId) {
      await trx.deleteFrom('followedElsewhere').where('taskId', '=', taskId).execute();
    },
  };
}
