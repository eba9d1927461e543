import { isOpen, type TaskSnapshot } from '../task/task-snapshot.ts';
import { type Action, isDecision, isOver } from './action.ts';
import { isUndecided } from './review.ts';

/**
 * What is known of an action.
 * - `open`: it waits
 * - `perhaps-sent`: it is not sent again; an earlier call got no answer and may still arrive
 * - `overtaken-unsent`: it was not sent yet, and a reading shows that its step or request is over
 * - `overtaken`: its step or request is over, and a call got no answer: its job still finds out
 *   whether that call ended it
 * - `overtaken-unknown`: its step or request is over, a call got no answer, and nobody looks any
 *   more whether that call ended it
 */
export type ActionOutcome =
  | 'open'
  | 'done'
  | 'refused'
  | 'uncertain'
  | 'taken-back'
  | 'perhaps-sent'
  | 'overtaken-unsent'
  | 'overtaken'
  | 'overtaken-unknown';

/** `task`: by the last reading; null where there is none. */
export function actionOutcome(action: Action, task: TaskSnapshot | null): ActionOutcome {
  const { state, refusal, takenBack } = action;
  const isOvertaken = task !== null && isPastIn(task, action);
  if (isOver(action)) {
    if (refusal?.code !== 'perhaps-sent' || state !== 'uncertain') return finalState(state);
    return isOvertaken ? 'overtaken-unknown' : 'perhaps-sent';
  }
  if (state === 'accepted') return isOvertaken ? 'overtaken-unsent' : 'open';
  if (isOvertaken) return 'overtaken';
  return takenBack ? 'perhaps-sent' : 'open';
}

/** Whether it is for a step, or for an open task, and the reading shows that this is over. */
function isPastIn(task: TaskSnapshot, action: Action): boolean {
  if (isDecision(action)) return !isUndecided(task, action);
  return (action.verb === 'withdraw' || action.verb === 'close') && !isOpen(task);
}

function finalState(state: Action['state']): ActionOutcome {
  return state === 'accepted' || state === 'sending' ? 'open' : state;
}

/** Whether nothing is left to wait for, so that a message that it waits is not sent any more. */
export function isActionSettled(outcome: ActionOutcome): boolean {
  return outcome !== 'open' && outcome !== 'overtaken' && outcome !== 'overtaken-unsent';
}
