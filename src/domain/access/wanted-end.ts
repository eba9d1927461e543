import type { AccessRequest } from '../request/access-request.ts';
import type { LateEnd, TaskPeriod } from '../request/granted-by-task.ts';
import type { Subject } from '../request/subject.ts';
import { endOf, isTypedEnd } from '../request/time-text.ts';
import type { TaskSnapshot } from '../task/task-snapshot.ts';
import {
  endsFirst,
  type GrantEnd,
  type GrantPeriod,
  goesOnLater,
  secondsLeft,
  sendingMs,
} from './grant.ts';

/** What makes access one: its person, app, entitlement and account. */
export type AccessKey = Pick<
  AccessRequest,
  'appId' | 'entitlementId' | 'identityUserId' | 'account'
>;

/**
 * Whether two requests are for the same access. An account that nobody picked is not the same as one
 * that somebody picked: nobody can say which it is.
 */
export function isSameAccess(one: AccessKey, other: AccessKey): boolean {
  return (
    one.identityUserId !== null &&
    one.identityUserId === other.identityUserId &&
    one.appId === other.appId &&
    one.entitlementId === other.entitlementId &&
    (one.account?.id ?? null) === (other.account?.id ?? null)
  );
}

/** The one of these that ends last; null if there is none. */
export function lastToEnd<Granted extends Pick<GrantPeriod, 'endsAt'>>(
  grants: readonly Granted[],
): Granted | null {
  return grants.reduce<Granted | null>(
    (last, one) => (last === null || endsFirst(last, one) ? one : last),
    null,
  );
}

/** What a request says of how long its access is wanted. */
export type Wanted = Pick<
  Subject,
  'timeText' | 'durationSeconds' | 'createdAt' | 'extendsRequestId'
>;

/** The access that a request for more time is to prolong. */
export type Former = Pick<GrantPeriod, 'endsAt'> & {
  readonly endedAt: Date | null;
  /** How it ended; null where it is there, or a later request goes on with it. */
  readonly endedBy: GrantEnd | null;
};

/**
 * For how many seconds access may be granted at this time, so that it ends when it was asked to end;
 * 0 or less where that is over. null where a length was asked for, which begins with the grant, and
 * where nobody can tell.
 *
 * @param former null where none was noted, and of a request that prolongs nothing
 */
export function wantedSeconds(wanted: Wanted, former: Former | null, now: Date): number | null {
  const { timeText, durationSeconds, createdAt, extendsRequestId } = wanted;
  if (durationSeconds === null) return null;
  const isEnd = isTypedEnd(timeText);
  if (extendsRequestId === null)
    return isEnd ? secondsUntil(endOf(createdAt, durationSeconds), now) : null;
  if (former === null || goesOnLater(former)) return null;
  const endedAt = former.endedAt !== null && former.endedAt > now ? null : former.endedAt;
  if (!isEnd) return secondsLeft({ ...former, endedAt }, now) + durationSeconds;
  // A typed end was kept as what it adds to the access that was there.
  const { endsAt } = former;
  return secondsUntil(
    endOf(endsAt !== null && endsAt > createdAt ? endsAt : createdAt, durationSeconds),
    now,
  );
}

function secondsUntil(end: Date, now: Date): number {
  return Math.ceil((end.getTime() - now.getTime()) / 1_000);
}

/**
 * Whether approving at this step grants: an earlier one of several leads to another review, which
 * looks at the end again.
 */
export function isGrantingStep({ approvalStep, takesAway }: TaskSnapshot): boolean {
  return (
    takesAway !== true && (approvalStep === undefined || approvalStep.number >= approvalStep.of)
  );
}

/**
 * How late access would end that is granted now for the period of its task; null where it is not
 * late, and where somebody set a longer period than was sent.
 */
export function lateEnd(
  wanted: Wanted,
  former: Former | null,
  period: TaskPeriod,
  now: Date,
): LateEnd | null {
  const seconds = wantedSeconds(wanted, former, now);
  if (seconds === null || period.kind !== 'lasts') return null;
  const sentSeconds = wantedSeconds(wanted, former, wanted.createdAt) ?? seconds;
  if (period.seconds - sentSeconds > sendingMs / 1_000) return null;
  const late = period.seconds - seconds;
  if (late <= sendingMs / 1_000) return null;
  const endsAt = new Date(now.getTime() + period.seconds * 1_000).toISOString();
  return { endsAt, seconds: roughSeconds(late) };
}

/**
 * The time that a task was set to, where that was done to keep the wanted end: nobody has to look at
 * it again. null where it was set to another one.
 *
 * @param shownSeconds as the card showed it
 */
export function keptSeconds(
  wanted: Wanted,
  former: Former | null,
  { grantDurationSeconds: set }: Pick<TaskSnapshot, 'grantDurationSeconds'>,
  { shownSeconds, now }: { readonly shownSeconds: number | null; readonly now: Date },
): number | null {
  const seconds = wantedSeconds(wanted, former, now);
  if (seconds === null || set === null || shownSeconds === null) return null;
  return set < shownSeconds && set >= seconds ? set : null;
}

/** Beside an end, the seconds, the minutes of a day and the hours of three days add nothing. */
export function roughSeconds(seconds: number): number {
  const short = seconds < 86_400 ? 60 : 3_600;
  const step = seconds < 259_200 ? short : 86_400;
  return Math.round(seconds / step) * step;
}
