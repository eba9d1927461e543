/** Whether an answer to a step that is decided here is on its way: the step takes one. */
import { isOver } from '../../../domain/action/action.ts';
import { OutwardFailure } from '../../../domain/outward/outward-failure.ts';
import type { StoreTransaction } from '../../../use-cases/ports/store-ports.ts';
import type { WebhookDelivery } from '../delivery-tables.ts';

/** An attempt is over after this time: a call takes at most half of it. */
export const attemptMs = 60_000;

/**
 * Whether somebody else's answer to the step is under way: the callback takes one, so a second one
 * waits until the outcome of the first is known. Take the task's lock first.
 *
 * @param by the action that wants to answer it; null if the bot does by itself
 */
export async function isAnswerUnderWay(
  tx: StoreTransaction,
  delivery: WebhookDelivery,
  by: string | null,
): Promise<boolean> {
  const winner = await tx.actions.winner(delivery);
  if (winner?.state === 'sending' && winner.id !== by) return true;
  const { state, answeredBy, triedAt } = delivery;
  if (state !== 'answering' || answeredBy === by) return false;
  if (triedAt !== null && tx.at.getTime() - triedAt.getTime() < attemptMs) return true;
  const other = answeredBy === null ? null : await tx.actions.find(answeredBy);
  return other !== null && !isOver(other);
}

export function anotherOnItsWay(): OutwardFailure {
  return new OutwardFailure({
    system: 'governance',
    kind: 'network',
    message: 'another answer to this step is on its way',
    certainlyNotDone: true,
  });
}
