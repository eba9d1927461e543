import type { StoredTask } from './stored-task.ts';

/** A stored task, flat, for tests that ask what the service holds. Not part of the interface. */
export interface TaskSnapshot {
  readonly id: string;
  readonly numericId: string;
  readonly kind: 'grant' | 'revoke';
  readonly state: 'open' | 'closed';
  /** `UNSPECIFIED`, `GRANTED`, `REVOKED`, `DENIED`, `ERROR`, `CANCELLED`. */
  readonly outcome: string;
  readonly appId: string;
  readonly appEntitlementId: string;
  readonly identityUserId: string;
  readonly appUserId: string;
  readonly createdByUserId: string;
  readonly description: string;
  readonly grantDuration: string | null;
  readonly emergencyAccess: boolean;
  readonly requestData: Readonly<Record<string, unknown>> | null;
  readonly origin: string;
  readonly source: Readonly<StoredTask['source']>;
  readonly policyId: string;
  /** "" once no step is left. */
  readonly currentStepId: string;
  readonly stepApproverIds: readonly string[];
  readonly approverIds: readonly string[];
  /** Everything that happened, oldest first. */
  readonly events: readonly Readonly<StoredTask['events'][number]>[];
  readonly createdAt: string;
  readonly updatedAt: string;
}

/** The snapshot of one task; nothing in it is shared with the stored one. */
export function snapshotOf(task: StoredTask): TaskSnapshot {
  return structuredClone({
    id: task.id,
    numericId: task.numericId,
    kind: task.kind,
    state: task.state,
    outcome: task.outcome,
    appId: task.appId,
    appEntitlementId: task.appEntitlementId,
    identityUserId: task.identityUserId,
    appUserId: task.appUserId,
    createdByUserId: task.createdByUserId,
    description: task.description,
    grantDuration: task.grantDuration,
    emergencyAccess: task.emergencyAccess,
    requestData: task.requestData,
    origin: task.origin,
    source: task.source,
    policyId: task.policyId,
    currentStepId: task.currentStep?.id ?? '',
    stepApproverIds: task.currentStep?.reviewerIds ?? [],
    approverIds: task.approverIds,
    events: task.events,
    createdAt: task.createdAt,
    updatedAt: task.updatedAt,
  });
}
