import type { Catalog } from '../catalog.ts';
import type { PolicyStep } from './grant-policy.ts';
import type { StoredStep, StoredTask } from './stored-task.ts';

function approvalOf(step: PolicyStep | undefined): object {
  if (step === undefined) return {};
  const { reviewers } = step;
  const rules = {
    allowReassignment: step.allowReassignment,
    requireApprovalReason: step.requireApprovalReason ?? false,
    requireDenialReason: step.requireDenialReason ?? false,
    requiresStepUpProviderId: step.stepUp === 'required' ? 'step-up-security-key' : '',
  };
  const ofKind = {
    allowSelfApproval: step.allowSelfApproval,
    requireDistinctApprovers: step.requireDistinctApprovers ?? false,
  };
  switch (reviewers.kind) {
    case 'users':
      return { ...rules, users: { ...ofKind, userIds: reviewers.userIds } };
    case 'group':
      return { ...rules, group: { ...ofKind, appId: reviewers.appId, appGroupId: reviewers.groupId } };
    case 'manager':
      return { ...rules, manager: { ...ofKind, fallbackUserIds: reviewers.fallbackUserIds } };
    case 'entitlement-owners':
      return { ...rules, entitlementOwners: { ...ofKind, fallbackUserIds: reviewers.fallbackUserIds } };
  }
}

function endingOf(step: StoredStep): object {
  const { ending } = step;
  if (ending === null) return {};
  return { [ending.how]: { userId: ending.userId, at: ending.at, comment: ending.comment } };
}

function stepInstance(step: StoredStep, steps: readonly PolicyStep[]): object {
  const shared = {
    id: step.id,
    policyGenerationId: step.policyGenerationId,
    state: step.ending === null ? 'POLICY_STEP_STATE_ACTIVE' : 'POLICY_STEP_STATE_DONE',
  };
  if (step.kind === 'provision') return { ...shared, provision: { startedAt: step.startedAt, ...endingOf(step) } };
  return {
    ...shared,
    approval: { approval: approvalOf(steps[step.position]), assignedUserIds: step.reviewerIds, ...endingOf(step) },
  };
}

/**
 * Task.policy (PolicyInstance): the interface shows no fields, so these follow what deployments return. `current` is
 * null once the task has ended; `next` are the approvals still to come.
 */
export function policyInstance(catalog: Catalog, task: StoredTask): object {
  const policy = catalog.requirePolicy(task.policyId);
  const position = task.currentStep?.position ?? policy.steps.length;
  return {
    policy: { id: policy.id, displayName: policy.displayName, description: policy.description },
    current: task.currentStep === null ? null : stepInstance(task.currentStep, policy.steps),
    history: task.pastSteps.map((step) => stepInstance(step, policy.steps)),
    next: policy.steps.slice(position + 1).map((step) => ({ approval: approvalOf(step) })),
  };
}
