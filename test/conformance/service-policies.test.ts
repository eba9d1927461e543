import { expect, test } from 'vitest';
import { at, listAt, textAt } from '../../conformance/json-places.ts';
import { useService } from './service-client.ts';

const running = useService();

test('a manager step asks the manager of the target', async () => {
  const body = { appId: 'app-aws', appEntitlementId: 'billing' };
  const umar = await running.client.granted({ ...body, identityUserId: 'user-umar' });
  expect(at(umar, 'stepApproverIds')).toEqual(['user-ben']);
});

test('a manager step asks the fallback for people without a manager', async () => {
  const body = { appId: 'app-aws', appEntitlementId: 'billing' };
  const marisol = await running.client.granted({ ...body, identityUserId: 'user-marisol' });
  expect(at(marisol, 'stepApproverIds')).toEqual(['user-fatima']);
});

test('an owners step asks the owners of the resource', async () => {
  const task = await running.client.granted({ appId: 'app-foghorn', appEntitlementId: 'blow' });
  expect(at(task, 'stepApproverIds')).toEqual(['user-liam', 'user-oskar']);
});

test('an owners step asks the fallback when nobody owns the resource', async () => {
  const task = await running.client.granted({
    appId: 'app-aws',
    appEntitlementId: 'archive-restore',
  });
  expect(at(task, 'stepApproverIds')).toEqual(['user-ana', 'user-fatima']);
});

test('the reviewers may include the target: who acts for people has to look', async () => {
  const task = await running.client.granted({ identityUserId: 'user-ana' });
  expect(at(task, 'stepApproverIds')).toContain('user-ana');
  expect(at(task, 'policy', 'current', 'approval', 'approval', 'users', 'allowSelfApproval')).toBe(
    false,
  );
});

test('two steps: each has an id of its own, and the first is history once it is approved', async () => {
  const first = await running.client.granted({ appEntitlementId: 'ent-platform-admin' });
  const id = textAt(first, 'id');
  expect(at(first, 'stepApproverIds')).toEqual(['user-ana']);
  expect(listAt(first, 'policy', 'next')).toHaveLength(1);
  await running.client.approve(id);
  const second = await running.client.task(id);
  expect(second).toMatchObject({
    state: 'TASK_STATE_OPEN',
    processing: 'TASK_PROCESSING_TYPE_WAITING',
    stepApproverIds: ['user-fatima', 'user-goran'],
    approverIds: ['user-access-bot'],
  });
  expect(at(second, 'policy', 'current', 'id')).not.toBe(at(first, 'policy', 'current', 'id'));
  expect(at(second, 'policy', 'history', 0, 'id')).toBe(at(first, 'policy', 'current', 'id'));
  expect(at(second, 'policyGenerationId')).toBe(at(first, 'policyGenerationId'));
});

test('the service has an opinion on some requests, with reasons', async () => {
  const low = await running.client.granted();
  expect(at(low, 'recommendation')).toBe('INSIGHT_RECOMMENDATION_APPROVE');
  expect(at(low, 'insightIds')).toEqual(['insight-low-risk']);
  const intern = await running.client.granted({
    appEntitlementId: 'ent-platform-secrets',
    identityUserId: 'user-umar',
  });
  expect(at(intern, 'recommendation')).toBe('INSIGHT_RECOMMENDATION_DENY');
  const critical = await running.client.granted({ appEntitlementId: 'ent-platform-secrets' });
  expect(at(critical, 'recommendation')).toBe('INSIGHT_RECOMMENDATION_REVIEW');
  const medium = await running.client.granted({ appEntitlementId: 'ent-platform-write' });
  expect(at(medium, 'recommendation')).toBe('INSIGHT_RECOMMENDATION_UNSPECIFIED');
});
