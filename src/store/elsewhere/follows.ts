import { sql, type Transaction } from 'kysely';
import type { FollowRows } from '../../use-cases/ports/rows/follow-rows.ts';
import type { Tables } from '../platform/tables.ts';

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
