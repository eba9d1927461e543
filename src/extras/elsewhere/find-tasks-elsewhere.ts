/** Requests that were made in the service itself, or by other tools, in apps that show them here. */

import type { Selectable, Transaction } from 'kysely';
import { isOpen, type TaskSnapshot } from '../../domain/task/task-snapshot.ts';
import type { Tables, TaskFeedsTable } from '../../store/platform/tables.ts';
import { rowsOfExtra } from '../../store/transaction.ts';
import { reachOf } from '../../use-cases/card/card-model.ts';
import type { UseCaseDeps } from '../../use-cases/deps.ts';
import type { FoundTask } from '../../use-cases/ports/ports.ts';
import { answerOrNull } from '../../use-cases/ports/remember-answers.ts';
import type { StoreTransaction } from '../../use-cases/ports/store-ports.ts';
import { record } from '../../use-cases/record/record.ts';
import { keepElsewhere, wantCardElsewhere } from '../../use-cases/task/keep-elsewhere.ts';
import { recordReading } from '../../use-cases/task/record-reading.ts';

const dayMs = 86_400_000;

/** A search lags behind what was made, and clocks differ. */
const overlapMs = 10 * 60_000;

/** Tasks read in one round; the others follow in the next one. */
const tasksPerRound = 50;

/**
 * Shows open requests that were made elsewhere, each once. Looks for what was made since the last
 * round, and once a day for all that was made since a day before the first one, because a search
 * may show a task late. Goes on from the same time where something could not be read.
 */
export async function findTasksElsewhere(deps: UseCaseDeps): Promise<void> {
  const { governance, settings, store, world } = deps;
  const appIds = settings.apps.flatMap(({ id, tasks }) => (tasks === 'all' ? [id] : []));
  if (appIds.length === 0) return;
  const now = world.now();
  const feeds = await store.transaction((tx) => feedsOf(tx, appIds, now));
  const isSweep = feeds.some(({ sweptAt }) => now.getTime() - sweptAt.getTime() >= dayMs);
  const since = Math.min(...feeds.map((feed) => (isSweep ? firstMs(feed) : nextMs(feed))));
  const openTasks = await answerOrNull(
    world,
    governance.openRequestsSince(new Date(since), appIds),
    'requests made elsewhere not searched',
  );
  if (openTasks === null || !(await showUnknown(deps, openTasks))) return;
  await store.transaction(async (tx) => {
    const rows = rowsOfExtra(tx, feedRows);
    for (const feed of feeds)
      await rows.put({ ...feed, seenUntil: now, ...(isSweep ? { sweptAt: now } : {}) });
  });
}

/** Those that begin now were looked for up to now. */
async function feedsOf(
  tx: StoreTransaction,
  appIds: readonly string[],
  now: Date,
): Promise<readonly TaskFeed[]> {
  const begun = await rowsOfExtra(tx, feedRows).of(appIds);
  const appIdsBegun = new Set(begun.map(({ appId }) => appId));
  const first = appIds.filter((id) => !appIdsBegun.has(id));
  const seenUntil = new Date(now.getTime() - dayMs + overlapMs);
  return [...begun, ...first.map((appId) => ({ appId, beganAt: now, seenUntil, sweptAt: now }))];
}

function firstMs({ beganAt }: TaskFeed): number {
  return beganAt.getTime() - dayMs;
}

function nextMs({ seenUntil }: TaskFeed): number {
  return seenUntil.getTime() - overlapMs;
}

/** False where some could not be read, or are left for the next round. */
async function showUnknown(deps: UseCaseDeps, openTasks: readonly FoundTask[]): Promise<boolean> {
  const { governance, store, world } = deps;
  const madeAt = new Map(openTasks.map(({ id, createdAt }) => [id, createdAt]));
  const unknown = await store.transaction((tx) => tx.subjects.unknownTasks([...madeAt.keys()]));
  if (unknown.length === 0) return true;
  const nowMs = world.now().getTime();
  const madeMs = (id: string) => madeAt.get(id)?.getTime() ?? nowMs;
  const oldestFirst = unknown.toSorted((one, other) => madeMs(one) - madeMs(other));
  const next = oldestFirst.slice(0, tasksPerRound);
  const unread = new Set<string>();
  const reading = governance.readTasks(next, {
    onUnread: (id) => unread.add(id),
  });
  const tasks = await answerOrNull(world, reading, 'requests made elsewhere not read');
  if (tasks === null) return false;
  for (const id of next) {
    const task = tasks.get(id);
    if (task !== undefined) await show(deps, task, new Date(madeMs(id)));
  }
  return unread.size === 0 && unknown.length <= tasksPerRound;
}

async function show(deps: UseCaseDeps, task: TaskSnapshot, createdAt: Date): Promise<void> {
  const app = deps.settings.apps.find(({ id }) => id === task.appId);
  if (!isOpen(task) || task.takesAway === true || app?.tasks !== 'all') return;
  const { mentions } = await reachOf(deps.directory, task.stepApprovers);
  await deps.store.transaction(async (tx) => {
    if (await isOwn(tx, task)) return;
    if ((await tx.subjects.unknownTasks([task.id])).length === 0) return;
    const subject = await keepElsewhere(tx, task, createdAt);
    await recordReading(tx, deps, subject, task);
    await record(tx, {
      kind: 'task.found',
      requestId: subject.id,
      taskId: task.id,
      detail: {
        origin: task.origin,
        appId: subject.appId,
        entitlementId: subject.entitlementId,
      },
    });
    tx.marks.markHomes({ slackUsers: mentions.values() });
    await wantCardElsewhere(tx, deps, subject);
  });
}

/** The bot may not know yet which task its request has made. */
async function isOwn(tx: StoreTransaction, { sourceRequestId }: TaskSnapshot): Promise<boolean> {
  return sourceRequestId !== null && (await tx.requests.find(sourceRequestId)) !== null;
}

/** How far the requests of an app were looked for that were made elsewhere. */
type TaskFeed = Readonly<Selectable<TaskFeedsTable>>;

export function feedRows(trx: Transaction<Tables>) {
  return {
    /** The feeds of these apps, as far as they have begun. */
    async of(appIds: readonly string[]): Promise<readonly TaskFeed[]> {
      if (appIds.length === 0) return [];
      return trx.selectFrom('taskFeeds').selectAll().where('appId', 'in', appIds).execute();
    },
    async put(feed: TaskFeed): Promise<void> {
      const { seenUntil, sweptAt } = feed;
      await trx
        .insertInto('taskFeeds')
        .values(feed)
        .onConflict((conflict) => conflict.column('appId').doUpdateSet({ seenUntil, sweptAt }))
        .execute();
    },
  };
}
