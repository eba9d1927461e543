import type { Catalog } from '../catalog.ts';
import type { ApprovalStep, Escalation, GrantPolicy, PolicyStep } from './grant-policy.ts';
import type { StoredStep, StoredTask } from './stored-task.ts';

/**
 * What a step is configured to do, as `next[]` shows it; instances hold it once more under the same
 * word.
 */
function configurationOf(catalog: Catalog, step: PolicyStep): object {
  switch (step.kind) {
    case 'approval':
      return { approval: approvalOf(step, []) };
    case 'form':
      return { form: { form: catalog.requestForm(step.schemaId) } };
    case 'wait':
      return { wait: { name: step.name } };
    case 'accept':
      return { accept: { acceptMessage: step.message } };
    case 'reject':
      return { reject: { rejectMessage: step.message } };
  }
}

/** A policy on its own, outside of a task. */
export function policyOf(catalog: Catalog, { steps, ...policy }: GrantPolicy): object {
  return {
    ...policy,
    policyType: 'POLICY_TYPE_GRANT',
    policySteps: { grant: { steps: steps.map((step) => configurationOf(catalog, step)) } },
  };
}

function approvalOf(step: ApprovalStep, assignedUserIds: readonly string[]): object {
  const { reviewers } = step;
  const rules = {
    allowReassignment: step.allowReassignment,
    allowedReassignees: [],
    allowDelegation: step.allowDelegation,
    requireApprovalReason: step.requireApprovalReason,
    requireDenialReason: step.requireDenialReason,
    requireReassignmentReason: false,
    requiresStepUpProviderId: step.stepUp === 'required' ? 'step-up-security-key' : '',
    escalationEnabled: step.escalation !== null,
    escalation:
      step.escalation === null
        ? null
        : { expiration: `${step.escalation.seconds}`, ...consequenceOf(step.escalation) },
    assigned: assignedUserIds.length > 0,
  };
  const ofKind = {
    allowSelfApproval: step.allowSelfApproval,
    requireDistinctApprovers: step.requireDistinctApprovers,
  };
  const fallback = { isGroupFallbackEnabled: false, fallbackGroupIds: [] };
  switch (reviewers.kind) {
    case 'users':
      return { ...rules, users: { ...ofKind, userIds: reviewers.userIds } };
    case 'group':
      return {
        ...rules,
        group: { ...ofKind, ...fallback, appId: reviewers.appId, appGroupId: reviewers.groupId },
      };
    case 'manager': {
      const { fallbackUserIds } = reviewers;
      return {
        ...rules,
        manager: { ...ofKind, ...fallback, assignedUserIds, fallback: true, fallbackUserIds },
      };
    }
    case 'entitlement-owners':
      return {
        ...rules,
        entitlementOwners: {
          ...ofKind,
          ...fallback,
          fallback: true,
          fallbackUserIds: reviewers.fallbackUserIds,
        },
      };
    case 'webhook':
      return { ...rules, webhook: { webhookId: reviewers.webhookId } };
  }
}

/** What follows the deadline of a step. */
function consequenceOf({ result }: Escalation): object {
  const escalationComment = '';
  switch (result.kind) {
    case 'reassign':
      return { escalationComment, reassignToApprovers: { approverIds: result.userIds } };
    case 'cancel':
      return { escalationComment, cancelTicket: {} };
    case 'skip':
      return { escalationComment, skipStep: {} };
    case 'replace':
      return { escalationComment, replacePolicy: { policyId: result.policyId } };
  }
}

/**
 * What each ending of a step is called, and its moment; without a comment, which only the history
 * of a task has.
 */
const outcomes: Readonly<
  Partial<Record<NonNullable<StoredStep['ending']>['how'], readonly [string, string]>>
> = {
  approved: ['approved', 'approvedAt'],
  denied: ['denied', 'deniedAt'],
  reassigned: ['reassigned', 'reassignedAt'],
  skipped: ['skipped', 'skippedAt'],
  restarted: ['restarted', 'restartedAt'],
  completed: ['completed', 'completedAt'],
  waited: ['succeeded', 'succeededAt'],
  provisioned: ['completed', 'completedAt'],
};

function endingOf({ ending }: StoredStep): object {
  const [name, moment] = (ending === null ? undefined : outcomes[ending.how]) ?? [];
  if (ending === null || name === undefined || moment === undefined) return {};
  return { [name]: { userId: ending.userId, [moment]: ending.at } };
}

