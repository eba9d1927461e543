import type { EscalationTier, ReminderPace } from '../settings/reminders.ts';
import { afterWorkingTime, type WorkingHours } from '../settings/working-time.ts';
import { assignedMs, isStepOf, type SeenStep, type TaskSnapshot } from '../task/task-snapshot.ts';
import type { CallMade, StepCalls } from './calls.ts';

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

/** What was done, and is due, for one reviewer of a request. */
interface ReviewerWatch {
  readonly sent: number;
  /** null = no more. */
  readonly dueMs: number | null;
}

/**
 * What was done because a request waits, and what is due next: what is stored of its current step.
 */
export interface StepWatch extends SeenStep {
  readonly emergency: boolean;
  /** When the step began. */
  readonly beganMs: number;
  readonly tiersTold: number;
  /** By Slack id. Those of earlier steps stay: their reminders count. */
  readonly reviewers: Readonly<Record<string, ReviewerWatch>>;
  /**
   * Identities of its reviewers as they were read first; absent once somebody looked at the step, and
   * has them by Slack id.
   */
  readonly readFirst?: readonly string[];
  /** Absent while nobody was called. */
  readonly calls?: StepCalls;
}

/** What is stored, if it is of the step that the task is at; else null. */
export function watchOfStep(watch: StepWatch | null, task: TaskSnapshot): StepWatch | null {
  const currentStepId = task.currentStepId ?? '';
  return watch !== null && isStepOf(watch, { ...task, currentStepId }) ? watch : null;
}

/** The last reminder of a step, and how often somebody was reminded by then; null before the first. */
export function lastReminder({ calls, reviewers }: Pick<StepWatch, 'calls' | 'reviewers'>): {
  readonly call: CallMade;
  readonly count: number;
} | null {
  const call = calls?.made.findLast(({ kind }) => kind === 'reminded');
  if (call === undefined) return null;
  return { call, count: Math.max(1, ...call.people.map((id) => reviewers[id]?.sent ?? 1)) };
}

/** What is stored of the first step when its request is read for the first time. */
export interface FirstWatch {
  readonly watch: StepWatch;
  /** Nothing is due before; null where nothing ever is. */
  readonly lookMs: number | null;
}

/**
 * The earliest instant at which somebody can be reminded or called, whoever the reviewers are:
 * their working hours and absences, for which Slack has to be asked, only put it off.
 */
