import type { AccessRequest } from '../domain/access-request.ts';
import { decisionNext } from '../domain/notice.ts';
import { fateOf } from '../domain/review.ts';
import { botAccountOf, isStepOf, type TaskSnapshot } from '../domain/task-snapshot.ts';
import { about, notifyAll, notifyClicker, settleDecision } from './notices.ts';
import type { ReviewRow, StepOfTask, StoreTransaction } from './store-ports.ts';

/**
 * Credits a decision to its person when it arrives after the bot gave it up: its call got no answer,
 * and the person took it back, lost the right or was shown a changed request before the service
 * carried it out. Without this nobody would have approved what was granted.
 *
 * @param step the step that was current before this reading; null if there was none
 */
export async function creditLateDecision(
  tx: StoreTransaction,
  request: AccessRequest,
  step: StepOfTask | null,
  task: TaskSnapshot,
): Promise<void> {
  if (step === null) return;
  const late = (await tx.reviews.perhapsSent(step)).filter(isPerhapsSent);
  if (late.length === 0 || (await tx.reviews.winner(step)) !== null) return;
  const identityUserId = botAccountOf(task, request.id);
  const decided = (await tx.reviews.ofTask(task.id)).some(({ state }) => state === 'done');
  for (const row of late) {
    const fate = fateOf(task, row, {
      identityUserId,
      decidedOtherSteps: decided,
      triedForOthers: late.some((one) => isSameForAnother(one, row)),
    });
    if (fate === 'ours') return credit(tx, request, row, task);
    if (fate === 'unknown') {
      const body = { kind: 'action-refused', refusal: { kind: 'perhaps-decided' } } as const;
      await notifyClicker(tx, row, { key: 'perhaps-arrived', body });
    }
  }
}

function isPerhapsSent({ refusal }: ReviewRow): boolean {
  return refusal?.kind === 'perhaps-sent';
}

function isSameForAnother(one: ReviewRow, row: ReviewRow): boolean {
  return one.verb === row.verb && one.by.userId !== row.by.userId;
}

async function credit(tx: StoreTransaction, request: AccessRequest, row: ReviewRow, task: TaskSnapshot): Promise<void> {
  const { id, verb, by, reason, stepId, identityUserId, durationSeconds } = row;
  await tx.reviews.save(id, { state: 'done', refusal: null, at: tx.at });
  await notifyClicker(tx, row, { key: 'decision-arrived', body: { kind: 'decision-arrived' } });
  const body = { kind: 'decided', verb, by, reason, durationSeconds, next: { kind: 'pending' } } as const;
  await notifyAll(tx, request, { key: `decided:${id}`, body });
  const next = decisionNext(task, isStepOf(row, task));
  // The end of the request settles it, too.
  if (next.kind !== 'pending' && next.kind !== 'ended') await settleDecision(tx, request.id, next);
  const detail = { stepId, identityUserId, reason, durationSeconds, isLate: true };
  const kind = verb === 'approve' ? 'review.approved' : 'review.denied';
  await tx.audit.append({ kind, ...about(request), actor: by.userId, detail });
}
