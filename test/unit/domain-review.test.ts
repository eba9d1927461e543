import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { carriedOut, review } from '../../src/domain/review.ts';
import type { TaskSnapshot } from '../../src/domain/task-snapshot.ts';
import { closedSnapshot, person, snapshot } from '../support/samples.ts';

type Attempt = Parameters<typeof review>[1];

const byAna: Attempt = {
  verb: 'approve',
  identityUserId: 'user-ana',
  stepId: 'step-1',
  requesterIdentityId: 'user-ben',
  allowOwnRequests: false,
};
const verdict = (task: Partial<TaskSnapshot>, attempt: Partial<Attempt> = {}) =>
  review(snapshot(task), { ...byAna, ...attempt });

describe('who may decide', () => {
  it.each(['approve', 'deny'] as const)('a reviewer of the current step may %s', (verb) => {
    expect(verdict({}, { verb })).toEqual({ ok: true, value: { stepId: 'step-1' } });
  });

  it('nobody decides on a closed task', () => {
    const attempt = { ...byAna, stepId: 'step-1' };
    expect(review(closedSnapshot({ currentStepId: 'step-1', stepApprovers: [person('user-ana')] }), attempt)).toEqual({
      ok: false,
      refusal: { kind: 'closed' },
    });
  });

  it('an unknown state counts as open', () => {
    expect(verdict({ state: 'TASK_STATE_ON_HOLD' })).toMatchObject({ ok: true });
  });

  it('a click on a card of an earlier step decides nothing', () => {
    expect(verdict({ currentStepId: 'step-2' })).toEqual({ ok: false, refusal: { kind: 'step-moved-on' } });
  });

  it('a task without a step decides nothing', () => {
    expect(verdict({ currentStepId: null })).toEqual({ ok: false, refusal: { kind: 'step-moved-on' } });
  });

  it('the requester does not decide, even as a reviewer', () => {
    expect(verdict({ target: person('user-dee') }, { requesterIdentityId: 'user-ana' })).toEqual({
      ok: false,
      refusal: { kind: 'own-request' },
    });
  });

  it('the target does not decide, even if somebody else asked', () => {
    expect(verdict({ target: person('user-ana') })).toEqual({ ok: false, refusal: { kind: 'own-request' } });
  });

  it('own requests may be decided if the settings allow it, by reviewers only', () => {
    const own = { requesterIdentityId: 'user-ana', allowOwnRequests: true };
    expect(verdict({ target: person('user-ana') }, own)).toMatchObject({ ok: true });
    expect(verdict({ target: person('user-ana'), stepApprovers: [person('user-cho')] }, own)).toMatchObject({
      refusal: { kind: 'not-reviewer' },
    });
  });

  it('a request without a known requester is nobody’s own', () => {
    expect(verdict({ target: null }, { requesterIdentityId: null })).toMatchObject({ ok: true });
  });

  it('a person who is not a reviewer is told who is', () => {
    expect(verdict({}, { identityUserId: 'user-eve' })).toEqual({
      ok: false,
      refusal: { kind: 'not-reviewer', reviewers: ['Ana', 'Cho'] },
    });
  });

  it('a reviewer of an earlier step does not decide the current one', () => {
    expect(verdict({ approvers: [person('user-eve')] }, { identityUserId: 'user-eve' })).toMatchObject({
      refusal: { kind: 'not-reviewer' },
    });
  });

  it('what the service does not offer is not carried out', () => {
    const actions = ['TASK_ACTION_TYPE_DENY', 'TASK_ACTION_TYPE_APPROVE_WITH_STEP_UP'];
    expect(verdict({ actions })).toEqual({ ok: false, refusal: { kind: 'not-offered' } });
    expect(verdict({ actions }, { verb: 'deny' })).toMatchObject({ ok: true });
  });

  it('a decision is allowed only for a reviewer of an open task’s current step who did not ask for it', () => {
    const ids = fc.constantFrom('user-ana', 'user-ben', 'user-cho', 'user-dee');
    const steps = fc.constantFrom('step-1', 'step-2');
    const anyTask = fc
      .record({
        state: fc.constantFrom('open', 'closed', 'odd'),
        currentStepId: fc.option(steps),
        target: fc.option(ids.map((id) => person(id))),
        stepApprovers: fc.array(ids.map((id) => person(id))),
        actions: fc.subarray(['TASK_ACTION_TYPE_APPROVE', 'TASK_ACTION_TYPE_DENY', 'TASK_ACTION_TYPE_CLOSE']),
      })
      .map((change) => snapshot(change));
    const anyAttempt = fc.record({
      verb: fc.constantFrom('approve' as const, 'deny' as const),
      identityUserId: ids,
      stepId: steps,
      requesterIdentityId: fc.option(ids),
      allowOwnRequests: fc.constant(false),
    });
    fc.assert(
      fc.property(anyTask, anyAttempt, (task, attempt) => {
        const may =
          task.state !== 'closed' &&
          task.currentStepId === attempt.stepId &&
          attempt.identityUserId !== task.target?.id &&
          attempt.identityUserId !== attempt.requesterIdentityId &&
          task.stepApprovers.some((one) => one.id === attempt.identityUserId) &&
          task.actions.includes(`TASK_ACTION_TYPE_${attempt.verb.toUpperCase()}`);
        expect(review(task, attempt).ok).toBe(may);
      }),
    );
  });
});

describe('a review whose answer was lost', () => {
  const attempt = { stepId: 'step-1', verb: 'approve' } as const;
  it.each([
    ['not-yet', snapshot({ currentStepId: 'step-1' }), attempt],
    ['yes', snapshot({ currentStepId: 'step-2' }), attempt],
    ['no', snapshot({ currentStepId: 'step-2' }), { ...attempt, verb: 'deny' }],
    ['yes', closedSnapshot({ outcome: 'granted' }), attempt],
    ['yes', closedSnapshot({ outcome: 'error' }), attempt],
    ['no', closedSnapshot({ outcome: 'denied' }), attempt],
    ['no', closedSnapshot({ outcome: 'cancelled' }), attempt],
    ['yes', closedSnapshot({ outcome: 'denied' }), { ...attempt, verb: 'deny' }],
    ['no', closedSnapshot({ outcome: 'granted' }), { ...attempt, verb: 'deny' }],
  ] as const)('was carried out: %s', (verdict, task, lost) => {
    expect(carriedOut(task, lost)).toBe(verdict);
  });
});
