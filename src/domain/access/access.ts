import type { AccessRequest } from '../request/access-request.ts';
import { endsFirst, type GrantPeriod } from './grant.ts';

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
