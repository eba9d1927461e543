import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { carriedOut, review } from '../../src/domain/review.ts';
import type { TaskSnapshot } from '../../src/domain/task-snapshot.ts';
import { closedSnapshot, person, snapshot } from '../support/samples.ts';

type Attempt = Parameters<typeof review>[1];

const byAna: Attempt = {
  verb: 'approve',
  by: { slackUserId: 'U0ANA', identityUserId: 'user-ana' },
  stepId: 'step-1',
  parties: {
    requester: { slackUserId: 'U0BEN', identityUserIds: ['user-ben'] },
    target: { slackUserId: 'U0DEE', identityUserIds: ['user-dee'] },
  },
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

  it.each([
    ['the Slack account, whatever identity it has by now', { slackUserId: 'U0ANA', identityUserIds: ['user-else'] }],
    ['an identity, from another Slack account', { slackUserId: 'U0ELSE', identityUserIds: ['user-else', 'user-ana'] }],
  ])('neither requester nor target decides, even as a reviewer: by %s', (_how, own) => {
    for (const party of ['requester', 'target'] as const) {
      const parties = { ...byAna.parties, [party]: own };
      expect(verdict({}, { parties })).toEqual({ ok: false, refusal: { kind: 'own-request' } });
    }
  });

  it('a person who is not a reviewer is told who is', () => {
    expect(verdict({}, { by: { slackUserId: 'U0EVE', identityUserId: 'user-eve' } })).toEqual({
      ok: false,
      refusal: { kind: 'not-reviewer', reviewers: ['Ana', 'Cho'] },
    });
  });

  it('a reviewer of an earlier step does not decide the current one', () => {
    const by = { slackUserId: 'U0EVE', identityUserId: 'user-eve' };
    expect(verdict({ approvers: [person('user-eve')] }, { by })).toMatchObject({
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
    const accounts = fc.constantFrom('U0ANA', 'U0BEN', 'U0CHO', 'U0DEE');
    const anyParty = fc.record({ slackUserId: accounts, identityUserIds: fc.array(ids, { maxLength: 2 }) });
    const steps = fc.constantFrom('step-1', 'step-2');
    const anyTask = fc
      .record({
        state: fc.constantFrom('open', 'closed', 'odd'),
        currentStepId: fc.option(steps),
        stepApprovers: fc.array(ids.map((id) => person(id))),
        actions: fc.subarray(['TASK_ACTION_TYPE_APPROVE', 'TASK_ACTION_TYPE_DENY', 'TASK_ACTION_TYPE_CLOSE']),
      })
      .map((change) => snapshot(change));
    const anyAttempt = fc.record({
      verb: fc.constantFrom('approve' as const, 'deny' as const),
      by: fc.record({ slackUserId: accounts, identityUserId: ids }),
      stepId: steps,
      parties: fc.record({ requester: anyParty, target: anyParty }),
    });
    fc.assert(
      fc.property(anyTask, anyAttempt, (task, attempt) => {
        const may =
          task.state !== 'closed' &&
          task.currentStepId === attempt.stepId &&
          [attempt.parties.requester, attempt.parties.target].every(
            (one) =>
              one.slackUserId !== attempt.by.slackUserId && !one.identityUserIds.includes(attempt.by.identityUserId),
          ) &&
          task.stepApprovers.some((one) => one.id === attempt.by.identityUserId) &&
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
