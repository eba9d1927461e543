/**
 * Long because every way to find a task, by its id, its request or what changed, goes on when some
 * answers cannot be read.
 */

import { OutwardFailure } from '../../../domain/outward/outward-failure.ts';
import { type FollowedTasks, namedInSearch } from '../../../domain/task/followed-tasks.ts';
import { isFor, isOpen, type TaskSnapshot } from '../../../domain/task/task-snapshot.ts';
import type {
  AccessGovernance,
  AccessOfPerson,
  FoundTask,
} from '../../../use-cases/ports/ports.ts';
import type { TenantClient } from '../../capabilities.ts';
import { orFailure } from '../../client/http/service-errors.ts';
import { getTask, searchTasks } from '../../client/optional-operations.ts';
import { labelOf } from '../../client/wire/endpoint.ts';
import { chunks, pages, searchedAtOnce } from '../../client/wire/paging.ts';
import { instantOf, type UnreadItem } from '../../client/wire/wire-fields.ts';
import { type AccessType, readAccessType } from '../catalogue/entitlements.ts';
import type { PeopleFinder } from '../people/people-finder.ts';
import { taskSnapshot } from './read-task-snapshot.ts';

/** What a snapshot reads of `expanded`, by the entries of the interface's TaskExpandMask. */
const neededPaths = [
  'app_id',
  'app_entitlement_ids',
  'app_user_id',
  'app_user_last_usage',
  'approver_ids',
  'created_by_user_id',
  'identity_user_id',
  'insight_ids',
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

/** How many tasks that cannot be read the log names at most. */
const mostReported = 1_000;

/** The methods of the port that read tasks. */
export function createTaskReader(
  client: TenantClient,
  people: PeopleFinder,
  onUnread: (one: UnreadItem) => void,
) {
  const search = createSearch(client, onUnread);
  return createPort(createReadings(client, people, search), { ...search, people });
}

/** Searches, and what cannot be read of them. */
function createSearch(client: TenantClient, onUnread: (one: UnreadItem) => void) {
  const reportedIds = new Set<string>();

  /** Once for each task: it is read again every some seconds. */
  function report(one: UnreadItem): void {
    const id = one.id ?? '';
    if (reportedIds.has(id) || reportedIds.size >= mostReported) return;
    reportedIds.add(id);
    onUnread(one);
  }

  /**
   * Every task that a search finds, with what it says of access; nothing is expanded but what the
   * body asks for.
   *
   * @param unread takes the items that cannot be read
   * @param onSend as in `CallInput`
   */
  async function* found(
    body: Readonly<Record<string, unknown>>,
    unread: UnreadItem[],
    onSend?: () => void,
  ) {
    for await (const page of pages(client, searchTasks, { path: {}, body, onSend })) {
      const { list, expanded } = page;
      for (const one of page.unread) {
        report(one);
        unread.push(one);
      }
      for (const view of list) {
        yield {
          id: view.task.id,
          type: readAccessType(view.task.type),
          createdAt: instantOf(view.task.createdAt),
          snapshot: () => taskSnapshot(view, expanded),
        };
      }
    }
  }

  return { found, report };
}
type Search = ReturnType<typeof createSearch>;

/** Reads tasks by their ids, each for itself. */
function createReadings(client: TenantClient, people: PeopleFinder, { found, report }: Search) {
  async function readById(id: string, isSearched: boolean, into: ReadSoFar): Promise<void> {
    try {
      into.tasks.push(...(await readOne(client, id, isSearched, into.onSend)));
    } catch (error) {
      if (!isUnreadable(error)) throw error;
      report({ id, why: error.message });
      into.unread.set(id, error);
    }
  }

  async function readTasks(
    taskIds: readonly string[],
    heard: Parameters<AccessGovernance['readTasks']>[1] = {},
  ): Promise<ReadonlyMap<string, TaskSnapshot>> {
    const ids = [...new Set(taskIds)].filter((id) => id !== '');
    const isSearched = client.having(searchTasks) !== null;
    const isReadById = client.having(getTask) !== null;
    const readings: ReadSoFar = { tasks: [], unread: new Map(), onSend: heard.onSend };
    if (isSearched)
      for (const some of chunks(ids, searchedAtOnce))
        await searchByIds(client, found, some, readings);
    const missing = ids.filter(
      (id) => !readings.unread.has(id) && !readings.tasks.some((task) => task.id === id),
    );
    // A search lags behind what was just made, and leaves out what was deleted: those are read by
    // their ids.
    for (const some of chunks(isSearched && !isReadById ? [] : missing, readsAtOnce)) {
      await Promise.all(some.map((id) => readById(id, isSearched, readings)));
    }
    if (isSearched && !isReadById) for (const id of missing) heard.onNotFound?.(id);
    const [failure] = readings.unread.values();
    const isNothingRead = readings.unread.size === ids.length;
    if (failure !== undefined && (isNothingRead || heard.onUnread === undefined)) throw failure;
    heard.onArrival?.();
    for (const id of readings.unread.keys()) heard.onUnread?.(id);
    return new Map((await people.named(readings.tasks)).map((task) => [task.id, task]));
  }

  return { readTasks };
}
type Readings = ReturnType<typeof createReadings>;

/** What a search tells of these tasks. */
async function searchByIds(
  client: TenantClient,
  found: Search['found'],
  some: readonly string[],
  into: ReadSoFar,
): Promise<void> {
  const missingIds = new Set(some);
  const unread: UnreadItem[] = [];
  const refs = some.map((id) => ({ id }));
  const body = {
    taskStates: everyState,
    refs,
    includeDeleted: true,
    expandMask: { paths: neededPaths },
  };
  try {
    for await (const one of found(body, unread, into.onSend)) {
      if (missingIds.delete(one.id)) into.tasks.push(one.snapshot());
      // A service that repeats a cursor behind its last page is not asked for what nobody misses.
      if (missingIds.size === 0) break;
    }
  } catch (error) {
    if (!isUnreadable(error)) throw error;
    for (const id of missingIds) into.unread.set(id, error);
  }
  for (const one of unread)
    if (one.id !== null && missingIds.has(one.id)) into.unread.set(one.id, unreadable(one));
  // One without an id may be any that was not told.
  const nameless = unread.find(({ id }) => id === null);
  if (nameless === undefined || client.having(getTask) !== null) return;
  for (const id of missingIds) into.unread.set(id, unreadable(nameless));
}

function createPort(
  { readTasks }: Readings,
  { found, people }: Search & { readonly people: PeopleFinder },
) {
  return {
    readTasks,
    // A task that can be read is acted on by its reading.
    tasksToActOn: readTasks,

    async findTaskOfRequest(requestId, identityUserId) {
      // Nothing is expanded while looking; the one that is found is read again with everything.
      const unread: UnreadItem[] = [];
      const body = { taskStates: everyState, openerOrSubjectUserId: identityUserId };
      for await (const one of found(body, unread)) {
        if (one.type?.source.requestId !== requestId) continue;
        return (await readTasks([one.id])).get(one.id) ?? one.snapshot();
      }
      // It may be the one: a second task must not be made.
      if (unread[0] !== undefined) throw unreadable(unread[0]);
      return 'none';
    },

    openGrantTask: async (of) => {
      const task = await openGrantTask(found, of);
      return task === null ? null : ((await people.named([task]))[0] ?? task);
    },

    async tasksEndedSince(since, followed) {
      const closed = { taskStates: ['TASK_STATE_CLOSED'], outcomeAfter: since.toISOString() };
      const ended: string[] = [];
      for (const filter of searchesFor(followed)) {
        for await (const one of found({ ...closed, ...filter }, [])) {
          ended.push(one.id);
          // If the service ignores the filters, it answers with the whole tenant. Stopping is safe,
          // because each task is also read in turn.
          if (ended.length >= mostEnded) return ended;
        }
      }
      return ended;
    },

    async openRequestsSince(since, appIds) {
      const openSince = { taskStates: ['TASK_STATE_OPEN'], createdAfter: since.toISOString() };
      const apps = new Set(appIds);
      const requests = new Map<string, FoundTask>();
      for (const applicationIds of chunks(appIds, appsAtOnce)) {
        const body = { ...openSince, applicationIds, taskTypes: [{ grant: {} }] };
        for await (const { id, type, createdAt } of found(body, []))
          if (type?.kind === 'grant' && apps.has(type.appId)) requests.set(id, { id, createdAt });
      }
      return [...requests.values()];
    },
    profileTasks: async (identityUserId, since) =>
      people.named(await profileTasks(found, identityUserId, since)),
  } satisfies Partial<AccessGovernance>;
}

/** More tasks than end on a tenant in ten minutes. */
const mostEnded = 1_000;
/** More of them are left to the next reading. */
const mostProfileTasks = 100;

async function profileTasks(
  found: FindTasks,
  identityUserId: string,
  since: Date,
): Promise<readonly TaskSnapshot[]> {
  const body = {
    taskStates: everyState,
    subjectIds: [identityUserId],
    taskTypes: [{ grant: {} }],
    createdAfter: since.toISOString(),
    expandMask: { paths: neededPaths },
  };
  const tasks: TaskSnapshot[] = [];
  let looked = 0;
  for await (const { type, createdAt, snapshot } of found(body, [])) {
    const task = snapshot();
    // Services may ignore filters.
    const isTheirs = type?.kind === 'grant' && isFor(task, identityUserId);
    const isSince = createdAt === null || createdAt >= since;
    if (isTheirs && isSince && task.origin.includes('PROFILE_MEMBERSHIP')) tasks.push(task);
    looked += 1;
    if (looked >= mostProfileTasks) break;
  }
  return tasks;
}

interface FoundView {
  readonly type: AccessType | null;
  readonly createdAt: Date | null;
  readonly snapshot: () => TaskSnapshot;
}
type FindTasks = (
  body: Readonly<Record<string, unknown>>,
  unread: UnreadItem[],
) => AsyncIterable<FoundView>;

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
  const unread: UnreadItem[] = [];
  for await (const { type, snapshot } of found(body, unread)) {
    looked += 1;
    const task = snapshot();
    if (type?.kind === 'grant' && isOpenFor(task, of)) return task;
    if (looked >= mostLookedAt) return null;
  }
  if (unread[0] !== undefined) throw unreadable(unread[0]);
  return null;
}

