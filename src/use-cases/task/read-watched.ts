import { isStillAwaited, nextReadingMs, type TaskWatch } from '../../domain/due/step-watch.ts';
import type { UseCaseDeps } from '../deps.ts';
import type { WatchedTask } from '../ports/rows/due-rows.ts';
import type { StoreTransaction } from '../ports/store-ports.ts';
import { readAgain } from './refresh-tasks.ts';

/** Tasks that are due within this time are read in the same call. */
const togetherMs = 200;
/** More are read by the next job, which follows at once. */
const tasksPerJob = 50;

/**
 * Reads the tasks whose turn it is, in one call where the service has a search. Each job makes the
 * next one, as long as there is something to watch.
 */
export async function readWatched(deps: UseCaseDeps): Promise<void> {
  const { store, world } = deps;
  const by = new Date(world.now().getTime() + togetherMs);
  const { due, awaited } = await store.transaction(async (tx) => {
    const watched = await tx.watches.due(by, tasksPerJob);
    return { due: watched, awaited: await stillAwaited(tx, watched) };
  });
  if (due.length === 0) return;
  // A task that is missing now may only lag behind: the round of all open tasks counts misses.
  await readAgain(
    deps,
    awaited.map(({ taskId }) => taskId),
    { counted: 'told' },
  );
  await store.transaction(async (tx) => {
    const stillWaiting = new Set(await stillAwaited(tx, awaited));
    const begunAnew = new Set<string>();
    for (const watched of due) {
      const nextAt = stillWaiting.has(watched) ? nextReading(watched, tx.at) : null;
      if (!(await tx.watches.advance(watched, nextAt))) begunAnew.add(watched.taskId);
    }
    const next = await tx.watches.next();
    // A watch that was begun anew has a job of its own.
    if (next === null || begunAnew.has(next.taskId)) return;
    const afterMs = Math.max(0, next.nextAt.getTime() - tx.at.getTime());
    await tx.enqueue({ kind: 'read-watched' }, { afterMs });
  });
}

/** The watches that still wait, by the last readings of their tasks. */
async function stillAwaited(
  tx: StoreTransaction,
  watched: readonly WatchedTask[],
): Promise<readonly WatchedTask[]> {
  const tasks = await tx.tasks.snapshots(watched.map(({ taskId }) => taskId));
  return watched.filter((watch) => {
    const task = tasks.get(watch.taskId);
    return task !== undefined && isStillAwaited(watch, task);
  });
}

function nextReading({ reason, since }: TaskWatch, now: Date): Date | null {
  const afterMs = nextReadingMs(reason, now.getTime() - since.getTime());
  return afterMs === null ? null : new Date(since.getTime() + afterMs);
}
