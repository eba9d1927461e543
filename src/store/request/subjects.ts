import type { Selectable, Transaction } from 'kysely';
import { notAskedHere, type Subject, type TaskElsewhere } from '../../domain/request/subject.ts';
import type { SubjectRow } from '../../use-cases/ports/rows/subject-rows.ts';
import { first, insertOnce, Rows, type RowsScope } from '../platform/rows.ts';
import type { Tables, TasksElsewhereTable } from '../platform/tables.ts';
import { lastReading, RequestRows } from './request-tables.ts';

function elsewhereIn(trx: Transaction<Tables>) {
  return trx.selectFrom('tasksElsewhere').selectAll('tasksElsewhere');
}

/** What cards, actions and messages are about: requests, and tasks that were made elsewhere. */
export class SubjectRows extends Rows {
  async find(id: string): Promise<Subject | null> {
    return (
      (await new RequestRows(this.scope).find(id)) ??
      first(elsewhereIn(this.trx).where('tasksElsewhere.id', '=', id), toTaskElsewhere)
    );
  }

  /** One of them, with its last reading; null where there is none of this id. */
  async standing(id: string): Promise<SubjectRow | null> {
    return (await new RequestRows(this.scope).standing(id)) ?? foreignRow(this.scope, id);
  }

  /** The task made elsewhere with this id in the service; null where it is none that is known. */
  ofTask(taskId: string): Promise<TaskElsewhere | null> {
    return first(elsewhereIn(this.trx).where('taskId', '=', taskId), toTaskElsewhere);
  }

  /** Those of these tasks of the service that the bot does not know. */
  async unknownTasks(taskIds: readonly string[]): Promise<readonly string[]> {
    if (taskIds.length === 0) return [];
    const rows = await this.trx
      .selectFrom('tasks')
      .select('id')
      .where('id', 'in', taskIds)
      .execute();
    const rowIds = new Set(rows.map(({ id }) => id));
    return taskIds.filter((id) => !rowIds.has(id));
  }

  /** False, changing nothing, where the task is known. */
  insertElsewhere({
    id,
    taskId,
    createdAt,
    elsewhere: origin,
    ...access
  }: TaskElsewhere): Promise<boolean> {
    return insertOnce(
      this.trx.insertInto('tasksElsewhere').values({
        id,
        taskId,
        createdAt,
        ...origin,
        requesterIdentityId: access.requesterIdentityId,
        identityUserId: access.identityUserId,
        appId: access.appId,
        appName: access.appName,
        entitlementId: access.entitlementId,
        entitlementName: access.entitlementName,
        justification: access.justification,
        durationSeconds: access.durationSeconds,
        emergency: access.emergency,
      }),
      'taskId',
    );
  }
}

async function foreignRow(
  { trx, areTasksRead }: RowsScope,
  id: string,
): Promise<SubjectRow | null> {
  const row = await trx
    .selectFrom('tasksElsewhere')
    .leftJoin('tasks', 'tasks.id', 'tasksElsewhere.taskId')
    .selectAll('tasksElsewhere')
    .select(['tasks.snapshot as task', 'tasks.isOpen'])
    .where('tasksElsewhere.id', '=', id)
    .executeTakeFirst();
  if (row === undefined) return null;
  const { task, isOpen, ...columns } = row;
  return {
    request: toTaskElsewhere(columns),
    task: lastReading(task, areTasksRead),
    grant: null,
    standing: isOpen === false ? 'ended' : 'open',
  };
}

/** One that was made elsewhere. */
export function toTaskElsewhere({
  kind,
  requesterName,
  ...row
}: Selectable<TasksElsewhereTable>): TaskElsewhere {
  return { ...notAskedHere, ...row, elsewhere: { kind, requesterName } };
}
