import { jsonpath } from 'json-p3';
import { expect, test } from 'vitest';
import { at, listAt, textAt } from '../../conformance/json-places.ts';
import { runService, useService } from './service-client.ts';

const running = useService();

/**
 * Entry of TaskExpandMask, the path it fills for a fresh request of Ben for GitHub, and the kind it
 * locates.
 */
const entries = [
  ['app_id', 'appPath', 'c1.api.app.v1.App'],
  ['app_user_id', 'appUserPath', 'c1.api.app.v1.AppUser'],
  ['app_user_last_usage', 'appUserLastUsagePath', 'google.protobuf.Timestamp'],
  ['app_entitlement_ids', 'entitlementsPath', 'c1.api.app.v1.AppEntitlement'],
  ['created_by_user_id', 'createdByUserPath', 'c1.api.user.v1.User'],
  ['identity_user_id', 'identityUserPath', 'c1.api.user.v1.User'],
  ['insight_ids', 'insightsPath', 'c1.api.insight.v1.Insight'],
  ['step_approver_ids', 'stepApproversPath', 'c1.api.task.v1.StepApproverUsers'],
  ['user_id', 'userPath', 'c1.api.user.v1.User'],
] as const;

function filledPaths(view: unknown): readonly string[] {
  return Object.entries(Object(view)).flatMap(([name, value]) =>
    name.endsWith('Path') && value !== '' ? [name] : [],
  );
}

test.each(entries)(
  'the mask entry %s fills %s with %s, and nothing else',
  async (entry, path, type) => {
    const { body } = await running.client.grant({ expandMask: { paths: [entry] } });
    expect(filledPaths(at(body, 'taskView'))).toEqual([path]);
    expect(at(body, 'taskView', path)).toBe('$.expanded[0]');
    expect(listAt(body, 'expanded')).toHaveLength(1);
    expect(at(body, 'expanded', 0, '@type')).toBe(`type.googleapis.com/${type}`);
  },
);

test('the mask * fills everything there is, each object once', async () => {
  const { body } = await running.client.grant({ expandMask: { paths: ['*'] } });
  expect([...filledPaths(at(body, 'taskView'))].sort()).toEqual(
    entries.map(([, path]) => path).sort(),
  );
  expect(at(body, 'taskView', 'userPath')).toBe(at(body, 'taskView', 'identityUserPath'));
  const kinds = listAt(body, 'expanded').map((object) => textAt(object, '@type'));
  expect(kinds.filter((kind) => kind.endsWith('.User'))).toHaveLength(2);
});

test('the reviewers of the step are an object with a list of users', async () => {
  const { body } = await running.client.grant({ expandMask: { paths: ['step_approver_ids'] } });
  const users = listAt(body, 'expanded', 0, 'users');
  expect(users.map((user) => at(user, 'displayName'))).toEqual([
    'Ana Lindqvist',
    'Fatima Zahra El Idrissi',
  ]);
  expect(users.map((user) => at(user, 'id'))).toEqual(
    listAt(body, 'taskView', 'task', 'stepApproverIds'),
  );
});

test('several approvers are located by one path that an RFC 9535 evaluator resolves', async () => {
  await using running = await runService({
    grantLagMs: 0,
    clients: ['ana', 'goran'].map((name) => ({
      clientId: name,
      clientSecret: 'secret',
      userId: `user-${name}`,
      permissions: ['read'],
    })),
  });
  const id = textAt(await running.client.granted({ appEntitlementId: 'ent-platform-admin' }), 'id');
  for (const name of ['ana', 'goran']) {
    const reviewer = await running.as(name);
    expect((await reviewer.approve(id)).status).toBe(200);
  }
  const { body } = await running.client.post('/api/v1/search/tasks', {
    refs: [{ id }],
    expandMask: { paths: ['approver_ids'] },
  });
  const path = textAt(body, 'list', 0, 'approversPath');
  const found = jsonpath.query(path, JSON.parse(JSON.stringify(body))).values();
  expect(found.map((user) => at(user, 'id'))).toEqual(['user-ana', 'user-goran']);
});

test('the tasks of a search share one expanded list, each pointing at its own objects', async () => {
  await running.client.granted();
  await running.client.granted({ identityUserId: 'user-dara' });
  const { body } = await running.client.post('/api/v1/search/tasks', {
    expandMask: { paths: ['app_id', 'user_id'] },
  });
  expect(listAt(body, 'expanded')).toHaveLength(3);
  const [dara, ben] = listAt(body, 'list');
  expect(at(dara, 'appPath')).toBe(at(ben, 'appPath'));
  const nameAt = (view: unknown) =>
    jsonpath.query(textAt(view, 'userPath'), JSON.parse(JSON.stringify(body))).values()[0];
  expect(at(nameAt(dara), 'id')).toBe('user-dara');
  expect(at(nameAt(ben), 'id')).toBe('user-ben');
});
