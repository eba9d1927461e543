import { expect, test } from 'vitest';
import { at, textAt } from '../../conformance/json-places.ts';
import { runService, useService } from './service-client.ts';

const running = useService();

const source = {
  conversationId: 'C0REVIEWS',
  externalUrl: 'https://acme.slack.example/archives/C0REVIEWS/p1',
  integrationId: 'T0ACME',
  isExtension: true,
  requestId: 'request-1',
};

test('a new task is open, waits for its reviewers and names the request it came from', async () => {
  const answer = await running.client.grant({
    description: 'fix the lamp',
    grantDuration: '5400s',
    source,
  });
  expect(answer.status).toBe(200);
  const task = at(answer.body, 'taskView', 'task');
  expect(task).toMatchObject({
    description: 'fix the lamp',
    state: 'TASK_STATE_OPEN',
    processing: 'TASK_PROCESSING_TYPE_WAITING',
    userId: 'user-ben',
    createdByUserId: 'user-access-bot',
    emergencyAccess: false,
    numericId: expect.stringMatching(/^\d+$/),
    createdAt: '2026-05-04T08:00:00.000Z',
    deletedAt: null,
    data: null,
  });
  expect(at(task, 'type')).toEqual({
    grant: {
      appId: 'app-github',
      appEntitlementId: 'ent-platform-read',
      appUserId: '',
      identityUserId: 'user-ben',
      grantDuration: '5400s',
      outcome: 'GRANT_OUTCOME_UNSPECIFIED',
      outcomeTime: null,
      source,
    },
  });
});

test('a request with a conversation comes from a chat app, any other from the API', async () => {
  expect(at(await running.client.granted({ source }), 'origin')).toBe('TASK_ORIGIN_CHATAPP');
  const other = await running.client.granted({
    identityUserId: 'user-dara',
    source: { requestId: 'r' },
  });
  expect(at(other, 'origin')).toBe('TASK_ORIGIN_API');
  expect(at(await running.client.granted({ identityUserId: 'user-chen' }), 'origin')).toBe(
    'TASK_ORIGIN_API',
  );
});

test('an account that belongs to nobody known leaves the user of the task empty', async () => {
  const answer = await running.client.grant({
    identityUserId: undefined,
    appUserId: 'appuser-github-lamp-deploy-bot',
    expandMask: { paths: ['*'] },
  });
  expect(at(answer.body, 'taskView', 'task', 'userId')).toBe('');
  expect(at(answer.body, 'taskView', 'userPath')).toBe('');
  expect(textAt(answer.body, 'taskView', 'appUserPath')).toMatch(/^\$\.expanded\[\d+\]$/);
});

test('an emergency request follows the emergency policy of its entitlement', async () => {
  const usual = await running.client.granted({
    appEntitlementId: 'ent-platform-deploy',
    emergencyAccess: true,
  });
  expect(at(usual, 'emergencyAccess')).toBe(true);
  expect(at(usual, 'policy', 'policy', 'id')).toBe('policy-emergency');
  const own = await running.client.granted({
    appEntitlementId: 'ent-platform-secrets',
    emergencyAccess: true,
  });
  expect(at(own, 'policy', 'policy', 'id')).toBe('policy-emergency-captain');
});

test('the grant happens a while after the last approval, at that moment and not before', async () => {
  await using running = await runService({ grantLagMs: 60_000 });
  const id = textAt(await running.client.granted(), 'id');
  await running.client.approve(id);
  const between = await running.client.task(id);
  expect(between).toMatchObject({
    state: 'TASK_STATE_OPEN',
    processing: 'TASK_PROCESSING_TYPE_PROCESSING',
  });
  expect(at(between, 'stepApproverIds')).toEqual([]);
  running.clock.advance(59_999);
  expect(at(await running.client.task(id), 'state')).toBe('TASK_STATE_OPEN');
  running.clock.advance(10_000);
  const after = await running.client.task(id);
  expect(after).toMatchObject({
    state: 'TASK_STATE_CLOSED',
    processing: 'TASK_PROCESSING_TYPE_DONE',
  });
  expect(at(after, 'policy', 'current')).toBeNull();
  expect(at(after, 'type', 'grant')).toMatchObject({
    outcome: 'GRANT_OUTCOME_GRANTED',
    outcomeTime: '2026-05-04T08:01:00.000Z',
  });
});

test('with a lag of 0 the grant is there at once', async () => {
  await using running = await runService({ grantLagMs: 0 });
  const id = textAt(await running.client.granted(), 'id');
  await running.client.approve(id);
  expect(at(await running.client.task(id), 'type', 'grant', 'outcome')).toBe(
    'GRANT_OUTCOME_GRANTED',
  );
});

test('a policy without steps grants without asking anybody', async () => {
  await using running = await runService({ grantLagMs: 0 });
  const task = await running.client.granted({ appEntitlementId: 'timetables-read' });
  expect(at(task, 'state')).toBe('TASK_STATE_CLOSED');
  expect(at(task, 'type', 'grant', 'outcome')).toBe('GRANT_OUTCOME_GRANTED');
});

test('an open task can carry an error outcome; a retry carries the grant out', async () => {
  await using running = await runService({ grantLagMs: 0 });
  const task = await running.client.granted({
    appId: 'app-aws',
    appEntitlementId: 'archive-restore',
  });
  const id = textAt(task, 'id');
  await running.client.approve(id);
  const failed = await running.client.task(id);
  expect(at(failed, 'state')).toBe('TASK_STATE_OPEN');
  expect(at(failed, 'type', 'grant', 'outcome')).toBe('GRANT_OUTCOME_ERROR');
  expect(at(failed, 'actions')).toContain('TASK_ACTION_TYPE_RETRY_PROVISIONING');
  expect((await running.client.act(id, 'retry-provisioning')).status).toBe(200);
  expect(at(await running.client.task(id), 'type', 'grant', 'outcome')).toBe(
    'GRANT_OUTCOME_GRANTED',
  );
});
