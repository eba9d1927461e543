import type { AccessGovernance } from './ports.ts';
import { recordReading } from './record-reading.ts';
import type { Store } from './store-ports.ts';
import type { World } from './world.ts';

export interface RefreshDeps {
  readonly store: Store;
  readonly governance: AccessGovernance;
  readonly world: World;
}

/** Tasks read in one round; the least recently read come first, so that every open task has its turn. */
const tasksPerRound = 200;

/** The service has no feed of task events (deployments.md, Webhooks): open tasks are read again, many a call. */
export async function refreshTasks(deps: RefreshDeps): Promise<void> {
  const { operations } = deps.governance;
  if (!operations.has('taskSearch') && !operations.has('taskRead')) return;
  const ids = await deps.store.transaction((tx) => tx.tasks.openIds(tasksPerRound));
  if (ids.length === 0) return;
  const tasks = await deps.governance.readTasks(ids);
  for (const task of tasks.values()) {
    await deps.store.transaction(async (tx) => {
      const row = await tx.tasks.find(task.id);
      const request = row === null ? null : await tx.requests.find(row.requestId);
      if (request !== null) await recordReading(tx, deps.world, request, task);
    });
  }
}
