/** Long because everything that a grant’s end follows from stands together. */

import type { AccessRequest } from '../request/access-request.ts';
import { isOtherAccount } from '../request/granted-by-task.ts';
import { afterWorkingTime, lastWorkingTime, type WorkingHours } from '../settings/working-time.ts';
import { isOpen, type TaskSnapshot } from '../task/task-snapshot.ts';

/**
 * How a grant ended.
 * - `expired`: its time was over
 * - `given-back`: its holder gave it back
 * - `taken-away`: somebody else took it away
 * - `unconfirmed`: its time is over, and the service does not tell whether it is gone
 */
export type GrantEnd = 'expired' | 'given-back' | 'taken-away' | 'unconfirmed';

/** Access that the service says was added or removed. */
export interface AccessEvent extends Pick<AccessRequest, 'appId' | 'entitlementId'> {
  readonly kind: 'added' | 'removed';
  readonly at: Date;
  /** The account in the app; empty where the service does not tell. */
  readonly accountId: string;
  /** Whose account it is; null where the service does not tell. */
  readonly identityUserId: string | null;
  /** The task that did it; empty where the service does not tell. */
  readonly taskId: string;
  /** The service says that the time was over; absent if it does not say. */
  readonly isExpiry?: boolean;
}

type Granted = Pick<
  AccessRequest,
  'appId' | 'entitlementId' | 'identityUserId' | 'taskId' | 'account'
>;

/** The service's events may show so much later than they are dated. */
export const eventLagMs = 600_000;
const clockSkewMs = 300_000;

/** The tolerance before and after a grant's end within which a removal counts as that end. */
const dueEarlyMs = 60_000;
const dueLateMs = 3_600_000;

/** When access was removed, and whether the service says that its time was over. */
export interface Removal {
  readonly at: Date;
  readonly isExpiry: boolean;
}

/**
 * The removal of a grant's access by these events; null where they do not say that, or where it was
 * added again. An event counts only where it is certainly about this person, and of after the
 * grant: by the person's identity, or else by the task that gave it.
 */
export function removalOf(
  { startedAt, request }: Pick<GrantPeriod, 'startedAt'> & { readonly request: Granted },
  events: readonly AccessEvent[],
  now: Date,
): Removal | null {
  const last = new Map<string, AccessEvent>();
  for (const event of events) {
    const { appId, entitlementId, identityUserId, accountId, at } = event;
    if (appId !== request.appId || entitlementId !== request.entitlementId) continue;
    if (
      identityUserId === null
        ? event.taskId !== request.taskId
        : identityUserId !== request.identityUserId
    )
      continue;
    if (isOtherAccount(request, accountId)) continue;
    if (at < startedAt || at.getTime() > now.getTime() + clockSkewMs) continue;
    const before = last.get(accountId);
    // What was removed and added at once is there.
    const isLater =
      before === undefined || before.at < at || (event.kind === 'added' && before.at <= at);
    if (isLater) last.set(accountId, event);
  }
  const latest = [...last.values()];
  if (latest.length === 0 || latest.some((event) => event.kind === 'added')) return null;
  const at = Math.min(now.getTime(), Math.max(...latest.map((event) => event.at.getTime())));
  return { at: new Date(at), isExpiry: latest.every((event) => event.isExpiry === true) };
}

/**
 * How long to wait before the service is asked again about one grant that should be gone: longer
 * each time.
 */
export function nextCheckMs(checks: number): number {
  return Math.min(6 * 3_600_000, 15_000 * 2 ** Math.min(checks, 12));
}

/** Access is given back, or taken away. */
export interface PendingRemoval {
  /** The order to take it away is given, and the service has not shown that it is gone. */
  readonly revocationPending: 'given-back' | 'taken-away' | null;
  /** When the service says that it took it away; absent where that was not read. */
  readonly takenAt?: Date | null;
  /** The task of the order failed and is still open; absent where that was not read. */
  readonly isOrderFailing?: boolean;
}

