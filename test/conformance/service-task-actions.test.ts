import { expect, test } from 'vitest';
import { at, listAt, textAt } from '../../conformance/json-places.ts';
import { type RunningService, useService } from './service-client.ts';

const running = useService();

async function open(running: RunningService, entitlement = 'ent-platform-deploy') {
  const task = await running.client.granted({ appEntitlementId: entitlement });
  return { id: textAt(task, 'id'), stepId: textAt(task, 'policy', 'current', 'id') };
}

test('the answer of an action shows the task as it was before', async () => {
  const { id, stepId } = await open(running);
  const { status, body } = await running.client.act(id, 'deny', {
    policyStepId: stepId,
    comment: 'no',
  });
  expect(status).toBe(200);
  expect(Object.keys(Object(body)).sort()).toEqual(['expanded', 'taskView', 'ticketActionId']);
  expect(textAt(body, 'ticketActionId')).not.toBe('');
  expect(at(body, 'taskView', 'task', 'state')).toBe('TASK_STATE_OPEN');
  expect(at(await running.client.task(id), 'state')).toBe('TASK_STATE_CLOSED');
});

test('a step id that the task never had is refused', async () => {
  const { id } = await open(running);
  const answer = await running.client.act(id, 'approve', { policyStepId: 'step-nowhere' });
  expect([answer.status, at(answer.body, 'code')]).toEqual([400, 3]);
});

test('deciding on a step that has moved on says that somebody was faster', async () => {
  const { id, stepId } = await open(running, 'ent-platform-admin');
  await running.client.approve(id);
  for (const verb of ['approve', 'deny']) {
    const answer = await running.client.act(id, verb, { policyStepId: stepId });
    expect([answer.status, at(answer.body, 'code')]).toEqual([403, 7]);
    expect(at(answer.body, 'message')).toContain('advanced to a new approval step');
  }
  expect(at(await running.client.task(id), 'state')).toBe('TASK_STATE_OPEN');
});

test('any decision on a closed task is refused; a comment is not', async () => {
  const { id, stepId } = await open(running);
  await running.client.act(id, 'close', { comment: 'never mind' });
  for (const [verb, body] of [
    ['approve', { policyStepId: stepId }],
    ['deny', {}],
    ['close', {}],
    ['restart', {}],
    ['escalate', {}],
    ['reassign', { newStepUserIds: ['user-chen'] }],
  ] as const) {
    const answer = await running.client.act(id, verb, body);
    expect([verb, answer.status, at(answer.body, 'message')]).toEqual([
      verb,
      400,
      'task is closed',
    ]);
  }
  expect((await running.client.act(id, 'comment', { comment: 'afterwards' })).status).toBe(200);
});

test('closing ends a task without a decision', async () => {
  const { id } = await open(running);
  await running.client.act(id, 'close', { comment: 'never mind' });
  expect(at(await running.client.task(id), 'type', 'grant', 'outcome')).toBe(
    'GRANT_OUTCOME_CANCELLED',
  );
});

test('comments are counted and must say something', async () => {
  const { id } = await open(running);
  expect((await running.client.act(id, 'comment', {})).status).toBe(400);
  await running.client.act(id, 'comment', { comment: 'why?' });
  await running.client.act(id, 'comment', { comment: 'because' });
  expect(at(await running.client.task(id), 'commentCount')).toBe(2);
});

test('reassigning puts others in the place of the reviewers, in a step instance of its own', async () => {
  const { id, stepId } = await open(running);
  await running.client.act(id, 'reassign', {
    newStepUserIds: ['user-chen', 'user-chen'],
    policyStepId: stepId,
  });
  const task = await running.client.task(id);
  expect(at(task, 'stepApproverIds')).toEqual(['user-chen']);
  expect(at(task, 'policy', 'current', 'id')).not.toBe(stepId);
  expect(listAt(task, 'policy', 'history')).toHaveLength(1);
  const late = await running.client.act(id, 'approve', { policyStepId: stepId });
  expect(at(late.body, 'message')).toContain('advanced to a new approval step');
});

test('escalating moves the request under the emergency policy, with a new policy generation', async () => {
  const before = await running.client.granted({ appEntitlementId: 'ent-platform-admin' });
  const id = textAt(before, 'id');
  await running.client.act(id, 'escalate', { comment: 'the lamp is out' });
  const after = await running.client.task(id);
  expect(after).toMatchObject({ emergencyAccess: true, state: 'TASK_STATE_OPEN' });
  expect(at(after, 'policy', 'policy', 'id')).toBe('policy-emergency');
  expect(at(after, 'policyGenerationId')).not.toBe(at(before, 'policyGenerationId'));
});

test('restarting begins at the first step again and forgets who approved', async () => {
  const { id } = await open(running, 'ent-platform-admin');
  await running.client.approve(id);
  await running.client.act(id, 'restart', { comment: 'wrong justification' });
  const task = await running.client.task(id);
  expect(task).toMatchObject({ approverIds: [], stepApproverIds: ['user-ana'] });
});

test('skipping a step goes on to the next without an approver', async () => {
  const { id, stepId } = await open(running, 'ent-platform-admin');
  expect((await running.client.act(id, 'skip-step', {})).status).toBe(400);
  await running.client.act(id, 'skip-step', { policyStepId: stepId, comment: 'Ana is at sea' });
  expect(await running.client.task(id)).toMatchObject({
    approverIds: [],
    stepApproverIds: ['user-fatima', 'user-goran'],
  });
});

test('the duration of an open request can be changed within the limit of the entitlement', async () => {
  const { id } = await open(running, 'ent-platform-admin');
  expect(
    (await running.client.act(id, 'update-grant-duration', { duration: '86401s' })).status,
  ).toBe(400);
  expect((await running.client.act(id, 'update-grant-duration', {})).status).toBe(400);
  await running.client.act(id, 'update-grant-duration', { duration: '3600s' });
  expect(at(await running.client.task(id), 'type', 'grant', 'grantDuration')).toBe('3600s');
});

test('approving with step-up answers with the address where the person finishes, and changes nothing', async () => {
  const { id, stepId } = await open(running, 'admin');
  const { status, body } = await running.client.act(id, 'approve-with-step-up', {
    policyStepId: stepId,
  });
  expect(status).toBe(200);
  expect(textAt(body, 'redirectUrl')).toBe(`${running.service.url}/task/1001/step-up`);
  expect(at(await running.client.task(id), 'approverIds')).toEqual([]);
});

test('each verb takes its own fields only', async () => {
  const { id } = await open(running);
  for (const [verb, body, field] of [
    ['comment', { comment: 'x', policyStepId: 'y' }, 'policyStepId'],
    ['process', { comment: 'x' }, 'comment'],
    ['close', { expandMask: { paths: [] } }, 'expandMask'],
    ['update-grant-duration', { comment: 'x' }, 'comment'],
  ] as const) {
    const answer = await running.client.act(id, verb, body);
    expect([verb, answer.status, at(answer.body, 'message')]).toEqual([
      verb,
      400,
      `unknown field "${field}"`,
    ]);
  }
});
