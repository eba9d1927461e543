/**
 * What the core asks about requests for access profiles: what came of them. `extras/profiles`
 * answers; without it a profile is asked for like any other entitlement.
 */
import type { AccessProfile, ProfileProgress } from '../../domain/profiles/access-profile.ts';
import type { HolderRow } from './rows/subject-rows.ts';
import type { StoreTransaction } from './store-ports.ts';

/** Names of what is offered. */
export interface OfferedNames {
  readonly appById: (appId: string) => { readonly name: string } | null;
  readonly entitlement: (appId: string, id: string) => { readonly name: string } | null;
}

export interface RequestedProfiles {
  /** Keeps that a request is for a profile. */
  keep(
    tx: StoreTransaction,
    asked: {
      readonly requestId: string;
      readonly profile: AccessProfile;
      readonly offered: OfferedNames;
    },
  ): Promise<void>;
  /** Whether a request was for a profile when it was made. */
  isKept(tx: StoreTransaction, requestId: string): Promise<boolean>;
  /** What came of the profiles among what somebody has, as they are told it, by request. */
  progressOf(
    tx: StoreTransaction,
    slackUserId: string,
    rows: readonly HolderRow[],
  ): Promise<ReadonlyMap<string, ProfileProgress>>;
  /** The name of a profile for which the service opened this task; null where there is none. */
  nameOfTask(tx: StoreTransaction, taskId: string): Promise<string | null>;
  /** Has the profiles of this task looked at soon. */
  lookAtTask(tx: StoreTransaction, taskId: string): Promise<void>;
  /** Has this person's profiles looked at soon, but for those that were a moment ago. */
  lookAtOwn(tx: StoreTransaction, slackUserId: string): Promise<void>;
}

/** Where nobody follows them. */
export const noProfiles: RequestedProfiles = {
  keep: () => Promise.resolve(),
  isKept: () => Promise.resolve(false),
  progressOf: () => Promise.resolve(new Map()),
  nameOfTask: () => Promise.resolve(null),
  lookAtTask: () => Promise.resolve(),
  lookAtOwn: () => Promise.resolve(),
};