/** A service may show access for so long after it took it away. */
export const removalShownMs = 900_000;

/** Whether access should have been taken away by now, and nothing says that it is gone. */
export function isRemovalMissed(
  { revocationPending, takenAt = null, isOrderFailing = false }: PendingRemoval,
  at: Date,
): boolean {
  if (revocationPending === null) return false;
  const isLate = takenAt !== null && at.getTime() - takenAt.getTime() >= removalShownMs;
  return isOrderFailing || isLate;
}

/** How long somebody has what was granted. */
export interface GrantPeriod {
  readonly startedAt: Date;
  /** null = until revoked. */
  readonly endsAt: Date | null;
}

/**
 * The end of the last year that is written with four digits: later ones are written in more than
 * one way, and not every database reads them.
 */
const latestMs = Date.UTC(10_000, 0) - 1;

/**
 * The period of a task that ended with a grant; null for any other. `readAt` stands in where the
 * service tells no time that can be: services write "no time" as one long before there were any.
 * What would end beyond the calendar has no end.
 */
export function grantPeriod(task: TaskSnapshot, readAt: Date): GrantPeriod | null {
  if (task.state !== 'closed' || task.outcome !== 'granted') return null;
  const toldMs = task.outcomeAt === null ? Number.NaN : Date.parse(task.outcomeAt);
  const startedAt = toldMs > 0 && toldMs <= latestMs ? new Date(toldMs) : readAt;
  if (task.grantDurationSeconds === null || task.grantDurationSeconds <= 0)
    return { startedAt, endsAt: null };
  const endsMs = startedAt.getTime() + task.grantDurationSeconds * 1_000;
  return { startedAt, endsAt: endsMs > latestMs ? null : new Date(endsMs) };
}

/**
 * Whether nobody can say when a grant ends: the service tells a duration that the bot cannot read.
 * `endsAt`: null also of one that ends when it is revoked.
 */
export function isEndUnreadable(
  { endsAt }: Pick<GrantPeriod, 'endsAt'>,
  task: TaskSnapshot | null,
): boolean {
  return endsAt === null && task?.hasUnreadableDuration === true;
}

/** Whether a later request goes on with it: its row is closed, and the access is there. */
export function goesOnLater({
  endedAt,
  endedBy,
}: {
  readonly endedAt: Date | null;
  readonly endedBy: GrantEnd | null;
}): boolean {
  return endedAt !== null && endedBy === null;
}

/** Whether `one` is over when, or before, `other` is. */
export function endsFirst(
  one: Pick<GrantPeriod, 'endsAt'>,
  other: Pick<GrantPeriod, 'endsAt'>,
): boolean {
  return other.endsAt === null || (one.endsAt !== null && one.endsAt <= other.endsAt);
}

/** Whether a removal at this time is the end of what was granted until then. */
export function isDueAt(endsAt: Date | null, removedAt: Date): boolean {
  return endsAt !== null && endsAt.getTime() <= removedAt.getTime() + dueEarlyMs;
}

/** Whether a removal at this time comes with the end of this period, and not long after it. */
export function isRemovalAtEnd({ endsAt }: Pick<GrantPeriod, 'endsAt'>, removedAt: Date): boolean {
  return endsAt !== null && isDueAt(endsAt, removedAt) && +removedAt - +endsAt <= dueLateMs;
}

/** How much is left of a grant; 0 where it is over, was never noted, or has no end. */
export function secondsLeft(
  grant: (Pick<GrantPeriod, 'endsAt'> & { readonly endedAt: Date | null }) | null,
  now: Date,
): number {
  if (grant === null || grant.endedAt !== null || grant.endsAt === null) return 0;
  return Math.max(0, Math.ceil((grant.endsAt.getTime() - now.getTime()) / 1_000));
}

/**
 * What an extension asks for: what is left plus what was picked, at most the longest that is
 * allowed (null = any).
 */
