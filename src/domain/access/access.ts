import type { AccessRequest } from '../request/access-request.ts';
import { endsFirst, type GrantPeriod } from './grant.ts';

/** A grant that has not ended, as one of those by which somebody has the same access. */
export interface GrantOfAccess extends GrantPeriod {
  readonly requestId: string;
  /** It is being taken away: how it will have ended. */
  readonly revocationPending: 'given-back' | 'taken-away' | null;
  readonly request: Pick<AccessRequest, 'appId' | 'entitlementId' | 'identityUserId' | 'account'>;
  /** Nobody can say when it ends; absent where that was not looked at. */
  readonly isEndUnreadable?: boolean;
}

/**
 * What one person has of one entitlement by one account. However many requests gave it, it has one
 * end: the last one that the service told. Until the service tells one, the end of the latest grant
 * is expected, because some services let a later grant replace an earlier one even if it is shorter.
 */
export interface Access<Grant extends GrantOfAccess = GrantOfAccess> {
  /** All that have not ended, in the order in which they were granted. */
  readonly grants: readonly Grant[];
  /** The latest one, whose end is expected. */
  readonly current: Grant;
  /**
   * Granted earlier and for longer, the longest first. They count again if the access is still there
   * after the end of the current one.
   */
  readonly behind: readonly Grant[];
}

/**
 * Whether two requests are for the same access. An account that nobody picked is not the same as one
 * that somebody picked: nobody can say which it is.
 */
export function isSameAccess(
  one: GrantOfAccess['request'],
  other: GrantOfAccess['request'],
): boolean {
  return (
    one.identityUserId !== null &&
    one.identityUserId === other.identityUserId &&
    one.appId === other.appId &&
    one.entitlementId === other.entitlementId &&
    (one.account?.id ?? null) === (other.account?.id ?? null)
  );
}

/**
 * The access that somebody has by this grant, and by others among these. What was granted after its
 * revocation had been ordered is not taken away by that: it is access of its own.
 */
export function accessBy<Grant extends GrantOfAccess>(
  grant: Grant,
  others: readonly Grant[],
): Access<Grant> {
  const isLeaving = grant.revocationPending !== null;
  const same = others.filter(
    (one) =>
      one.requestId !== grant.requestId &&
      isSameAccess(one.request, grant.request) &&
      (one.revocationPending !== null) === isLeaving,
  );
  const grants = [grant, ...same].toSorted(byBeginning);
  const lasting = grants.filter((one, at) => !grants.slice(at + 1).some(isOutlastedBy(one)));
  return { grants, current: grants.at(-1) ?? grant, behind: lasting.slice(0, -1) };
}

/** The access among these that is expected to be there longest; null if there is none. */
export function longestAccess<Grant extends GrantOfAccess>(
  grants: readonly Grant[],
): Access<Grant> | null {
  const all = grants.map((grant) => accessBy(grant, grants));
  const [longest = null] = all.toSorted(({ current: one }, { current: other }) =>
    endsFirst(one, other) ? 1 : -1,
  );
  return longest;
}

/** Of those that were granted at once, the longest is the latest. */
function byBeginning(one: GrantOfAccess, other: GrantOfAccess): number {
  const ms = one.startedAt.getTime() - other.startedAt.getTime();
  if (ms !== 0) return ms;
  const isTied = endsFirst(one, other) && endsFirst(other, one);
  if (isTied) return one.requestId < other.requestId ? -1 : 1;
  return endsFirst(one, other) ? -1 : 1;
}

/** Nobody knows which is over first where the end of one cannot be read. */
function isOutlastedBy(one: GrantOfAccess): (later: GrantOfAccess) => boolean {
  return (later) =>
    one.isEndUnreadable !== true && later.isEndUnreadable !== true && endsFirst(one, later);
}

/** Whether the access goes on with a later grant when, or after, this one is over. */
export function isOutlasted(
  { current, behind }: Access,
  { requestId }: Pick<GrantOfAccess, 'requestId'>,
): boolean {
  return current.requestId !== requestId && behind.every((one) => one.requestId !== requestId);
}

/** An end that the service did not tell, of access that was to last longer by an earlier grant. */
export interface ExpectedEnd {
  readonly endsAt: Date;
  /** Until when the earlier grant was to last; null = it had no end that is known. */
  readonly grantedUntil: Date | null;
  /** Whether the grant that is spoken of is the earlier one. */
  readonly isEarlier: boolean;
}

/** What has to be said of the end of access beside one of its grants; null where that end is its own. */
export function expectedEnd(
  { current, behind }: Access,
  { requestId }: Pick<GrantOfAccess, 'requestId'>,
): ExpectedEnd | null {
  const { endsAt } = current;
  const isEarlier = requestId !== current.requestId;
  const earlier = isEarlier ? behind.find((one) => one.requestId === requestId) : behind[0];
  if (endsAt === null || earlier === undefined) return null;
  return { endsAt, grantedUntil: earlier.endsAt, isEarlier };
}
