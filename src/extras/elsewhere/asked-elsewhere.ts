import type { Transaction } from 'kysely';
import type { TaskElsewhere } from '../../domain/request/subject.ts';
import { taskLink } from '../../domain/settings/access-settings.ts';
import { isFor, type TaskSnapshot } from '../../domain/task/task-snapshot.ts';
import type { Tables } from '../../store/platform/tables.ts';
import { toTaskElsewhere } from '../../store/request/subjects.ts';
import { rowsOfExtra } from '../../store/rows-of-extra.ts';
import { total } from '../../store/task/tasks.ts';
import type { LocalDeps } from '../../use-cases/deps.ts';

/** Open requests that were made elsewhere, by the person or for them. */
export interface HomeElsewhere {
  readonly shown: readonly RequestElsewhere[];
  /** How many there are beside those shown. */
  readonly left: number;
}

export interface RequestElsewhere {
  readonly subject: TaskElsewhere;
  readonly task: TaskSnapshot;
  /** Whether the reader made it. */
  readonly isOwn: boolean;
  /** Whether the reader is to have the access. */
  readonly isForReader: boolean;
  /** Link to the task in the service's own console; null where there is none. */
  readonly consoleUrl: string | null;
}

/** More of them never fit on a Home. */
const mostShown = 5;

/**
 * Open requests for access that somebody made elsewhere, or that others made there for them, as far
 * as the bot knows of them.
 */
export async function askedElsewhere(deps: LocalDeps, slackUserId: string): Promise<HomeElsewhere> {
  const nothing: HomeElsewhere = { shown: [], left: 0 };
  return deps.store.transaction(async (tx) => {
    const readerId = (await tx.identities.find(slackUserId))?.person.id;
    if (readerId === undefined) return nothing;
    const { rows, total } = await rowsOfExtra(tx, (trx) =>
      openElsewhereOf(trx, readerId, mostShown),
    );
    const all = rows.map(({ subject, task }) => ({
      subject,
      task,
      isOwn: subject.requesterIdentityId === readerId,
      isForReader: isFor(task, readerId),
      consoleUrl: taskLink(deps.settings.governance, task),
    }));
    // An answer that names several people may be about somebody else.
    const ownRequests = all.filter(({ isOwn, isForReader }) => isOwn || isForReader);
    return { shown: ownRequests, left: total - all.length };
  });
}

interface OpenTasksElsewhere {
  readonly rows: readonly { readonly subject: TaskElsewhere; readonly task: TaskSnapshot }[];
  /** How many there are, those beyond the limit included. */
  readonly total: number;
}

/**
 * Open requests for access that were made elsewhere, by this identity or for it, newest first.
 * Without what came of an access profile, which is shown with the profile.
 */
async function openElsewhereOf(
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
