import { awaitsDecision } from '../request/untold.ts';
import type { EscalationTier, ReminderPace } from '../settings/reminders.ts';
import { afterWorkingTime, type WorkingHours } from '../settings/working-time.ts';
import {
  assignedMs,
  isOpen,
  isStepOf,
  type OtherStep,
  type SeenStep,
  type TaskSnapshot,
} from '../task/task-snapshot.ts';
import type { StepCalls } from './calls.ts';

/**
 * The instant so many seconds after another one, by somebody's working time or by the clock.
 * Milliseconds since 1970, for JSON.
 */
export type Clock = (fromMs: number, seconds: number) => number;

/** Emergencies are for day and night. */
export const wallClock: Clock = (fromMs, seconds) => fromMs + seconds * 1_000;

export function workingClock(timeZone: string, hours: WorkingHours): Clock {
  return (fromMs, seconds) =>
    afterWorkingTime(new Date(fromMs), seconds, timeZone, hours).getTime();
}

/** How often a reviewer was reminded, and since when they were not. */
interface Reminders {
  readonly sent: number;
  readonly sinceMs: number;
}

/**
 * What was done because a request waits at its current step. One that becomes an emergency begins
 * to wait anew.
 */
export interface StepWatch extends SeenStep {
  readonly emergency: boolean;
  readonly beganMs: number;
  readonly tiersTold: number;
  /** By identity. */
  readonly reviewers: Readonly<Record<string, Reminders>>;
  /** Absent while nobody was called. */
  readonly calls?: StepCalls;
}

/** What is stored, if it is of the step that the task is at; else null. */
export function watchOfStep(watch: StepWatch | null, task: TaskSnapshot): StepWatch | null {
  const currentStepId = task.currentStepId ?? '';
  return watch !== null && isStepOf(watch, { ...task, currentStepId }) ? watch : null;
}

/** As the service tells it, where that can be; else when it was read first. */
export function stepBeganMs(
  { stepOccurrence = '' }: TaskSnapshot,
  createdAt: Date,
  readAt: Date,
): number {
  const ms = assignedMs(stepOccurrence);
  return ms >= createdAt.getTime() && ms <= readAt.getTime() ? ms : readAt.getTime();
}

export interface StepFacts {
  readonly task: TaskSnapshot;
  readonly emergency: boolean;
  /** As far as it is known. */
  readonly beganMs: number;
  readonly nowMs: number;
  /** When it was read as it is. */
  readonly readMs: number;
  /** Who is to decide, by identity. */
  readonly reviewers: ReadonlyMap<string, Clock>;
  readonly pace: ReminderPace;
  readonly tiers: readonly EscalationTier[];
  readonly tierClock: Clock;
}

export interface DueOnStep {
  readonly watch: StepWatch;
  /** Identities of the people to remind now. */
  readonly remind: readonly string[];
  /** Those that are due. */
  readonly tiers: readonly EscalationTier[];
  /** The one after them; null where there is none. */
  readonly next: { readonly tier: EscalationTier; readonly atMs: number } | null;
  /** When the step is looked at again; null = not by itself. */
  readonly lookMs: number | null;
}

/**
 * What is due of a step that waits for a decision. What fell due several times is due once, and
 * counts from now.
 */
export function stepDue(before: StepWatch | null, facts: StepFacts): DueOnStep {
  const { task, emergency, nowMs, readMs, pace, tiers, tierClock } = facts;
  const same = watchOfStep(before, task);
  const isKnown = same?.emergency === emergency;
  const watch = isKnown ? same : newWatch(facts, same === null ? facts.beganMs : readMs);
  // People move, and go on holiday: nothing is due before they are there.
  const dueMs = (clock: Clock, fromMs: number, seconds: number, batchMs = 1) =>
    Math.max(Math.ceil(clock(fromMs, seconds) / batchMs) * batchMs, clock(nowMs, 0));
  const ahead = tiers
    .slice(watch.tiersTold)
    .map((tier) => ({ tier, atMs: dueMs(tierClock, watch.beganMs, tier.afterSeconds) }));
  const dueTiers = ahead.filter(({ atMs }) => atMs <= nowMs);
  const next = ahead[dueTiers.length] ?? null;
  // At full five minutes, so that a person gets what was asked for about the same time together.
  const batchMs = emergency ? 1 : Math.min(300_000, Math.ceil((pace.afterSeconds * 1_000) / 24));
  const remind: string[] = [];
  // Who cannot be looked up for a moment is waited for all the same.
  const reviewers: Record<string, Reminders> = Object.fromEntries(
    task.stepApprovers.flatMap(({ id }) => {
      const reminders = watch.reviewers[id];
      return reminders === undefined ? [] : [[id, reminders]];
    }),
  );
  const looksMs = next === null ? [] : [next.atMs];
  for (const [id, clock] of facts.reviewers) {
    const reminderMs = ({ sent, sinceMs }: Reminders) =>
      sent < pace.atMost ? dueMs(clock, sinceMs, gapSeconds(pace, sent), batchMs) : Infinity;
    // Who becomes a reviewer is waited for from then on.
    let reminders = watch.reviewers[id] ?? { sent: 0, sinceMs: readMs };
    if (reminderMs(reminders) <= nowMs) {
      remind.push(id);
      reminders = { sent: reminders.sent + 1, sinceMs: nowMs };
    }
    reviewers[id] = reminders;
    looksMs.push(reminderMs(reminders));
  }
  const lookMs = Math.min(...looksMs);
  return {
    watch: { ...watch, tiersTold: watch.tiersTold + dueTiers.length, reviewers },
    remind,
    tiers: dueTiers.map(({ tier }) => tier),
    next,
    lookMs: lookMs < Infinity ? lookMs : null,
  };
}

function newWatch({ task, emergency, reviewers }: StepFacts, beganMs: number): StepWatch {
  return {
    stepId: task.currentStepId ?? '',
    occurrence: task.stepOccurrence ?? '',
    emergency,
    beganMs,
    tiersTold: 0,
    reviewers: Object.fromEntries(
      [...reviewers.keys()].map((id) => [id, { sent: 0, sinceMs: beganMs }]),
    ),
  };
}

const longestGapSeconds = 365 * 24 * 3_600;

/** The gaps between reminders double. */
function gapSeconds({ afterSeconds, everySeconds }: ReminderPace, sent: number): number {
  return sent === 0 ? afterSeconds : Math.min(everySeconds * 2 ** (sent - 1), longestGapSeconds);
}

/**
 * Why a task is read again soon: somebody waits for what comes next, the service sends no events of
 * tasks (docs/spec/deployments.md#webhooks), and the round that reads all open tasks comes only every
 * few seconds.
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
