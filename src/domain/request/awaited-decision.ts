/** Whether a request waits for a decision, and whether the service tells enough to know. */
import { askedPeople, isOpen, type TaskSnapshot } from '../task/task-snapshot.ts';
import { areReviewersUntold } from './untold.ts';

/**
 * Whether it is people's turn to decide, or to set up what the service handed to the bot. If the
 * service does not tell who decides, the answer is yes: nobody may wait for an emergency without a
 * word.
 */
export function awaitsDecision(task: TaskSnapshot): boolean {
  const isPeoples =
    askedPeople(task).length > 0 || task.approvalStep !== undefined || areReviewersUntold(task);
  return isOpen(task) && isPeoples && task.stepPolicy?.approver !== 'service';
}

/**
 * Whether the service leaves open that somebody has decided: what is shown comes from an earlier
 * reading, so no message may say that nobody has decided.
 */
export function isDecisionUntold(
  task: Pick<TaskSnapshot, 'state' | 'stepApprovers' | 'otherStep' | 'untold'>,
): boolean {
  return isOpen(task) && (task.untold?.includes('step') === true || areReviewersUntold(task));
}
