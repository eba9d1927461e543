import type { StepSeen } from '../domain/notice.ts';
import { awaitsDecision } from '../domain/task-snapshot.ts';
import type { NoticeSubject } from './chat-ports.ts';
import { currentStep } from './record-reading.ts';
import type { StoreTransaction } from './store-ports.ts';

/** Those of them whose step was not decided since, be it that readings lag behind. */
export async function stillWaiting(
  tx: StoreTransaction,
  about: readonly StepSeen[],
): Promise<readonly NoticeSubject[]> {
  const waiting: NoticeSubject[] = [];
  for (const { requestId, stepId } of about) {
    const request = await tx.requests.find(requestId);
    const task = request === null || request.taskId === null ? null : await tx.tasks.find(request.taskId);
    if (request === null || task === null || !awaitsDecision(task.snapshot)) continue;
    const step = currentStep(task.snapshot);
    if ((step?.stepId ?? '') !== stepId || (step !== null && (await tx.reviews.winner(step)) !== null)) continue;
    waiting.push({ request, task: task.snapshot });
  }
  return waiting;
}
