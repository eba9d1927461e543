import type { EntitlementKey } from '../request/access-request.ts';
import type { GrantOutcome } from '../task/task-snapshot.ts';

/**
 * How far an item of an access profile has come since somebody joined.
 * - `unseen`: the service shows neither a task for it nor that the person has it
 * - `had`: the person has it, and no task tells how
 * - `open`: its task is under way
 * - `given`, `refused`: its task has ended
 */
export type ItemState = 'unseen' | 'had' | 'open' | 'given' | 'refused';

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
