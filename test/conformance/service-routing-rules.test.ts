import { expect, test } from 'vitest';
import { at, listAt, runService } from './service-client.ts';
import { expectFields } from './service-fields.ts';

const ids = ['rule-unused-access', 'rule-left-behind', 'rule-old-printer', 'rule-storm-season', 'rule/ghost ferry #1'];

/** Shapes of interface.md, "Finding routing rule". */
const actions: Readonly<Record<string, string>> = {
  acceptRisk: 'duration reason',
  createTask: 'policyId',
  snooze: 'duration reason',
  suppress: 'reason',
};
const targets: Readonly<Record<string, string>> = {
  invokeFunction: 'args functionCommitId functionId',
  notify: 'audience batchWindowSeconds detailLevel chatChannel',
  triggerAutomation: 'automationId inputMapping',
  webhook: 'payloadTemplate webhookId',
};

test('rules have every documented field; together they show every action and every kind of dispatcher', async () => {
  await using running = await runService();
  const seenActions = new Set<string>();
  const seenTargets = new Set<string>();
  for (const id of ids) {
    const { status, body } = await running.client.get(`/api/v1/findings/routing-rules/${encodeURIComponent(id)}`);
    expect(status).toBe(200);
    expectFields(body, 'routingRule');
    const rule = at(body, 'routingRule');
    expectFields(
      rule,
      'id appId condition description displayName templateId enabled priority findingType createdAt updatedAt action',
      'dispatchers',
    );
    const [action = ''] = Object.keys(Object(at(rule, 'action')));
    expectFields(at(rule, 'action', action), actions[action] ?? 'unknown');
    seenActions.add(action);
    for (const dispatcher of listAt(rule, 'dispatchers')) {
      const [target = ''] = Object.keys(targets).filter((name) => at(dispatcher, name) !== undefined);
      expectFields(dispatcher, 'displayName key enabled tierOverride notifyOnOutcome', target);
      expectFields(at(dispatcher, target), targets[target] ?? 'unknown');
      seenTargets.add(target);
    }
  }
  expect([...seenActions].sort()).toEqual(Object.keys(actions).sort());
  expect([...seenTargets].sort()).toEqual(Object.keys(targets).sort());
});

test('a notification names its people and its chat channel', async () => {
  await using running = await runService();
  const { body } = await running.client.get('/api/v1/findings/routing-rules/rule-unused-access');
  expect(at(body, 'routingRule', 'dispatchers', 0, 'notify')).toMatchObject({
    audience: { users: { userIds: ['user-fatima', 'user-goran'] } },
    chatChannel: { channelId: 'C0SECREV', channelName: 'security-reviews' },
  });
  const outcome = await running.client.get('/api/v1/findings/routing-rules/rule-left-behind');
  expectFields(at(outcome.body, 'routingRule', 'dispatchers', 0, 'notifyOnOutcome'), 'onDone onError recipients');
});

test('an unknown rule is not found', async () => {
  await using running = await runService();
  expect((await running.client.get('/api/v1/findings/routing-rules/rule-nowhere')).status).toBe(404);
});
