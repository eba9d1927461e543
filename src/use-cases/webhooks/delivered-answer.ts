/** What became of an answer to a step that the service handed to the bot. */

import type { Action } from '../../domain/action/action.ts';
import type { ReviewRefusal } from '../../domain/action/review.ts';
import { tasksAreRead } from '../../domain/settings/access-settings.ts';
import { isOpen, isStepOf, type TaskSnapshot } from '../../domain/task/task-snapshot.ts';
import type { UseCaseDeps } from '../deps.ts';
import { deliveryOfStep } from './delivery-of-step.ts';

type Answering = Pick<Action, 'id' | 'verb' | 'stepId' | 'occurrence'> & {
  readonly taskId: string;
};

/**
 * What became of this action's answer: `taken` by the service, still `open`, or why it does not
 * count. null where the step was not handed to the bot. A step that is over after an answer was
 * lost was decided by that answer, if the service shows what it would have led to: the bot alone
 * has the callback.
 *
 * @param task a reading of this moment; null where the tenant tells none
 */
export async function answerOf(
  deps: UseCaseDeps,
  action: Answering,
  task: TaskSnapshot | null,
): Promise<'taken' | 'open' | ReviewRefusal | null> {
  const delivery = await deps.store.transaction((tx) => deliveryOfStep(tx, action));
  if (delivery === null) return null;
  if (delivery.answeredBy !== action.id)
    return delivery.state === 'open' ? 'open' : { kind: 'step-moved-on' };
  if (delivery.state === 'answered') return 'taken';
  const isRead = task !== null && tasksAreRead(deps.governance.operations);
  const isStepOver = isRead && !(isOpen(task) && isStepOf(action, task));
  if (isStepOver) {
    await deps.store.transaction((tx) =>
      tx.deliveries.save(delivery.webhookId, { state: 'answered', callback: null }),
    );
    return leadsTo(action.verb, task) ? 'taken' : { kind: 'decided-elsewhere' };
  }
  if (delivery.state !== 'spent') return 'open';
  return { kind: isRead ? 'answer-refused' : 'perhaps-decided' };
}

/** Whether the task went the way that the answer leads. */
function leadsTo(verb: Action['verb'], task: TaskSnapshot): boolean {
  const wasDenied = !isOpen(task) && task.outcome === 'denied';
  if (verb === 'deny') return wasDenied;
  return !wasDenied && task.outcome !== 'cancelled';
}

/** Why the service takes no decision on the step. */
export async function stepOverOf(
  deps: UseCaseDeps,
  action: Answering,
  kind: 'step-moved-on' | 'closed',
): Promise<ReviewRefusal> {
  const delivery = await deps.store.transaction((tx) => deliveryOfStep(tx, action));
  return { kind: delivery?.state === 'spent' ? 'answer-refused' : kind };
}