function stepInstance(catalog: Catalog, task: StoredTask, step: StoredStep): object {
  const isOver = step.ending !== null;
  const shared = {
    id: step.id,
    policyGenerationId: step.policyGenerationId,
    state: isOver ? 'POLICY_STEP_STATE_DONE' : 'POLICY_STEP_STATE_ACTIVE',
  };
  const configured = catalog.requirePolicy(task.policyId).steps[step.position];
  if (step.kind === 'provision') {
    return { ...shared, provision: provisionInstance(catalog, task, step) };
  }
  switch (configured?.kind) {
    case 'approval':
      return { ...shared, approval: approvalInstance(configured, step) };
    case 'form':
      return { ...shared, form: formInstance(catalog, configured, { task, step }) };
    case 'wait':
      return { ...shared, wait: waitInstance(configured, step) };
    case 'accept':
    case 'reject':
      return { ...shared, ...configurationOf(catalog, configured) };
    case undefined:
      return shared;
  }
}

function provisionInstance(catalog: Catalog, task: StoredTask, step: StoredStep): object {
  const { entitlement } = catalog.requireEntitlement(task.appId, task.appEntitlementId);
  const provisionPolicy =
    task.kind === 'grant' ? entitlement.provisionerPolicy : entitlement.deprovisionerPolicy;
  const { appId, appEntitlementId, appUserId, grantDuration } = task;
  const provisionTarget = { appId, appEntitlementId, appUserId, grantDuration };
  return {
    provision: { assigned: step.reviewerIds.length > 0, provisionPolicy, provisionTarget },
    state: `PROVISION_INSTANCE_STATE_${provisionProgress(step, provisionPolicy)}`,
    waitingOn: null,
    ...endingOf(step),
  };
}

function provisionProgress(step: StoredStep, policy: object): string {
  const isHandedOver = 'webhook' in policy && step.reviewerIds.length === 0;
  return step.ending === null && isHandedOver ? 'WEBHOOK_WAITING' : progressOf(step);
}

function approvalInstance(configured: ApprovalStep, step: StoredStep): object {
  return {
    approval: approvalOf(configured, step.assignedUserIds),
    assignedAt: step.startedAt,
    state: `APPROVAL_INSTANCE_STATE_${progressOf(step)}`,
    escalationInstance:
      configured.escalation === null || step.dueAt === null
        ? null
        : {
            expiresAt: step.dueAt,
            alreadyEscalated: step.isEscalated,
            ...consequenceOf(configured.escalation),
          },
    ...endingOf(step),
  };
}

function formInstance(
  catalog: Catalog,
  configured: Extract<PolicyStep, { kind: 'form' }>,
  { task, step }: { readonly task: StoredTask; readonly step: StoredStep },
): object {
  return {
    form: { form: catalog.requestForm(configured.schemaId) },
    data: task.requestData,
    state: `FORM_INSTANCE_STATE_${progressOf(step)}`,
    ...endingOf(step),
  };
}

function waitInstance(configured: Extract<PolicyStep, { kind: 'wait' }>, step: StoredStep): object {
  const end =
    step.dueAt === null
      ? { condition: { condition: configured.condition } }
      : { untilTime: { untilTime: step.dueAt, durationIfExists: `${configured.seconds}s` } };
  const state = step.ending === null ? 'WAITING' : 'COMPLETED';
  return {
    name: configured.name,
    ...end,
    startedWaitingAt: step.startedAt,
    state: `WAIT_INSTANCE_STATE_${state}`,
    ...endingOf(step),
  };
}

function progressOf({ ending }: StoredStep): 'DONE' | 'WAITING' {
  return ending === null ? 'WAITING' : 'DONE';
}

/**
 * Task.policy (PolicyInstance): the interface shows no fields, so these follow what deployments
 * return (docs/spec/deployments.md#policy-and-steps). `current` is null once the task has ended;
 * `next` are the steps still to come.
 */
export function policyInstance(catalog: Catalog, task: StoredTask): object {
  const policy = catalog.requirePolicy(task.policyId);
  const position = task.currentStep?.position ?? policy.steps.length;
  return {
    policy: { id: policy.id, displayName: policy.displayName, description: policy.description },
    current: task.currentStep === null ? null : stepInstance(catalog, task, task.currentStep),
    history: task.pastSteps.map((step) => stepInstance(catalog, task, step)),
    next: policy.steps.slice(position + 1).map((step) => configurationOf(catalog, step)),
  };
}
