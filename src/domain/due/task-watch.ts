/**
 * When a task is read again because somebody waits for what comes next. The service sends no events
 * of tasks (docs/spec/deployments.md#webhooks), and the round that reads all open tasks comes only
 * every few seconds.
 */

import { awaitsDecision } from '../request/untold.ts';
import { isOpen, type OtherStep, type TaskSnapshot } from '../task/task-snapshot.ts';

/**
 * - `carried-out`: it was decided, and the service has to do the rest
 * - `opened-in-console`: somebody went to the service's page, where they may decide
 */
export type WatchReason = 'carried-out' | 'opened-in-console';

export interface TaskWatch {
  readonly reason: WatchReason;
  /** The step that was decided, or that the person saw; empty if the service tells none. */
  readonly stepId: string;
  readonly since: Date;
}

/**
 * Seconds since the beginning of the watch. For twelve seconds, the task is read at most 1.5
 * seconds after the service is done; after that, a long wait may get a little longer.
 */
const carriedOutSeconds = [0.5, 1.5, 3, 4.5, 6, 7.5, 9, 10.5, 12, 14, 17, 21, 26, 33, 42, 54];

const consoleGapMs = 1_500;
/**
 * After half a minute the gap grows to one twentieth of the wait so far. When the watch is over, it
 * is as long as that of the usual round.
 */
const consoleGapsAWait = 20;
const longestInConsoleMs = 300_000;

/**
 * Milliseconds since the beginning of a watch at which the task is read next; null where the watch
 * is over.
 */
export function nextReadingMs(reason: WatchReason, elapsedMs: number): number | null {
  if (reason === 'carried-out') {
    const seconds = carriedOutSeconds.find((one) => one * 1_000 > elapsedMs);
    return seconds === undefined ? null : seconds * 1_000;
  }
  if (elapsedMs >= longestInConsoleMs) return null;
  return elapsedMs + Math.max(consoleGapMs, elapsedMs / consoleGapsAWait);
}

/**
 * Steps at which the service itself does nothing: it waits for people, for something else or for a
 * known time.
 */
const slowSteps: ReadonlySet<OtherStep['kind']> = new Set([
  'form',
  'wait',
  'set-up-by-hand',
  'decided-elsewhere',
]);

/** Whether the service is at work on it. */
export function isBeingCarriedOut(task: TaskSnapshot): boolean {
  const { otherStep } = task;
  if (!isOpen(task) || awaitsDecision(task)) return false;
  return otherStep === undefined || !slowSteps.has(otherStep.kind);
}

/** Whether what the watch waits for is still to come, by this reading. */
export function isStillAwaited({ stepId }: Pick<TaskWatch, 'stepId'>, task: TaskSnapshot): boolean {
  return isBeingCarriedOut(task) || (isOpen(task) && (task.currentStepId ?? '') === stepId);
}
