import { describe, expect, it } from 'vitest';
import type { TaskSnapshot } from '../../../src/domain/task/task-snapshot.ts';
import { taskAnswer } from '../../../src/service/client/endpoints.ts';
import { taskSnapshot } from '../../../src/service/read/task/read-task-snapshot.ts';
import { grantAnswerWith } from '../../support/governance-fixtures.ts';

function snapshotOf(answer: unknown): TaskSnapshot {
  const { taskView, expanded } = taskAnswer.parse(answer);
  return taskSnapshot(taskView, expanded);
}

function snapshotWith(changes: Parameters<typeof grantAnswerWith>[0]): TaskSnapshot {
  return snapshotOf(grantAnswerWith(changes));
}

describe('the policy of the current step', () => {
  const policyOf = (current: unknown) => snapshotWith({ task: { policy: { current } } }).stepPolicy;
  const approval = (configuration: unknown) =>
    policyOf({ id: 'step-1', approval: { approval: configuration } });
  const none = {
    approver: 'people',
    allowSelfApproval: false,
    requireDistinctApprovers: false,
    requireApprovalReason: false,
    requireDenialReason: false,
    needsStepUp: false,
  };

  it.each([
    ['nobody’s, where there is none', { users: { userIds: ['user-ana'] } }, none],
    ['the target’s own', { self: { assignedUserIds: [] } }, { ...none, approver: 'self' }],
    ['a webhook’s', { webhook: { webhookId: 'w' } }, { ...none, approver: 'service' }],
    ['an agent’s', { agent: { agentMode: 'FULL_CONTROL' } }, { ...none, approver: 'service' }],
    [
      'self-approval',
      { manager: { allowSelfApproval: true } },
      { ...none, allowSelfApproval: true },
    ],
    [
      'distinct people',
      { group: { requireDistinctApprovers: true } },
      { ...none, requireDistinctApprovers: true },
    ],
    [
      'reasons',
      { users: {}, requireApprovalReason: true, requireDenialReason: true },
      { ...none, requireApprovalReason: true, requireDenialReason: true },
    ],
    [
      'step-up',
      { users: {}, requiresStepUpProviderId: 'provider-1' },
      { ...none, needsStepUp: true },
    ],
    [
      'that it is passed on to nobody',
      { users: {}, allowReassignment: false },
      { ...none, reassignTo: [] },
    ],
    [
      'to whom it may be passed on',
      { users: {}, allowReassignment: true, allowedReassignees: ['user-cho'] },
      { ...none, reassignTo: ['user-cho'] },
    ],
    [
      'that it may be passed on to anybody',
      { users: {}, allowReassignment: true, allowedReassignees: [] },
      none,
    ],
    [
      'rules that are kept anyway, or off',
      { users: { requireSecrecy: false }, requireReassignmentReason: true },
      none,
    ],
    [
      'literal nothing',
      { users: null, self: {}, escalation: null, requiresStepUpProviderId: '' },
      { ...none, approver: 'self' },
    ],
  ])('tells %s', (_what, configuration, expected) => {
    expect(approval(configuration)).toEqual(expected);
    expect(
      policyOf({
        id: 'step-1',
        state: 'POLICY_STEP_STATE_ACTIVE',
        approval: Object(configuration),
      }),
    ).toEqual(expected);
  });

  it('denies self-approval when the kind denies it, in spite of other fields', () => {
    expect(approval({ users: { allowSelfApproval: false }, allowSelfApproval: true })).toEqual(
      none,
    );
  });

  it.each([
    ['a kind that nobody knows', { quorum: { of: 3 } }],
    ['two kinds', { users: {}, manager: {} }],
    ['a kind that is no object', { users: 'user-ana' }],
    ['a rule that is no boolean', { users: { requireDistinctApprovers: 'yes' } }],
    ['a provider that is no text', { users: {}, requiresStepUpProviderId: 7 }],
    ['a list of people that is none', { users: {}, allowedReassignees: 'user-cho' }],
    ['a rule that nobody knows yet', { users: {}, requireTwoApprovals: true }],
    ['a rule of its kind that nobody knows yet', { users: { requiresTicketId: 'CHG' } }],
    ['text', 'approve'],
  ])('cannot be read where it is %s', (_what, configuration) => {
    expect(approval(configuration)).toBeNull();
  });

  it('cannot be read when the step is of another kind, or of two', () => {
    expect(policyOf({ id: 'step-1', vote: {} })).toBeNull();
    expect(policyOf({ id: 'step-1', approval: {}, vote: {} })).toBeNull();
  });

  it.each([
    undefined,
    null,
    { id: 'step-1' },
    { id: 'step-1', policyGenerationId: 'g1', approval: null },
  ])('is not told in %j', (current) => {
    expect(policyOf(current)).toBeUndefined();
  });
});
