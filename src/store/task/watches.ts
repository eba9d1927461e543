import { sql, type Transaction } from 'kysely';
import type { WatchedTask } from '../../use-cases/ports/rows/watch-rows.ts';
import { first } from '../platform/storable.ts';
import type { Tables } from '../platform/tables.ts';

export function watchRows(trx: Transaction<Tables>, areTasksRead: boolean) {
  const soonest = trx.selectFrom('watchedTasks').selectAll().orderBy('nextAt').orderBy('taskId');
  return {
    /** Puts it in the place of an earlier watch of this task. False where tasks are not read. */
    async begin(watched: WatchedTask): Promise<boolean> {
      if (!areTasksRead) return false;
      const { taskId: _same, ...watch } = watched;
      await trx
        .insertInto('watchedTasks')
        .values(watched)
        .onConflict((conflict) => conflict.column('taskId').doUpdateSet(watch))
        .execute();
      return true;
    },
    /** The watches that are due by this time, the longest due first. */
    due: (now: Date, limit: number): Promise<readonly WatchedTask[]> =>
      soonest.where('nextAt', '<=', now).limit(limit).execute(),
    /**
     * Notes when it is read next; null ends the watch. Changes nothing where it was begun anew since
     * `watched` was read.
     */
    async advance(
      { taskId, nextAt: expected }: WatchedTask,
      nextAt: Date | null,
    ): Promise<boolean> {
      const { rows } = await (nextAt === null
        ? sql`delete from watched_tasks where task_id = ${taskId} and next_at = ${expected} returning task_id`
        : sql`update watched_tasks set next_at = ${nextAt}
            where task_id = ${taskId} and next_at = ${expected} returning task_id`
      ).execute(trx);
      return rows.length > 0;
    },
    /** The watch that is due next; null if there is none. */
    next: (): Promise<WatchedTask | null> => first(soonest.limit(1)),
  };
}
