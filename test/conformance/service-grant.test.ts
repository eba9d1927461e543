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