export function extendedSeconds(
  leftSeconds: number,
  pickedSeconds: number,
  longestSeconds: number | null,
): number {
  return Math.min(leftSeconds + pickedSeconds, longestSeconds ?? Number.POSITIVE_INFINITY);
}

/** How access went that a request was to prolong; `over`: its time was. */
export type Lapse = 'given-back' | 'taken-away' | 'over';

/**
 * How the access went that a request for more time was to prolong: that request, if it is granted,
 * gives new access. null while there is something to prolong, and where there was when the request
 * was decided.
 *
 * @param request a withdrawn one was not decided
 * @param task the last reading; null where there is none
 */
export function lapseOf(
  former: {
    readonly revocationPending: 'given-back' | 'taken-away' | null;
    readonly endedAt: Date | null;
    readonly endedBy: GrantEnd | null;
  },
  { state }: Pick<AccessRequest, 'state'>,
  task: Pick<TaskSnapshot, 'state' | 'outcomeAt'> | null,
): Lapse | null {
  const { endedAt, endedBy, revocationPending } = former;
  const isDecided = task !== null && !isOpen(task) && state !== 'withdrawn';
  if (endedAt === null) return isDecided ? null : revocationPending;
  if (goesOnLater(former)) return null;
  // Where the service tells no time, it counts as it was requested.
  const wasThere = isDecided && !(Date.parse(task.outcomeAt ?? '') >= endedAt.getTime());
  if (wasThere) return null;
  return endedBy === 'given-back' || endedBy === 'taken-away' ? endedBy : 'over';
}

/** How much clocks and the way to the service may add to what was asked for. */
export const sendingMs = 120_000;

/**
 * What an extension adds to access that ends, and until when: counted from when it was sent, as it
 * was asked for. null where it adds nothing.
 *
 * @param seconds of the task: what was left, and what was asked for
 */
export function addedTime(
  heldUntil: Date,
  extension: { readonly sentAt: Date; readonly seconds: number; readonly askedSeconds: number },
): { readonly seconds: number; readonly until: Date } | null {
  const { sentAt, seconds, askedSeconds } = extension;
  const askedEnd = heldUntil.getTime() + askedSeconds * 1_000;
  const end = sentAt.getTime() + seconds * 1_000;
  if (Math.abs(end - askedEnd) <= sendingMs)
    return { seconds: askedSeconds, until: new Date(askedEnd) };
  const addedMinutes = Math.round((end - heldUntil.getTime()) / 60_000);
  return addedMinutes < 1 ? null : { seconds: addedMinutes * 60, until: new Date(end) };
}

/** Access that is being taken from somebody. */
export interface TakenAway extends Pick<AccessRequest, 'appId' | 'entitlementId'> {
  readonly identityUserId: string;
  readonly reason: string;
  /** Slack id; null on the command line. */
  readonly by: string | null;
}

const minuteMs = 60_000;
const weekMs = 7 * 86_400_000;

/**
 * When the holder hears that a grant is going to end: a tenth of its length before, at least 10
 * minutes and at most 2 days; of one below 10 minutes, in its middle. Outside of their working
 * hours it is when they work next, if that leaves half of the time, else when they worked last.
 */
export function warningAt(
  { startedAt, endsAt }: { readonly startedAt: Date; readonly endsAt: Date },
  timeZone: string,
  hours: WorkingHours,
): Date {
  const lengthMs = endsAt.getTime() - startedAt.getTime();
  const tenthMs = Math.min(2_880 * minuteMs, Math.max(10 * minuteMs, lengthMs / 10));
  const dueMs = endsAt.getTime() - (lengthMs < 10 * minuteMs ? lengthMs / 2 : tenthMs);
  const due = new Date(dueMs);
  const next = afterWorkingTime(due, 0, timeZone, hours);
  if (next.getTime() - dueMs <= (endsAt.getTime() - dueMs) / 2) return next;
  const since = new Date(Math.max(startedAt.getTime(), dueMs - weekMs));
  return lastWorkingTime(due, since, timeZone, hours) ?? due;
}
