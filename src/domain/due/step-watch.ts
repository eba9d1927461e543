import type { EscalationTier, ReminderPace } from '../settings/reminders.ts';
import { afterWorkingTime, type WorkingHours } from '../settings/working-time.ts';
import { assignedMs, isStepOf, type SeenStep, type TaskSnapshot } from '../task/task-snapshot.ts';
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
  const reviewers: Record<string, Reminders> = {};
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