export function firstWatch(
  { currentStepId, stepOccurrence = '', stepApprovers }: TaskSnapshot,
  beganMs: number,
  { pace, tiers }: Pick<StepFacts, 'pace' | 'tiers'>,
): FirstWatch {
  const seconds = tiers.map(({ afterSeconds }) => afterSeconds);
  if (pace.atMost > 0) seconds.push(pace.afterSeconds);
  return {
    watch: {
      stepId: currentStepId ?? '',
      occurrence: stepOccurrence,
      emergency: false,
      beganMs,
      tiersTold: 0,
      reviewers: {},
      readFirst: stepApprovers.map(({ id }) => id),
    },
    lookMs: seconds.length === 0 ? null : beganMs + Math.min(...seconds) * 1_000,
  };
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

/** `beganMs`: as far as it is known. */
export interface StepFacts extends Pick<StepWatch, 'emergency' | 'beganMs'> {
  readonly task: TaskSnapshot;
  readonly nowMs: number;
  /** When its reviewers were read. */
  readonly readMs: number;
  /** Slack ids of those who are to decide since the request was read first (`StepWatch`). */
  readonly readFirst: ReadonlySet<string>;
  /** Who is to decide, by Slack id. */
  readonly reviewers: ReadonlyMap<string, Clock>;
  readonly pace: ReminderPace;
  readonly tiers: readonly EscalationTier[];
  /** An emergency has other tiers than the request had before it became one. */
  readonly hasOwnTiers: boolean;
  readonly tierClock: Clock;
}

/**
 * Ordinary reminders come at full five minutes, so that a person gets what was asked for about the same
 * time together; more often where reminders themselves come soon.
 */
function batchMsOf({ afterSeconds }: ReminderPace): number {
  return Math.min(300_000, Math.max(1, Math.floor((afterSeconds * 1_000) / 24)));
}

export interface DueOnStep {
  readonly watch: StepWatch;
  /** The people to remind now, by Slack id. */
  readonly remind: readonly string[];
  /** Those that are due. */
  readonly tiers: readonly EscalationTier[];
  /** When the next one is; null where there is none. */
  readonly nextTierMs: number | null;
  /** The next one; null where there is none. */
  readonly nextTier: EscalationTier | null;
}

/**
 * What is due of a step that waits for a decision. What fell due several times is due once, and
 * counts from now.
 */
export function stepDue(before: StepWatch | null, facts: StepFacts): DueOnStep {
  const { task, nowMs, tiers, tierClock, emergency } = facts;
  const same = watchOfStep(before, task);
  // The first of its own tiers is not due at once because the request has waited long before.
  const startsOver = same !== null && !same.emergency && emergency && facts.hasOwnTiers;
  const beganMs = startsOver ? facts.readMs : (same?.beganMs ?? facts.beganMs);
  const toldBefore = startsOver ? 0 : (same?.tiersTold ?? 0);
  // Who became a reviewer since, or has to decide an emergency since, is reminded from then on.
  const isFromBeginning = (id: string) =>
    same === null || (same.emergency === emergency && facts.readFirst.has(id));
  const dueAt = ({ afterSeconds }: EscalationTier) =>
    Math.max(tierClock(beganMs, afterSeconds), tierClock(nowMs, 0));
  const tiersAhead = tiers.slice(toldBefore);
  const dueTiers = tiersAhead.filter((tier) => dueAt(tier) <= nowMs);
  const next = tiersAhead[dueTiers.length];
  const batchMs = batchMsOf(facts.pace);
  const batched = (ms: number) => (emergency ? ms : Math.ceil(ms / batchMs) * batchMs);
  const remind: string[] = [];
  const reviewers: Record<string, ReviewerWatch> = {};
  for (const [id, { sent }] of Object.entries(before?.reviewers ?? {}))
    reviewers[id] = { sent, dueMs: null };
  for (const [id, clock] of facts.reviewers) {
    const sent = reviewers[id]?.sent ?? 0;
    // A step that became an emergency is one from now on.
    const earlierMs = same?.emergency === emergency ? (same.reviewers[id]?.dueMs ?? null) : null;
    const fromMs = isFromBeginning(id) ? beganMs : facts.readMs;
    const firstMs =
      sent < facts.pace.atMost ? batched(clock(fromMs, facts.pace.afterSeconds)) : null;
    const planned = earlierMs ?? firstMs;
    // People move, and go on holiday.
    const dueMs = planned === null ? null : Math.max(planned, clock(nowMs, 0));
    if (dueMs === null || dueMs > nowMs) reviewers[id] = { sent, dueMs };
    else {
      remind.push(id);
      const nextMs = nextReminder(facts.pace, sent + 1, nowMs, clock);
      reviewers[id] = { sent: sent + 1, dueMs: nextMs === null ? null : batched(nextMs) };
    }
  }
  const watch: StepWatch = {
    stepId: task.currentStepId ?? '',
    occurrence: task.stepOccurrence ?? '',
    emergency,
    beganMs,
    tiersTold: toldBefore + dueTiers.length,
    reviewers,
  };
  return {
    watch,
    remind,
    tiers: dueTiers,
    nextTierMs: next === undefined ? null : dueAt(next),
    nextTier: next ?? null,
  };
}

const longestGapSeconds = 365 * 24 * 3_600;

/** The gaps double. */
function nextReminder(
  { everySeconds, atMost }: ReminderPace,
  sent: number,
  nowMs: number,
  clock: Clock,
) {
  return sent < atMost
    ? clock(nowMs, Math.min(everySeconds * 2 ** (sent - 1), longestGapSeconds))
    : null;
}

/** When the step is to be looked at again; null = not by itself. */
export function nextStepLookMs({ reviewers }: StepWatch, nextTierMs: number | null): number | null {
  const dueMs = [...Object.values(reviewers).map((one) => one.dueMs), nextTierMs];
  const instantsMs = dueMs.filter((ms) => ms !== null);
  return instantsMs.length === 0 ? null : Math.min(...instantsMs);
}
