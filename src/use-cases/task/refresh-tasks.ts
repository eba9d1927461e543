import { isDeepStrictEqual } from 'node:util';
import { unlessFailing } from '../../domain/outward/outward-failure.ts';
import { isRequest, type Subject } from '../../domain/request/subject.ts';
import { shownReading } from '../../domain/request/untold.ts';
import { followedNow, isGone, namedInSearch } from '../../domain/task/followed-tasks.ts';
import { deletedTask, isOpen, type TaskSnapshot } from '../../domain/task/task-snapshot.ts';
import { recordRevocation } from '../access/end-grants.ts';
import type { UseCaseDeps } from '../deps.ts';
import { answerOrNull } from '../ports/remember-answers.ts';
import type { StoreTransaction } from '../ports/store-ports.ts';
import { recordReading } from './record-reading.ts';

/**
 * Tasks read in one round: four rounds a minute with 25 tasks a search stay below 30 calls, however
 * many are open.
 */
const tasksPerRound = 125;

/**
 * At most `ids` open tasks are searched by their ids, more of them by their people, if these are at
 * most `people`: one call each time. Otherwise by people or entitlements, whichever are fewer.
 */
const followedAtMost = { ids: 25, people: namedInSearch } as const;

/** Ends are looked for so far back: rounds may fail, and clocks differ. */
const endedWithinMs = 10 * 60_000;

/**
 * The service has no feed of task events (docs/spec/deployments.md#webhooks). Ended tasks are found
 * by a search for the open tasks, by id, person or entitlement; open tasks are read again, soon after something
 * was done and less often later. Without taskSearch every open task is read.
 */
export async function refreshTasks(deps: UseCaseDeps): Promise<void> {
  const { governance, store, world } = deps;
  const now = world.now();
  const followed = await store.transaction((tx) => tx.tasks.followed(followedAtMost));
  if (followed === null) return;
  // Readings are compared with the bot's own account, which is remembered. Without it they are read
  // all the same.
  await answerOrNull(world, governance.ownUserId(), 'own account not told');
  const since = new Date(now.getTime() - endedWithinMs);
  // Where the service does not answer, the open tasks are read all the same.
  const ended = await unlessFailing(
    governance.tasksEndedSince(since, followedNow(followed, now)),
    (err) => {
      world.log.warn({ err }, 'ended tasks not searched');
      return [];
    },
  );
  const ids = await store.transaction(async (tx) => {
    const due = await (ended === null
      ? tx.tasks.openIds(tasksPerRound)
      : tx.tasks.dueIds(tasksPerRound, now));
    const storedTasks = [...(await tx.tasks.snapshots(ended ?? [])).values()];
    return [...new Set([...storedTasks.filter(isOpen).map(({ id }) => id), ...due])];
  });
  await readAgain(deps, ids);
}

/**
 * Reads these tasks and stores the readings. Returns the ids of the tasks that were in the answers.
 *
 * @param how.counted `told`: a task that is not in the answers does not count as missed
 * @param how.by the question to the service; `readTasks` where it is absent
 */
export async function readAgain(
  deps: UseCaseDeps,
  ids: readonly string[],
  how: {
    readonly counted?: 'all' | 'told';
    readonly by?: 'readTasks' | 'tasksToActOn';
  } = {},
): Promise<ReadonlySet<string>> {
  if (ids.length === 0) return new Set();
  const { governance, world } = deps;
  const { counted = 'all', by = 'readTasks' } = how;
  const unread = new Set<string>();
  const notFound = new Set<string>();
  const reading = governance[by](ids, {
    onUnread: (id) => unread.add(id),
    onNotFound: (id) => notFound.add(id),
  });
  const tasks = await answerOrNull(world, reading, 'open tasks not read', { tasks: ids.length });
  // The next round comes by itself, and rounds must not pile up meanwhile.
  if (tasks === null) return new Set();
  // One that is there and cannot be read is not missing: it must not count as deleted.
  const countedIds = ids.filter((id) => !unread.has(id) && (counted === 'all' || tasks.has(id)));
  for (const id of await changed(deps, tasks, countedIds)) {
    await deps.store.transaction(async (tx) => {
      const row = await tx.tasks.find(id);
      const request = row === null ? null : await tx.subjects.find(row.requestId);
      if (row === null || request === null) return;
      const task = tasks.get(id) ?? (await missed(tx, row.snapshot, notFound.has(id)));
      if (task === null) return;
      await keepReading(tx, deps, { request, task });
    });
  }
  return new Set(tasks.keys());
}

