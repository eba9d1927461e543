import type { AccessRequest } from '../domain/access-request.ts';
import { fateOf } from '../domain/review.ts';
import type { StepOfTask } from '../domain/step-of-task.ts';
import { botAccountOf, type TaskSnapshot } from '../domain/task-snapshot.ts';
import { record } from './record.ts';
import type { ReviewRow, StoreTransaction } from './store-ports.ts';

/**
 * Takes up a decision again that arrives after the bot gave it up: its call got no answer, and the
 * person took it back, lost the right or was shown a changed request before the service carried it
 * out. Its job finds out whose it is and credits it: without this, nobody would have approved what
 * was granted. Where two people's calls may have arrived, both are told that nobody can tell.
 *
 * @param step the step that was current before this reading; null if there was none
 */
export async function reopenLateDecision(
  tx: StoreTransaction,
  request: AccessRequest,
  step: StepOfTask | null,
  task: TaskSnapshot,
): Promise<void> {
  if (step === null || (await tx.reviews.winner(step)) !== null) return;
  const given = await tx.reviews.perhapsSent(step);
  const late = given.filter((row) => wasGivenUp(row) && mayBeIts(task, row, request));
  const [only] = late;
  if (only !== undefined && late.every(({ by }) => by.userId === only.by.userId)) {
    await tx.reviews.save(only.id, { state: 'acting' });
    await tx.enqueue({ kind: 'carry-out-review', reviewId: only.id });
    return;
  }
  for (const { id: reviewId, requestId, by } of late) {
    await record(tx, {
      kind: 'decision.unclear',
      requestId,
      actor: by.userId,
      context: { reviewId },
    });
  }
}

export function wasGivenUp({ refusal }: ReviewRow): boolean {
  return refusal?.kind === 'perhaps-sent';
}

function mayBeIts(task: TaskSnapshot, row: ReviewRow, request: AccessRequest): boolean {
  const identityUserId = botAccountOf(task, request.id);
  const fate = fateOf(task, row, {
    identityUserId,
    decidedOtherSteps: false,
    triedForOthers: false,
  });
  return fate === 'ours' || fate === 'unknown';
}
