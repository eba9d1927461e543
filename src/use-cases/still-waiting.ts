import type { AccessRequest } from '../domain/access-request.ts';
import type { StepSeen } from '../domain/notice.ts';
import { isAwaited } from '../domain/standing.ts';
import type { TaskSnapshot } from '../domain/task-snapshot.ts';
import { currentStep } from './record-reading.ts';
import type { StoreTransaction } from './store-ports.ts';

export interface WaitingSubject {
  readonly request: AccessRequest;
  readonly task: TaskSnapshot;
}

/** A request that waits for a decision; null where it was decided, be it that readings lag behind. */
export async function waitingSubject(tx: StoreTransaction, requestId: string): Promise<WaitingSubject | null> {
  const request = await tx.requests.find(requestId);
  const task = request === null || request.taskId === null ? null : await tx.tasks.find(request.taskId);
  if (request === null || task === null || !isAwaited(request, task.snapshot)) return null;
  const step = currentStep(task.snapshot);
  const decision = step === null ? null : await tx.reviews.winner(step);
  return decision === null ? { request, task: task.snapshot } : null;
}

/** Those of them that are still at the step that was seen. */
export async function stillWaiting(
  tx: StoreTransaction,
  seen: readonly StepSeen[],
): Promise<readonly WaitingSubject[]> {
  const waiting: WaitingSubject[] = [];
  for (const { requestId, stepId } of seen) {
    const one = await waitingSubject(tx, requestId);
    if (one !== null && (one.task.currentStepId ?? '') === stepId) waiting.push(one);
  }
  return waiting;
}
