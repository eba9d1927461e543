import type { TaskSnapshot } from '../task/task-snapshot.ts';

/** What a person may do with a step that they set up, in the place of the service's own actions. */
export const setUpActions = { done: 'SET_UP_DONE', failed: 'SET_UP_FAILED' } as const;

/**
 * Whether what a card shows of a step is so old that a decision needs a second look: only where the
 * tenant does not let the task be read again.
 */
export function isStale(
  { delivered }: Pick<TaskSnapshot, 'delivered'>,
  now: Date,
  freshForSeconds: number,
): boolean {
  if (delivered?.isOnlySource !== true) return false;
  return now.getTime() - Date.parse(delivered.receivedAt) > freshForSeconds * 1_000;
}
