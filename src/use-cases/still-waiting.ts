import type { AccessRequest } from '../domain/access-request.ts';
import { type AccessSettings, taskLink } from '../domain/access-settings.ts';
import { isAwaited } from '../domain/holder-action.ts';
import type { StepSeen } from '../domain/notice.ts';
import type { TaskSnapshot } from '../domain/task-snapshot.ts';
import { cardFor } from './card-model.ts';
import type { NoticeSubject } from './chat-ports.ts';
import { currentStep } from './record-reading.ts';
import { postedCard } from './request-cards.ts';
import type { StoreTransaction } from './store-ports.ts';

export interface WaitingSubject {
  readonly request: AccessRequest;
  readonly task: TaskSnapshot;
  /** The reading is older than the decision on its step. */
  readonly isDecided: boolean;
}

/** A request that waits for a decision by the last reading; null where it does not. */
export async function waitingSubject(tx: StoreTransaction, requestId: string): Promise<WaitingSubject | null> {
  const request = await tx.requests.find(requestId);
  const task = request === null || request.taskId === null ? null : await tx.tasks.find(request.taskId);
  if (request === null || task === null || !isAwaited(request, task.snapshot)) return null;
  const step = currentStep(task.snapshot);
  const decision = step === null ? null : await tx.reviews.winner(step);
  return { request, task: task.snapshot, isDecided: decision !== null };
}

/** Those of them that still wait, at the step that was seen. */
export async function stillWaiting(
  tx: StoreTransaction,
  seen: readonly StepSeen[],
): Promise<readonly WaitingSubject[]> {
  const waiting: WaitingSubject[] = [];
  for (const { requestId, stepId } of seen) {
    const one = await waitingSubject(tx, requestId);
    if (one !== null && !one.isDecided && (one.task.currentStepId ?? '') === stepId) waiting.push(one);
  }
  return waiting;
}

/** Each with the link to its card that this person can open, else to the console. `slackUserId`: null = a card in a channel. */
export async function withLinks(
  deps: Parameters<typeof postedCard>[0] & { readonly settings: Pick<AccessSettings, 'governance'> },
  subjects: readonly NoticeSubject[],
  slackUserId: string | null,
): Promise<readonly NoticeSubject[]> {
  const linked: NoticeSubject[] = [];
  for (const one of subjects) {
    const cards = await deps.store.transaction((tx) => tx.cards.ofRequest(one.request.id));
    const card = await postedCard(deps, cardFor(cards, slackUserId));
    const consoleUrl = one.task === null ? null : taskLink(deps.settings.governance, one.task);
    linked.push({ ...one, url: card?.permalink ?? consoleUrl });
  }
  return linked;
}
