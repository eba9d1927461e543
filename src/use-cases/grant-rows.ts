import type { AccessRequest } from '../domain/access-request.ts';
import type { GrantEnd, GrantPeriod } from '../domain/grant.ts';

export interface GrantRow extends GrantPeriod {
  readonly requestId: string;
  readonly endedAt: Date | null;
  readonly endedBy: GrantEnd | null;
  /** It is being taken away: how it will have ended. null where it is not. */
  readonly leaving: 'given-back' | 'taken-away' | null;
}

/** A grant that has not ended, with what is known of its end. */
export interface FollowedGrant extends GrantRow {
  readonly request: AccessRequest;
  /** When the service took it away by what the task of that says; null where it does not say so. */
  readonly revokedAt: Date | null;
  /** When the holder is to hear that it is going to end; null before that is known. */
  readonly warnAt: Date | null;
  /** How often the service was asked whether it is gone. */
  readonly checks: number;
}

export interface GrantRows {
  /** Notes a grant, once for each request; later calls change nothing. */
  begin(requestId: string, period: GrantPeriod): Promise<void>;
  find(requestId: string): Promise<GrantRow | null>;
  /** Grants whose time is over, or that are to be looked at by now for another reason; the longest due first. */
  due(now: Date, limit: number): Promise<readonly FollowedGrant[]>;
  /** Those with an end of which the holder was not told yet, and is to be told by now, or nobody knows when. */
  toWarn(now: Date, limit: number): Promise<readonly FollowedGrant[]>;
  /** All that have not ended, of whoever has them (`identityUserId` null or absent), or of one person. In the order of their ids. */
  runningOf(access: {
    readonly appId: string;
    readonly entitlementId: string;
    readonly identityUserId?: string | null;
  }): Promise<readonly FollowedGrant[]>;
  /** From when on, and of which apps, events were not read for all that have not ended; null where all have. */
  unread(): Promise<{ readonly since: Date; readonly appIds: readonly string[] } | null>;
  /** Events were read up to this time. */
  markRead(at: Date): Promise<void>;
  /** Grants that end in this time and that nobody has ended, in the order of their ends. */
  endingBetween(from: Date, to: Date): Promise<readonly GrantRow[]>;
  /** Does nothing where it has ended. `checkAt`: when it is to be looked at; null = when its time is over. */
  follow(
    requestId: string,
    change: Partial<
      Pick<FollowedGrant, 'endsAt' | 'leaving' | 'revokedAt' | 'checks' | 'warnAt'> & {
        readonly checkAt: Date | null;
        readonly isWarned: boolean;
      }
    >,
  ): Promise<void>;
  /** False, changing nothing, where it has ended already or was never noted. */
  end(requestId: string, by: GrantEnd, at: Date): Promise<boolean>;
}
