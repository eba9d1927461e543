/** Whether a decision is waited for, and whether anybody can tell. */
import { askedPeople, isOpen, type TaskSnapshot } from './task-snapshot.ts';
import { areReviewersUntold } from './untold.ts';

/**
 * Whether it is people's turn to decide, or to set up what the service handed to the bot. Where the
 * service does not tell who decides, it may be: an emergency must not wait without a word.
 */
export function awaitsDecision(task: TaskSnapshot): boolean {
  const isPeoples =
    askedPeople(task).length > 0 || task.approvalStep !== undefined || areReviewersUntold(task);
  return isOpen(task) && isPeoples && task.stepPolicy?.approver !== 'service';
}

/**
 * Whether the service leaves open that somebody has decided: what is shown is from before, so no
 * message may say that nobody did.
 */
export function isDecisionUntold(
  task: Pick<TaskSnapshot, 'state' | 'stepApprovers' | 'otherStep' | 'untold'>,
): boolean {
  return isOpen(task) && (task.untold?.includes('step') === true || areReviewersUntold(task));
}
