import type { EntitlementKey } from '../request/access-request.ts';
import type { GrantOutcome } from '../task/task-snapshot.ts';

/**
 * What happens to the items of an access profile when somebody leaves it
 * (docs/spec/deployments.md#leaving-an-access-profile).
 * - `stays`: nothing
 * - `goes`: they are asked to be taken away as well
 * - `goes-unless-shared`: the same, but for what another profile of the person holds too
 * - `unknown`: the service does not tell, or in a word that nobody knows yet
 */
export const unenrolments = ['stays', 'goes', 'goes-unless-shared', 'unknown'] as const;
export type Unenrolment = (typeof unenrolments)[number];

/** A catalog that can be asked for as a whole. */
export interface AccessProfile {
  readonly id: string;
  readonly name: string;
  /** What it contains; null where nobody could read that. */
  readonly items: readonly EntitlementKey[] | null;
  readonly unenrolment: Unenrolment;
}

/** What a person who gives back an access profile has to know. */
export interface LeavingProfile extends Pick<AccessProfile, 'unenrolment'> {
  /** Names of its items that the person was seen to hold; none where that was not read. */
  readonly held: readonly string[];
}

/**
 * How far an item of an access profile has come since somebody joined.
 * - `unseen`: the service shows neither a task for it nor that the person has it
 * - `had`: the person has it, and no task tells how
 * - `open`: its task is under way
 * - `given`, `refused`: its task has ended
 */
type ItemState = 'unseen' | 'had' | 'open' | 'given' | 'refused';

export interface ProfileItem extends EntitlementKey {
  /** Empty where nobody told it. */
  readonly name: string;
  readonly state: ItemState;
  /** The task that the service opened for it; null before one was seen. */
  readonly taskId: string | null;
  /** How the task ended; null before. */
  readonly outcome: GrantOutcome | null;
  /** Names of those who decide on its task, by the last reading. */
  readonly waitingFor: readonly string[];
}

/** What came of an access profile that was asked for here. */
export interface ProfileProgress {
  readonly name: string;
  readonly items: readonly ProfileItem[];
  /** When the service told of them last; null before. */
  readonly readAt: Date | null;
  /** From when on nobody looks any more; null while it is followed. */
  readonly endedAt: Date | null;
}

export function isSettled({ state }: Pick<ProfileItem, 'state'>): boolean {
  return state !== 'unseen' && state !== 'open';
}

/**
 * What is said of a profile once nobody looks any more: how many of how many, and names, which are
 * empty where nobody told them.
 */
export interface ProfileOutcome {
  readonly given: number;
  readonly of: number;
  readonly refused: readonly string[];
  /** Nobody knows whether these come. */
  readonly unknown: readonly string[];
}

export function isThere({ state }: Pick<ProfileItem, 'state'>): boolean {
  return state === 'given' || state === 'had';
}
