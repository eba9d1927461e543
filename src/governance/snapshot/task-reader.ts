import { isOpen, type TaskSnapshot } from '../../domain/task-snapshot.ts';
import type { AccessGovernance, AccessOfPerson, FollowedTasks } from '../../use-cases/ports.ts';
import { readTask, searchTasks } from '../optional-operations.ts';
import type { TenantClient } from '../tenant-client.ts';
import { chunks, pagesOrFailure, searchedAtOnce } from '../wire/paging.ts';
import { orFailure } from '../wire/service-errors.ts';
import { type AccessType, readAccessType } from './access-type.ts';
import type { PeopleFinder } from './people-finder.ts';
import { taskSnapshot } from './task-snapshot.ts';

/** What a snapshot reads of `expanded`: every entry of interface.md's TaskExpandMask but `*`, which may be more one day. */
const neededPaths = [
  'access_review_id',
  'app_id',
  'app_entitlement_ids',
  'app_user_id',
  'app_user_last_usage',
  'approver_ids',
  'created_by_user_id',
  'entitlement_scope_bindings',
  'identity_user_id',
  'insight_ids',
  'resource',
  'scope_role_resources',
  'step_approver_ids',
  'user_id',
];
/** Reads of single tasks at a time, where the tenant has no search. */
const readsAtOnce = 4;
/** How many apps one search names; services do not document a limit. */
const appsAtOnce = 100;
/** How many results are examined if a service ignores the filters. */
const mostLookedAt = 50;
/** Said outright, because no deployment publishes what a search without it covers. */
const everyState = ['TASK_STATE_OPEN', 'TASK_STATE_CLOSED'];

/** The methods of the port that read tasks. */
export function createTaskReader(client: TenantClient, people: PeopleFinder) {
  /** Every task that a search finds, with what it says of access; nothing is expanded but what the body asks for. */
  async function* found(body: Readonly<Record<string, unknown>>) {
    for await (const { list, expanded } of pagesOrFailure(client, searchTasks, { path: {}, body })) {
      for (const view of list) {
        yield { id: view.task.id, type: readAccessType(view.task.type), snapshot: () => taskSnapshot(view, expanded) };
      }
    }
  }

  async function search(ids: readonly string[]): Promise<TaskSnapshot[]> {
    const tasks: TaskSnapshot[] = [];
    for (const some of chunks(ids, searchedAtOnce)) {
      const wanted = new Set(some);
      const refs = some.map((id) => ({ id }));
      const body = { taskStates: everyState, refs, includeDeleted: true, expandMask: { paths: neededPaths } };
      for await (const one of found(body)) {
        if (wanted.delete(one.id)) tasks.push(one.snapshot());
        // A service that repeats a cursor behind its last page is not asked for what nobody misses.
        if (wanted.size === 0) break;
      }
    }
    return tasks;
  }

  async function readTasks(
    taskIds: readonly string[],
    onArrival?: () => void,
  ): Promise<ReadonlyMap<string, TaskSnapshot>> {
    const ids = [...new Set(taskIds)].filter((id) => id !== '');
    const isSearched = client.operations.has('taskSearch');
    const tasks = isSearched ? await search(ids) : [];
    const missing = ids.filter((id) => !tasks.some((task) => task.id === id));
    // A search lags behind what was just made, and leaves out what was deleted: those are read by their ids.
    for (const some of chunks(isSearched && !client.operations.has('taskRead') ? [] : missing, readsAtOnce)) {
      tasks.push(...(await Promise.all(some.map((id) => readOne(client, id, isSearched)))).flat());
    }
    onArrival?.();
    return new Map((await people.named(tasks)).map((task) => [task.id, task]));
  }

  return {
    readTasks,

    async findTaskOfRequest(requestId, identityUserId) {
      // Nothing is expanded while looking; the one that is found is read again with everything.
      for await (const one of found({ taskStates: everyState, openerOrSubjectUserId: identityUserId })) {
        if (one.type?.source.requestId !== requestId) continue;
        return (await readTasks([one.id])).get(one.id) ?? one.snapshot();
      }
      return null;
    },

    openGrantTask: async (of) => {
      const task = await openGrantTask(found, of);
      return task === null ? null : ((await people.named([task]))[0] ?? task);
    },

    async tasksEndedSince(since, followed) {
      const closed = { taskStates: ['TASK_STATE_CLOSED'], outcomeAfter: since.toISOString() };
      const ended: string[] = [];
      for (const filter of searchesFor(followed)) {
        for await (const one of found({ ...closed, ...filter })) {
          // Revocation tasks do not name our request.
          if (one.type?.kind === 'revoke' || (one.type?.source.requestId ?? '') !== '') ended.push(one.id);
        }
      }
      return ended;
    },
  } satisfies Partial<AccessGovernance>;
}

interface FoundTask {
  readonly type: AccessType | null;
  readonly snapshot: () => TaskSnapshot;
}
type FindTasks = (body: Readonly<Record<string, unknown>>) => AsyncIterable<FoundTask>;

async function openGrantTask(found: FindTasks, of: AccessOfPerson): Promise<TaskSnapshot | null> {
  const body = {
    taskStates: ['TASK_STATE_OPEN'],
    subjectIds: [of.identityUserId],
    appEntitlementIds: [of.entitlementId],
    applicationIds: [of.appId],
    taskTypes: [{ grant: {} }],
    expandMask: { paths: neededPaths },
  };
  let looked = 0;
  for await (const { type, snapshot } of found(body)) {
    looked += 1;
    const task = snapshot();
    if (type?.kind === 'grant' && isOpenFor(task, of)) return task;
    if (looked >= mostLookedAt) return null;
  }
  return null;
}

/**
 * Whether a task is an open request for this access of this person: services may ignore the filters
 * of a search.
 */
function isOpenFor(task: TaskSnapshot, { appId, entitlementId, identityUserId }: AccessOfPerson): boolean {
  const isIt = task.entitlements.some((one) => one.appId === appId && one.id === entitlementId);
  return isOpen(task) && isIt && task.target?.id === identityUserId;
}

/** The filters of each search. Other kinds of tasks, such as access reviews, are not the bot's. */
function searchesFor(followed: FollowedTasks): readonly object[] {
  if (followed.by === 'id')
    return chunks(followed.ids, searchedAtOnce).map((ids) => ({ refs: ids.map((id) => ({ id })) }));
  const { appIds, identityUserIds } = followed;
  const people = identityUserIds === null ? {} : { subjectIds: identityUserIds };
  const taskTypes = [{ grant: {} }, { revoke: {} }];
  return chunks(appIds, appsAtOnce).map((applicationIds) => ({ applicationIds, taskTypes, ...people }));
}

/** `isSearched`: a search told of other tasks, but not of this one, so that a refusal is about this one alone. */
async function readOne(client: TenantClient, id: string, isSearched: boolean): Promise<TaskSnapshot[]> {
  const read = await client.call(readTask, { path: { task_id: id } });
  if (!read.ok && (isSearched || read.refusal.kind === 'not-found')) return [];
  const { taskView, expanded } = orFailure(read, readTask);
  return [taskSnapshot(taskView, expanded)];
}
