/** What people see of what can be asked for, by the tenant. */
import type { CatalogueEntitlement } from '../../domain/catalogue/entitlement.ts';
import type { AccessProfile } from '../../domain/profiles/access-profile.ts';
import type { EntitlementKey } from '../../domain/request/access-request.ts';
import type { ServedReading } from './served-reading.ts';

/** Whether an entitlement is kept from the lists of a person; false where that is not known. */
export type IsHidden = (entitlement: EntitlementKey) => boolean;

export const nothingHidden: IsHidden = () => false;

/**
 * What people see in the tenant's catalogs. It sorts and explains and never blocks: the service
 * decides on a request. Until the catalogs are read, people see everything, or what an old copy
 * says.
 */
export interface Visibility extends Pick<ServedReading, 'refresh' | 'refreshUnread'> {
  /**
   * The person is about to ask: what they hold is found out in the background, by at most three
   * calls, and remembered for some minutes.
   */
  learn(slackUserId: string, identityUserId: string): void;
  /** Whether what the person sees was found out some minutes ago at most. */
  isLearned(slackUserId: string): boolean;
  /** Resolves when what is being found out is known, or `patience` is over. */
  settled(slackUserId: string, patience: Promise<unknown>): Promise<void>;
  /** By what is known now, without a call. */
  hiddenFrom(slackUserId: string): IsHidden;
  /** The access profile whose enrolment the entitlement is; null where none is known. */
  profileOf(enrolment: Pick<CatalogueEntitlement, 'resourceId'>): AccessProfile | null;
  /** Those of these that somebody holds, as far as one call tells; null where nothing is known. */
  heldAmong(
    slackUserId: string,
    among: readonly EntitlementKey[],
  ): Promise<readonly EntitlementKey[] | null>;
}

/** Where the tenant does not tell, or nobody reads it. */
export const everythingShown: Visibility = {
  learn: () => undefined,
  isLearned: () => true,
  settled: () => Promise.resolve(),
  hiddenFrom: () => nothingHidden,
  profileOf: () => null,
  heldAmong: () => Promise.resolve(null),
  refresh: () => Promise.resolve(),
  refreshUnread: () => Promise.resolve(),
};
