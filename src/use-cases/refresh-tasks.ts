import { tasksAreRead } from '../domain/access-settings.ts';
import { OutwardFailure } from '../domain/outward-failure.ts';
import { deletedTask, isGone, type TaskSnapshot } from '../domain/task-snapshot.ts';
import type { AccessGovernance } from './ports.ts';
import { type ReadingDeps, recordReading } from './record-reading.ts';
import { type RevocationDeps, recordRevocation } from './record-revocation.ts';
import type { Store, StoreTransaction } from './store-ports.ts';

export interface RefreshDeps extends ReadingDeps {
  readonly store: Store;
  readonly governance: AccessGovernance;
  readonly settings: ReadingDeps['settings'] & RevocationDeps['settings'];
}

/** Tasks read in one round; the least recently read come first, so that every open task has its turn. */
const tasksPerRound = 200;

/** The service has no feed of task events (deployments.md, Webhooks): open tasks are read again, many a call. */
export async function refreshTasks(deps: RefreshDeps): Promise<void> {
  if (!tasksAreRead(deps.governance.operations)) return;
  const ids = await deps.store.transaction((tx) => tx.tasks.openIds(tasksPerRound));
  await readAgain(deps, ids);
}

/** Reads these tasks and keeps the readings; ids of those that the service told. */
export async function readAgain(deps: RefreshDeps, ids: readonly string[]): Promise<ReadonlySet<string>> {
  const tasks = ids.length === 0 ? null : await readings(deps, ids);
  if (tasks === null) return new Set();
  for (const id of ids) {
    await deps.store.transaction(async (tx) => {
      const row = await tx.tasks.find(id);
      const request = row === null ? null : await tx.requests.find(row.requestId);
      if (row === null || request === null) return;
      const task = tasks.get(id) ?? (await missed(tx, deps, row.snapshot));
      if (task === null) return;
      const isRevocation = request.taskId !== id;
      await (isRevocation ? recordRevocation : recordReading)(tx, deps, request, task);
    });
  }
  return new Set(tasks.keys());
}

/** A task that was not in the answers: null while it may only lag behind. */
async function missed(tx: StoreTransaction, deps: RefreshDeps, last: TaskSnapshot): Promise<TaskSnapshot | null> {
  const now = deps.world.now();
  const times = await tx.tasks.markMissed(last.id, now);
  const isReadById = deps.governance.operations.has('taskRead');
  return times !== null && isGone(times, now, isReadById) ? deletedTask(last) : null;
}

/** null where the service does not answer: the next round comes by itself, and rounds must not pile up meanwhile. */
async function readings(deps: RefreshDeps, ids: readonly string[]): Promise<ReadonlyMap<string, TaskSnapshot> | null> {
  try {
    return await deps.governance.readTasks(ids);
  } catch (error) {
    if (!(error instanceof OutwardFailure)) throw error;
    deps.world.log.warn({ err: error, tasks: ids.length }, 'open tasks not read');
    return null;
  }
}
