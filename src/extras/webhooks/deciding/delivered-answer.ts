/** What became of an answer to a step that the service handed to the bot. */

import type { Action } from '../../../domain/action/action.ts';
import { isOpen, isStepOf, type TaskSnapshot } from '../../../domain/task/task-snapshot.ts';
import type {
  AnswererDeps,
  AnsweringAction,
  DeliveredSteps,
} from '../../../use-cases/ports/delivered-steps.ts';
import { deliveriesIn } from '../delivery-tables.ts';
import { deliveryOfStep } from './delivery-of-step.ts';

/**
 * As the port says. A step that is over after an answer was lost was decided by that answer, if the
 * service shows what it would have led to: the bot alone has the callback.
 */
export async function answerOf(
  { store }: Pick<AnswererDeps, 'store'>,
  action: AnsweringAction,
  task: TaskSnapshot | null,
): ReturnType<DeliveredSteps['answerOf']> {
  const [delivery, isFollowed] = await store.transaction(async (tx) => [
    await deliveryOfStep(tx, action),
    (await tx.subjects.standing(action.requestId))?.isFollowed === true,
  ]);
  if (delivery === null) return null;
  if (delivery.answeredBy !== action.id)
    return delivery.state === 'open' ? 'open' : { kind: 'step-moved-on' };
  if (delivery.state === 'answered') return 'taken';
  const isRead = task !== null && isFollowed;
  const isStepOver = isRead && !(isOpen(task) && isStepOf(action, task));
  if (isStepOver) {
    await store.transaction((tx) =>
      deliveriesIn(tx).save(delivery.webhookId, { state: 'answered', callback: null }),
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
