import type { TaskSnapshot } from '../task/task-snapshot.ts';
import type { Subject } from './subject.ts';

/** For how long a task grants, or would grant, access. */
export type TaskPeriod =
  | { readonly kind: 'lasts'; readonly seconds: number }
  | { readonly kind: 'until-revoked' }
  /**
   * The bot cannot read what the service tells, or the service tells nothing of a task that was
   * made elsewhere.
   */
  | { readonly kind: 'unreadable' };

/** The fields of a reading that say what the period is, but only together. */
type PeriodMember = 'grantDurationSeconds' | 'isPermanent' | 'hasUnreadableDuration';
type ToldPeriod = Pick<TaskSnapshot, PeriodMember>;

/**
 * A task as surfaces see it: without these fields, because they show its `TaskPeriod`.
 * `grantDurationSeconds: null` alone looks as if the requested time still applied while the service
 * grants without an end.
 */
export type ShownTask = Omit<TaskSnapshot, PeriodMember>;

/** The period that the service tells; null where it tells none. */
export function toldPeriod(task: ToldPeriod): TaskPeriod | null {
  const { grantDurationSeconds: seconds, isPermanent, hasUnreadableDuration } = task;
  if (hasUnreadableDuration === true) return { kind: 'unreadable' };
  if (seconds !== null) return { kind: 'lasts', seconds };
  return isPermanent === true ? { kind: 'until-revoked' } : null;
}

type Requested = Pick<Subject, 'durationSeconds' | 'requester'>;

/** Access that would end later than was asked for, if it were granted now. */
export interface LateEnd {
  /** ISO 8601, because it is stored as JSON. */
  readonly endsAt: string;
  /** How much later, rounded as people say it. */
  readonly seconds: number;
}

/** What people see of a request: its task, and for how long it grants. */
export interface ShownRequest {
  readonly request: Requested & Pick<Subject, 'account' | 'identityUserId'>;
  readonly task: ShownTask;
  readonly period: TaskPeriod;
  /** What the buttons ask about first, so that a click on them counts for it. */
  readonly change?: { readonly late?: LateEnd } | null;
}

/** The period of a task: as the service tells it, else as it was requested. */
export function periodOf(task: ToldPeriod | null, request: Requested): TaskPeriod {
  const periodOfTask = task === null ? null : toldPeriod(task);
  return periodOfTask ?? requestedPeriod(request);
}

/**
 * The period that was requested. A task that was made elsewhere was not requested through the bot.
 */
function requestedPeriod({ durationSeconds: seconds, requester }: Requested): TaskPeriod {
  if (seconds !== null) return { kind: 'lasts', seconds };
  return requester === null ? { kind: 'unreadable' } : { kind: 'until-revoked' };
}

/** Whether a duration is shorter than a period. */
export function isShorterThan(seconds: number, period: TaskPeriod): boolean {
  return period.kind !== 'lasts' || seconds < period.seconds;
}
