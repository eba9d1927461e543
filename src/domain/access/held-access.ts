import type { AppAccount } from '../catalogue/entitlement.ts';
import type { EntitlementKey } from '../request/access-request.ts';

/** What somebody has in an app, as the service's search for grants tells it. */
export interface HeldAccess extends EntitlementKey {
  readonly entitlementName: string;
  readonly account: AppAccount;
  /** ISO 8601; null: until it is revoked, or the service sent a time that the bot cannot read. */
  readonly endsAt: string | null;
  readonly isEndUnreadable: boolean;
  /** The entitlements through which it is inherited; none of a direct grant; null: not told. */
  readonly sources: readonly EntitlementKey[] | null;
}

/** One thing that somebody holds by one account. */
export interface HeldKey extends EntitlementKey {
  readonly accountId: string;
}

/** Whether it goes where this goes: nothing else gives it. */
export function isOnlyThrough({ sources }: HeldAccess, key: EntitlementKey): boolean {
  return sources !== null && sources.length > 0 && sources.every((one) => isSame(one, key));
}

/** Ids of entitlements are unique within an app only. */
export function isSame(one: EntitlementKey, other: EntitlementKey): boolean {
  return one.appId === other.appId && one.entitlementId === other.entitlementId;
}
