import type { OptionalOperation } from '../../domain/access-settings.ts';
import { isOpen, type TaskSnapshot } from '../../domain/task-snapshot.ts';
import type { AccessGovernance } from '../../use-cases/ports.ts';
import type { GovernanceClient } from '../client.ts';
import { readAccessType } from '../task-fields.ts';
import { readTask, type SearchTasksRequest, searchTasks, searchTasksEndpoint } from '../tasks.ts';
import { chunks, needs, orFailure } from '../wire/operations.ts';
import { pages } from '../wire/paging.ts';
import type { PeopleFinder } from './people-finder.ts';
import { taskSnapshot } from './task-snapshot.ts';

/** Tasks a search: their rows are heavy (deployments-details.md, section 2). */
const tasksPerSearch = 25;
/** What a snapshot reads of `expanded`, and no more (interface.md, TaskExpandMask). */
const neededPaths = [
  'app_id',
  'app_entitlement_ids',
  'app_user_last_usage',
  'approver_ids',
  'identity_user_id',
  'insight_ids',
  'step_approver_ids',
  'user_id',
];
/** Reads of single tasks at a time, where the tenant has no search. */
const readsAtOnce = 4;
/** Said outright, because no deployment publishes what a search without it covers. */
const everyState = ['TASK_STATE_OPEN', 'TASK_STATE_CLOSED'] as const;

/** The methods of the port that read tasks. */
export function createTaskReader(
  client: GovernanceClient,
  operations: ReadonlySet<OptionalOperation>,
  people: PeopleFinder,
): Pick<AccessGovernance, 'readTasks' | 'findTaskOfRequest' | 'openGrantsFor' | 'tasksEndedSince'> {
  async function readEach(ids: readonly string[], isSearched: boolean): Promise<TaskSnapshot[]> {
    needs(operations, 'taskRead');
    const found: (TaskSnapshot | null)[] = [];
    for (const some of chunks(ids, readsAtOnce)) {
      found.push(...(await Promise.all(some.map((id) => readOne(client, id, isSearched)))));
    }
    return found.filter((task) => task !== null);
  }

  async function readTasks(taskIds: readonly string[]): Promise<ReadonlyMap<string, TaskSnapshot>> {
    const ids = [...new Set(taskIds)].filter((id) => id !== '');
    const isSearched = operations.has('taskSearch');
    const tasks = isSearched ? await search(client, ids) : [];
    const missing = ids.filter((id) => !tasks.some((task) => task.id === id));
    // A search lags behind what was just made, and leaves out what was deleted: those are read by their ids.
    if (!isSearched || (missing.length > 0 && operations.has('taskRead'))) {
      tasks.push(...(await readEach(missing, isSearched)));
    }
    return new Map((await people.named(tasks)).map((task) => [task.id, task]));
  }

  return { readTasks, ...createTaskFinder(client, operations, readTasks) };
}

/** The methods that find tasks by more than their ids. */
function createTaskFinder(
  client: GovernanceClient,
  operations: ReadonlySet<OptionalOperation>,
  readTasks: AccessGovernance['readTasks'],
): Pick<AccessGovernance, 'findTaskOfRequest' | 'openGrantsFor' | 'tasksEndedSince'> {
  /** Of a person, as opener or subject; nothing is expanded. */
  function tasksOf(identityUserId: string, taskStates: SearchTasksRequest['taskStates']) {
    needs(operations, 'taskSearch');
    return pages(
      searchTasksEndpoint,
      (page) => searchTasks(client, { taskStates, openerOrSubjectUserId: identityUserId, ...page }),
      tasksPerSearch,
    );
  }

  return {
    async findTaskOfRequest(requestId, identityUserId) {
      // Nothing is expanded while looking; the one that is found is read again with everything.
      for await (const page of tasksOf(identityUserId, everyState)) {
        const { list, expanded } = orFailure(page, 'searchTasks');
        for (const view of list) {
          if (readAccessType(view.task.type)?.source?.requestId !== requestId) continue;
          const { id } = view.task;
          return (await readTasks([id])).get(id) ?? taskSnapshot(view, expanded);
        }
      }
      return null;
    },

    async tasksEndedSince(since) {
      needs(operations, 'taskSearch');
      const ended: string[] = [];
      const filter = { taskStates: ['TASK_STATE_CLOSED'], outcomeAfter: since.toISOString() } as const;
      const all = pages(searchTasksEndpoint, (page) => searchTasks(client, { ...filter, ...page }), tasksPerSearch);
      for await (const page of all) {
        for (const { task } of orFailure(page, 'searchTasks').list) {
          const type = readAccessType(task.type);
          // Orders to take access away carry no request of ours.
          if (type?.kind === 'revoke' || (type?.source?.requestId ?? '') !== '') ended.push(task.id);
        }
      }
      return ended;
    },

    async openGrantsFor(identityUserId) {
      const found: TaskSnapshot[] = [];
      for await (const page of tasksOf(identityUserId, ['TASK_STATE_OPEN'])) {
        const { list, expanded } = orFailure(page, 'searchTasks');
        for (const view of list) {
          const task = taskSnapshot(view, expanded);
          const isGrant = readAccessType(view.task.type)?.kind === 'grant';
          if (isGrant && isOpen(task) && task.target?.id === identityUserId) found.push(task);
        }
      }
      return found;
    },
  };
}

async function search(client: GovernanceClient, ids: readonly string[]): Promise<TaskSnapshot[]> {
  const wanted = new Set(ids);
  const found: TaskSnapshot[] = [];
  for (const some of chunks(ids, tasksPerSearch)) {
    const all = pages(
      searchTasksEndpoint,
      (page) =>
        searchTasks(client, {
          taskStates: everyState,
          refs: some.map((id) => ({ id })),
          expandMask: { paths: neededPaths },
          ...page,
        }),
      tasksPerSearch,
    );
    for await (const page of all) {
      const { list, expanded } = orFailure(page, 'searchTasks');
      for (const view of list) if (wanted.delete(view.task.id)) found.push(taskSnapshot(view, expanded));
      // A service that repeats a cursor behind its last page is not asked for what nobody misses.
      if (!some.some((id) => wanted.has(id))) break;
    }
  }
  return found;
}

/** `isSearched`: a search told of other tasks, but not of this one, so that a refusal is about this one alone. */
async function readOne(client: GovernanceClient, id: string, isSearched: boolean): Promise<TaskSnapshot | null> {
  const read = await readTask(client, id);
  if (!read.ok && (isSearched || read.refusal.kind === 'not-found')) return null;
  const { taskView, expanded } = orFailure(read, 'readTask');
  return taskSnapshot(taskView, expanded);
}
