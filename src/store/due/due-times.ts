import { sql, type Transaction } from 'kysely';
import type { StepWatch } from '../../domain/due/step-watch.ts';
import type { DueRow, WatchedTask } from '../../use-cases/ports/rows/due-rows.ts';
import { first, Rows } from '../platform/rows.ts';
import type { Tables } from '../platform/tables.ts';

export class DueTimeRows extends Rows {
  /** Those to look at by this time, the longest due first. */
  due(now: Date, limit: number): Promise<readonly DueRow[]> {
    return this.trx
      .selectFrom('dueTimes')
      .innerJoin('subjectFacts as subjects', 'subjects.id', 'dueTimes.requestId')
      .innerJoin('tasks', 'tasks.id', 'subjects.taskId')
      .leftJoin('taskReadings', 'taskReadings.taskId', 'tasks.id')
      .select(['dueTimes.requestId', 'tasks.id as taskId', 'taskReadings.readAt', 'dueTimes.watch'])
      .select((row) => row.ref('dueTimes.dueAt').$notNull().as('dueAt'))
      .where('dueTimes.dueAt', '<=', now)
      .orderBy('dueTimes.dueAt')
      .orderBy('dueTimes.requestId')
      .limit(limit)
      .execute();
  }

  /** The stored watch of its step; null without one. */
  async watchOf(requestId: string): Promise<StepWatch | null> {
    const row = this.trx.selectFrom('dueTimes').select('watch').where('requestId', '=', requestId);
    return (await row.executeTakeFirst())?.watch ?? null;
  }

  /** The row, held until the transaction ends; null where there is none. */
  lock(
    requestId: string,
  ): Promise<{ readonly dueAt: Date | null; readonly watch: StepWatch | null } | null> {
    const row = this.trx
      .selectFrom('dueTimes')
      .select(['dueAt', 'watch'])
      .where('requestId', '=', requestId);
    return first(row.forUpdate());
  }

  /**
   * When the request is looked at next; null = not at all. What is stored of its step stays where
   * none is given.
   */
  async set(requestId: string, dueAt: Date | null, watch?: StepWatch): Promise<void> {
    // Kysely leaves out what is undefined.
    const change = { dueAt, watch };
    await this.trx
      .insertInto('dueTimes')
      .values({ requestId, ...change })
      .onConflict((conflict) => conflict.column('requestId').doUpdateSet(change))
      .execute();
  }

  /**
   * The next time at which a request, a message to its parties or a grant has to be looked at; null if there
   * is none.
   */
  async next(): Promise<Date | null> {
    const answer = await sql<{ next: Date | null }>`
        select least(
          (select min(due_at) from due_times),
          (select min(look_at) from looks),
          (select min(coalesce(check_at, ends_at)) from grants where ended_at is null),
          (select min(coalesce(warn_at, started_at)) from grants
            where ends_at is not null and ended_at is null and revocation_pending is null and not is_warned)
        ) as next`.execute(this.trx);
    return answer.rows[0]?.next ?? null;
  }
}

function soonestIn(trx: Transaction<Tables>) {
  return trx.selectFrom('watchedTasks').selectAll().orderBy('nextAt').orderBy('taskId');
}

export class WatchRows extends Rows {
  /** Puts it in the place of an earlier watch of this task. False where tasks are not read. */
  async begin(watched: WatchedTask): Promise<boolean> {
    if (!this.scope.areTasksRead) return false;
    const { taskId: _same, ...watch } = watched;
    await this.trx
      .insertInto('watchedTasks')
      .values(watched)
      .onConflict((conflict) => conflict.column('taskId').doUpdateSet(watch))
      .execute();
    return true;
  }

  /** The watches that are due by this time, the longest due first. */
  due(now: Date, limit: number): Promise<readonly WatchedTask[]> {
    return soonestIn(this.trx).where('nextAt', '<=', now).limit(limit).execute();
  }

  /**
   * Notes when it is read next; null ends the watch. Changes nothing where it was begun anew since
   * `watched` was read.
   */
  async advance({ taskId, nextAt: expected }: WatchedTask, nextAt: Date | null): Promise<boolean> {
    const { rows } = await (nextAt === null
      ? sql`delete from watched_tasks where task_id = ${taskId} and next_at = ${expected} returning task_id`
      : sql`update watched_tasks set next_at = ${nextAt}
            where task_id = ${taskId} and next_at = ${expected} returning task_id`
    ).execute(this.trx);
    return rows.length > 0;
  }

  /** The watch that is due next; null if there is none. */
  next(): Promise<WatchedTask | null> {
    return first(soonestIn(this.trx).limit(1));
  }
}
