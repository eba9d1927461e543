/** An identity user of the governance service as a card needs it. */
export interface IdentityPerson {
  readonly id: string;
  /** Display name; the id where the service sent no name. Never empty. */
  readonly name: string;
  readonly email: string | null;
  /** Never empty; there only where the person was looked up, and has one. */
  readonly department?: string;
  /** `User.status`; there only where the person was looked up. */
  readonly status?: string;
}

/**
 * Why this person may neither ask, be asked for, nor decide: their status, where the service does not call them enabled. null where they
 * may, and where nothing read their status: then their Slack account decides.
 */
export function inactiveStatus({ status }: IdentityPerson, unknownStatus: 'refuse' | 'allow'): string | null {
  if (status === undefined || status === 'ENABLED') return null;
  return status === 'UNKNOWN' && unknownStatus === 'allow' ? null : status;
}

/** Outcome of a grant task; `none` while there is none, any value nobody knows yet is kept as it is. */
export type GrantOutcome = 'none' | 'granted' | 'denied' | 'error' | 'cancelled' | 'wait-timed-out' | (string & {});

export interface SnapshotEntitlement {
  readonly appId: string;
  readonly id: string;
  /** Display name; the id where there is none. */
  readonly name: string;
  readonly description: string;
  /** `riskLevelValueId`, empty where none is set. */
  readonly riskLevel: string;
}

/**
 * A task as it was at one reading, in the bot's own terms: everything that a card or a rule needs, nothing else.
 * Source: interface.md, Task, TaskView and `expanded`; deployments.md for `task.type` and `policy.current.id`.
 */
export interface TaskSnapshot {
  readonly id: string;
  /** Human-usable number (int64 as a string); empty where the service sends none. */
  readonly numericId: string;
  /** `closed` is the only sign of the end: an open task can already carry an error outcome. */
  readonly state: 'open' | 'closed' | (string & {});
  readonly outcome: GrantOutcome;
  /** ISO 8601, when the outcome came about (`task.type.grant.outcomeTime`); null where the service does not tell. */
  readonly outcomeAt: string | null;
  /** Raw TaskActionType values that the bot's credentials may perform; unknown values are kept. */
  readonly actions: readonly string[];
  /** `policy.current.id`; null where the service tells no step. */
  readonly currentStepId: string | null;
  /** Which of the approvals this is, counted from 1; there only while a person decides and the policy tells it. */
  readonly approvalStep?: { readonly number: number; readonly of: number };
  /** Who may review the current step (`stepApproversPath`, else `stepApproverIds`). */
  readonly stepApprovers: readonly IdentityPerson[];
  /** Who approved or denied any step (`approversPath`, else `approverIds`). */
  readonly approvers: readonly IdentityPerson[];
  /** For whom the access is. */
  readonly target: IdentityPerson | null;
  readonly appId: string;
  readonly appName: string;
  readonly entitlements: readonly SnapshotEntitlement[];
  readonly justification: string;
  /** null = until revoked, or not told. */
  readonly grantDurationSeconds: number | null;
  readonly emergency: boolean;
  /** Raw Task.origin. */
  readonly origin: string;
  /** Raw Task.recommendation without its prefix, lower case; null where unspecified. */
  readonly recommendation: string | null;
  /** Insight sentences located by `insightsPath`; empty where there are none. */
  readonly insights: readonly string[];
  /** ISO 8601, `appUserLastUsagePath`; null where unknown. */
  readonly lastUsedAt: string | null;
  /** `TaskGrantSource.requestId` of the request that made the task; null where the task carries no source. */
  readonly sourceRequestId: string | null;
}

export function isOpen(task: Pick<TaskSnapshot, 'state'>): boolean {
  return task.state !== 'closed';
}

/** What people need to hear of between two readings of a task. */
export type TaskChange =
  | { readonly kind: 'closed' }
  | { readonly kind: 'step-advanced' }
  | { readonly kind: 'reopened' };

/** Compares two readings. Changes of mere detail (names, usage) re-render the card and are not listed here. */
export function taskChanges(before: TaskSnapshot | null, after: TaskSnapshot): readonly TaskChange[] {
  const changes: TaskChange[] = [];
  const wasOpen = before === null || isOpen(before);
  if (wasOpen && !isOpen(after)) changes.push({ kind: 'closed' });
  if (!wasOpen && isOpen(after)) changes.push({ kind: 'reopened' });
  if (
    before !== null &&
    isOpen(after) &&
    after.currentStepId !== null &&
    before.currentStepId !== after.currentStepId
  ) {
    changes.push({ kind: 'step-advanced' });
  }
  return changes;
}
