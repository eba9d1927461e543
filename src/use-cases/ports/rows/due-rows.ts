/** What the use cases need of the store to act in time: grants that run, and requests that wait. */

import type { RunningGrant } from '../../../domain/access/access-life.ts';
import type { GrantEnd, GrantPeriod, PendingRemoval } from '../../../domain/access/grant.ts';
import type { StepWatch } from '../../../domain/due/step-watch.ts';
import type { AccessRequest, EntitlementKey } from '../../../domain/request/access-request.ts';

/** What was granted by a request. */
export interface GrantRow extends GrantPeriod, PendingRemoval {
  readonly requestId: string;
  readonly endedAt: Date | null;
  readonly endedBy: GrantEnd | null;
}

/** What the bot knows of the end of a grant, and when it acts on it. */
export interface GrantWatch {
  readonly revokedAt: RunningGrant['revokedAt'];
  /** When it is to be looked at; null = when its time is over. */
  readonly checkAt: Date | null;
  /** How often the service was asked whether it is gone. */
  readonly checks: number;
  /** When the holder is to hear that it is going to end; null before that is known. */
  readonly warnAt: Date | null;
  readonly isWarned: boolean;
}

/** A grant that has not ended. */
export interface FollowedGrant extends GrantRow, GrantWatch {
  readonly request: AccessRequest;
}

export interface GrantRows {
  /** Notes a grant, once for each request; later calls change nothing. */
  begin(requestId: string, period: GrantPeriod): Promise<void>;
  find(requestId: string): Promise<GrantRow | null>;
  /**
   * Grants whose time is over, or that are to be looked at by now, or that were once taken for over
   * too early; the longest due first.
   */
  due(now: Date, limit: number): Promise<readonly FollowedGrant[]>;
  /**
   * Those with an end of which the holder was not told yet, and is to be told by now, or nobody
   * knows when.
   */
  toWarn(now: Date, limit: number): Promise<readonly FollowedGrant[]>;
  /**
   * All that have not ended, of any person (`identityUserId` null or absent), or of one
   * person. In the order of their ids.
   */
  runningOf(
    access: EntitlementKey & { readonly identityUserId?: string | null },
  ): Promise<readonly FollowedGrant[]>;
  /**
   * The time from which events still have to be read for running grants; null if all grants have
   * ended.
   */
  unreadSince(): Promise<Date | null>;
  /** The apps of grants that have not ended. */
  runningApps(): Promise<readonly string[]>;
  /** Events were read up to this time. */
  markRead(at: Date): Promise<void>;
  /** Grants that end in this time and that nobody has ended, in the order of their ends. */
  endingBetween(from: Date, to: Date): Promise<readonly FollowedGrant[]>;
  /** Does nothing where it has ended. */
  follow(
    requestId: string,
    change: Partial<Pick<GrantRow, 'endsAt' | 'revocationPending'> & GrantWatch>,
  ): Promise<void>;
  /** False, changing nothing, where it has ended already or was never noted. */
  end(requestId: string, by: GrantEnd, at: Date): Promise<boolean>;
}

/** A request that waits for a decision, with what is stored of its step. */
export interface DueRow {
  readonly requestId: string;
  readonly taskId: string;
  /** When the task was read last. */
  readonly readAt: Date | null;
  readonly dueAt: Date;
  /** null before it was looked at the first time. */
  readonly watch: StepWatch | null;
}

export interface DueTimeRows {
  /** Those to look at by this time, the longest due first. */
  due(now: Date, limit: number): Promise<readonly DueRow[]>;
  /** The row, held until the transaction ends; null where there is none. */
  lock(
    requestId: string,
  ): Promise<{ readonly dueAt: Date | null; readonly watch: StepWatch | null } | null>;
  /**
   * When the request is looked at next; null = not at all. What is stored of its step stays where
   * none is given.
   */
  set(requestId: string, dueAt: Date | null, watch?: StepWatch): Promise<void>;
  /**
   * When the next request is to be looked at, or the next grant ends; null where there is neither.
   */
  next(): Promise<Date | null>;
  /** True once for each day, whichever process asks. */
  beginDigest(day: string): Promise<boolean>;
}
