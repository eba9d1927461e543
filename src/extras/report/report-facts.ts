/** What the monthly report counts. */
import type { RequestedAccess } from '../../domain/request/access-request.ts';

/** A request that was made in the period, or before it and is still open. */
export interface ReportedRequest
  extends Pick<
    RequestedAccess,
    'appId' | 'appName' | 'entitlementName' | 'justification' | 'emergency'
  > {
  readonly at: Date;
  readonly requesterName: string;
  /** The number of its task; null before there is one. */
  readonly number: string | null;
  /** `open`, `refused`, `abandoned` and `withdrawn` beside the outcomes of tasks. */
  readonly outcome: string;
  /** When a person other than requester and target first acted on it; null if nobody did. */
  readonly firstLookAt: Date | null;
  /**
   * When a person decided on it: through the bot, or in the console, where the task's end is the
   * time. Null if nobody did: it is open, was withdrawn or deleted, expired, was granted or denied
   * by a policy, or never became a task.
   */
  readonly decidedAt: Date | null;
  /** When the access began and ended; null where none was given, or it goes on. */
  readonly startedAt: Date | null;
  readonly endedAt: Date | null;
  readonly endedBy: string | null;
  /** The approvers in Slack, else those that the service names; empty if there are none. */
  readonly approvers: readonly string[];
  /** The summary at the end of an emergency was delivered. */
  readonly isFollowedUp: boolean;
}

/** How often something was refused in the period. */
export interface ReportedRefusal {
  /** What was refused: the verb of a click, or `request`: by the service. */
  readonly what: string;
  /** Why; empty where the trail does not tell. */
  readonly reason: string;
  readonly times: number;
}

export interface ReportFacts {
  readonly requests: readonly ReportedRequest[];
  /** The most frequent first. */
  readonly refusals: readonly ReportedRefusal[];
  /** When the newest entry of the audit trail was made; null if there is none. */
  readonly newestAt: Date | null;
}
