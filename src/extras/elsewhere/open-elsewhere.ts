import type { Transaction } from 'kysely';
import type { TaskElsewhere } from '../../domain/request/subject.ts';
import type { TaskSnapshot } from '../../domain/task/task-snapshot.ts';
import type { Tables } from '../../store/platform/tables.ts';
import { toTaskElsewhere } from '../../store/request/subjects.ts';
import { total } from '../../store/task/tasks.ts';

export interface OpenTasksElsewhere {
  readonly rows: readonly { readonly subject: TaskElsewhere; readonly task: TaskSnapshot }[];
  /** How many there are, those beyond the limit included. */
  readonly total: number;
}

/**
 * Open requests for access that were made elsewhere, by this identity or for it, newest first.
 * Without what came of an access profile, which is shown with the profile.
 */
export async function openElsewhereOf(
  trx: Transaction<Tables>,
  identityUserId: string,
  limit: number,
): Promise<OpenTasksElsewhere> {
  const rows = await trx
    .selectFrom('tasksElsewhere')
    .innerJoin('tasks', 'tasks.id', 'tasksElsewhere.taskId')
    .selectAll('tasksElsewhere')
    .select(['tasks.snapshot as task', total])
    .where('tasks.isOpen', '=', true)
    .where('tasksElsewhere.kind', '=', 'grant')
    .where((where) =>
      where.or([
        where('tasksElsewhere.requesterIdentityId', '=', identityUserId),
        where('tasksElsewhere.identityUserId', '=', identityUserId),
      ]),
    )
    .where((where) =>
      where.not(
        where.exists(
          where
            .selectFrom('profileTasks')
            .select('profileTasks.taskId')
            .whereRef('profileTasks.taskId', '=', 'tasks.id'),
        ),
      ),
    )
    .orderBy('tasksElsewhere.createdAt', 'desc')
    .orderBy('tasksElsewhere.id')
    .limit(limit)
    .execute();
  return {
    rows: rows.map(({ task, total: _total, ...columns }) => ({
      subject: toTaskElsewhere(columns),
      task,
    })),
    total: rows[0]?.total ?? 0,
  };
}