/** A task by which the bot takes access away hangs on the request that gave it. */
async function keepReading(
  tx: StoreTransaction,
  deps: UseCaseDeps,
  { request, task }: { readonly request: Subject; readonly task: TaskSnapshot },
): Promise<void> {
  const isRevocation = isRequest(request) && request.taskId !== task.id;
  if (isRevocation) await recordRevocation(tx, deps, request, task);
  else await recordReading(tx, deps, request, task);
}

/** Most tasks are what they were when they were read last: all of those take one transaction. */
async function changed(
  { store }: UseCaseDeps,
  tasks: ReadonlyMap<string, TaskSnapshot>,
  ids: readonly string[],
) {
  return store.transaction(async (tx) => {
    const before = await tx.tasks.snapshots(ids);
    const same = ids.filter((id) => {
      const [last, reading] = [before.get(id), tasks.get(id)];
      return reading !== undefined && isDeepStrictEqual(last, shownReading(reading, last ?? null));
    });
    await tx.tasks.markRead(same, tx.at);
    return ids.filter((id) => !same.includes(id));
  });
}

/** A task that was not in the answers: null while it may only lag behind. */
async function missed(
  tx: StoreTransaction,
  last: TaskSnapshot,
  isSearchedOnly: boolean,
): Promise<TaskSnapshot | null> {
  const times = await tx.tasks.markMissed(last.id, tx.at);
  return isGone(times, tx.at, { isSearchedOnly }) ? deletedTask(last) : null;
}

const restoredPerRound = 200;

/**
 * After the database was restored from a copy: reads every open task, then has done what the copy
 * left open. Until then nothing of it is sent. False where the service did not answer: to be called
 * again.
 */
async function settleRestore(deps: UseCaseDeps): Promise<boolean> {
  const { store, world } = deps;
  if (!(await store.transaction((tx) => tx.restores.isUnsettled()))) return true;
  const unread = () => store.transaction((tx) => tx.restores.unreadIds(restoredPerRound));
  for (let ids = await unread(); ids.length > 0; ) {
    await readAgain(deps, ids);
    const unreadIds = await unread();
    if (unreadIds.some((id) => ids.includes(id))) return false;
    ids = unreadIds;
  }
  const jobs = await store.transaction(async (tx) => {
    const open = await tx.restores.leftOpen();
    for (const job of open) await tx.enqueue(job);
    await tx.restores.markSettled(tx.at);
    return open.length;
  });
  world.log.info({ jobs }, 'the service was read after a restore; what the copy left open goes on');
  return true;
}

/** Subjects in one transaction, so that other work goes on in between. */
const atOnce = 100;

/**
 * Renders the cards and messages of everything open again, once after a start: settings decide what
 * a card offers, and with `review.mode: link` nobody may click an old *Approve*. A card that stays
 * the same is not sent to Slack.
 */
export async function renderOpen({ store }: Pick<UseCaseDeps, 'store'>): Promise<void> {
  for (let after: string | undefined = ''; after !== undefined; ) {
    const from: string = after;
    const ids = await store.transaction(async (tx) => {
      const open = await tx.tasks.openSubjects(from, atOnce);
      for (const id of open) tx.marks.mark(id);
      return open;
    });
    after = ids.at(-1);
  }
}

/**
 * Settles what a restore may have left, and renders what is open. False where the service did not
 * answer: to be called again.
 */
export async function settleStart(deps: UseCaseDeps): Promise<boolean> {
  const isSettled = await settleRestore(deps);
  if (isSettled) await renderOpen(deps);
  return isSettled;
}
