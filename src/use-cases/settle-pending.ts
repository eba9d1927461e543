import type { AccessRequest } from '../domain/access-request.ts';
import { decisionNext } from '../domain/notice.ts';
import { tasksAreRead } from '../domain/optional-operation.ts';
import { OutwardFailure } from '../domain/outward-failure.ts';
import type { TaskSnapshot } from '../domain/task-snapshot.ts';
import { settleDecision } from './notices.ts';
import type { AccessGovernance } from './ports.ts';
import { type ReadingDeps, recordReading } from './record-reading.ts';
import type { Store } from './store-ports.ts';

export interface SettlePendingDeps extends ReadingDeps {
  readonly store: Store;
  readonly governance: AccessGovernance;
}

/** Reads the task once more, so that the messages of a decision say what came of it, and has them sent. */
export async function settlePending(deps: SettlePendingDeps, request: AccessRequest): Promise<void> {
  const { taskId } = request;
  const fresh = taskId === null ? null : await reading(deps, taskId);
  await deps.store.transaction(async (tx) => {
    if (fresh !== null) await recordReading(tx, deps, request, fresh);
    const task = (taskId === null ? null : await tx.tasks.lock(taskId))?.snapshot;
    const { currentStepId = null } = task ?? {};
    const isStepDecided =
      task !== undefined && currentStepId !== null && (await tx.reviews.winner(task.id, currentStepId)) !== null;
    const next = task === undefined ? null : decisionNext(task, isStepDecided);
    await settleDecision(tx, request.id, next === null || next.kind === 'pending' ? { kind: 'set-up' } : next);
  });
}

/** null where the service does not answer: what was read last has to do. */
async function reading(deps: SettlePendingDeps, taskId: string): Promise<TaskSnapshot | null> {
  if (!tasksAreRead(deps.governance.operations)) return null;
  try {
    return (await deps.governance.readTasks([taskId])).get(taskId) ?? null;
  } catch (error) {
    if (!(error instanceof OutwardFailure)) throw error;
    deps.world.log.warn({ err: error, taskId }, 'task not read again');
    return null;
  }
}
