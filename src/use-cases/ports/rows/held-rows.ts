import type { HeldAccess, HeldReturn } from '../../../domain/held/held-access.ts';
import type { EntitlementKey } from '../../../domain/request/access-request.ts';

/** What a person was seen to hold. */
export interface HeldReading {
  /** null before anything was read. */
  readonly held: readonly HeldAccess[] | null;
  /** When it was read; null before. */
  readonly readAt: Date | null;
  /** Whose it is; null before. */
  readonly identityUserId: string | null;
  /** When it was last tried: later than `readAt` where that failed. */
  readonly triedAt: Date;
  /** Whether there is more than was read. */
  readonly isCut: boolean;
}

/** What people hold, wherever it was granted, and what they give back of it. */
export interface HeldRows {
  reading(slackUserId: string): Promise<HeldReading | null>;
  keep(slackUserId: string, reading: HeldReading): Promise<void>;
  /** Notes that a reading was tried and failed: the one before stays. */
  markTried(slackUserId: string, at: Date): Promise<void>;
  /**
   * What this person has by requests of the bot that have not ended; `accountId`: where one was
   * picked.
   */
  grantedHere(
    slackUserId: string,
  ): Promise<readonly (EntitlementKey & { readonly accountId: string | null })[]>;
  /** False, changing nothing, where the same is being given back already. */
  insertReturn(one: HeldReturn): Promise<boolean>;
  findReturn(id: string): Promise<HeldReturn | null>;
  /** The last of each thing that this person gave back, newest first; at most `limit`. */
  returnsOf(slackUserId: string, limit: number): Promise<readonly HeldReturn[]>;
  saveReturn(
    id: string,
    change: Partial<Pick<HeldReturn, 'state' | 'refusal' | 'taskId' | 'alsoRevoked' | 'at'>>,
  ): Promise<void>;
}