/** What was read of several tasks, and why the others could not be read. */
interface ReadSoFar {
  readonly tasks: TaskSnapshot[];
  readonly unread: Map<string, OutwardFailure>;
  readonly onSend?: (() => void) | undefined;
}

/**
 * An answer came and is about these tasks, but it cannot be read; paging that goes wrong is another
 * failure.
 */
function isUnreadable(error: unknown): error is OutwardFailure {
  return error instanceof OutwardFailure && error.kind === 'decode' && error.httpStatus !== null;
}

function unreadable({ why }: UnreadItem): OutwardFailure {
  const message = `${labelOf(searchTasks)}: ${why}`;
  return new OutwardFailure({
    system: 'governance',
    kind: 'decode',
    message,
    certainlyNotDone: true,
  });
}

/**
 * Whether a task is an open request for this access of this person: services may ignore the filters
 * of a search.
 */
function isOpenFor(
  task: TaskSnapshot,
  { appId, entitlementId, identityUserId }: AccessOfPerson,
): boolean {
  const isIt = task.entitlements.some((one) => one.appId === appId && one.id === entitlementId);
  return isOpen(task) && isIt && isFor(task, identityUserId);
}

/** The filters of each search. Other kinds of tasks, such as access reviews, are not the bot's. */
function searchesFor(followed: FollowedTasks): readonly object[] {
  if (followed.by === 'id')
    return chunks(followed.ids, searchedAtOnce).map((ids) => ({ refs: ids.map((id) => ({ id })) }));
  const { appIds } = followed;
  const filter = {
    taskTypes: [{ grant: {} }, { revoke: {} }],
    // The people or entitlements limit the search already; many apps would multiply the searches.
    ...(appIds.length > appsAtOnce ? {} : { applicationIds: appIds }),
  };
  if (followed.by === 'person')
    return chunks(followed.identityUserIds, namedInSearch).map((subjectIds) => ({
      ...filter,
      subjectIds,
    }));
  return chunks(followed.entitlementIds, namedInSearch).map((appEntitlementIds) => ({
    ...filter,
    appEntitlementIds,
  }));
}

/**
 * `isSearched`: a search told of other tasks, but not of this one, so that a refusal is about this
 * one alone.
 */
async function readOne(
  client: TenantClient,
  id: string,
  isSearched: boolean,
  onSend?: () => void,
): Promise<TaskSnapshot[]> {
  const answer = await client.call(getTask, { path: { task_id: id }, onSend });
  if (!answer.ok && (isSearched || answer.refusal.kind === 'not-found')) return [];
  const { taskView, expanded } = orFailure(answer, getTask);
  // Taken for missing, it would be told as deleted soon.
  if (taskView.task.id !== id) throw anotherTask();
  return [taskSnapshot(taskView, expanded)];
}

function anotherTask(): OutwardFailure {
  const message = `${labelOf(getTask)}: taskView.task.id: expected the task that was asked for`;
  return new OutwardFailure({
    system: 'governance',
    kind: 'decode',
    message,
    certainlyNotDone: true,
    httpStatus: 200,
  });
}
