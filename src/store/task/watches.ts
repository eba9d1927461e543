import { sql, type Transaction } from 'kysely';
import type { WatchRows } from '../../use-cases/ports/rows/watch-rows.ts';
import { first } from '../platform/storable.ts';
import type { Tables } from '../platform/tables.ts';

export function watchRows(trx: Transaction<Tables>, areTasksRead: boolean): WatchRows {
  const soonest = trx.selectFrom('watchedTasks').selectAll().orderBy('nextAt').orderBy('taskId');
  return {
    async begin(watched) {
      if (!areTasksRead) return false;
      const { taskId: _same, ...watch } = watched;
      await trx
        .insertInto('watchedTasks')
        .values(watched)
        .onConflict((conflict) => conflict.column('taskId').doUpdateSet(watch))
        .execute();
      return true;
    },
    due: (now, limit) => soonest.where('nextAt', '<=', now).limit(limit).execute(),
    async advance({ taskId, nextAt: expected }, nextAt) {
      const { rows } = await (nextAt === null
        ? sql`delete from watched_tasks where task_id = ${taskId} and next_at = ${expected} returning task_id`
        : sql`update watched_tasks set next_at = ${nextAt}
            where task_id = ${taskId} and next_at = ${expected} returning task_id`
      ).execute(trx);
      return rows.length > 0;
    },
    next: () => first(soonest.limit(1)),
  };
}
