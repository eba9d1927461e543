import { jsonpath } from 'json-p3';
import { expect, test } from 'vitest';
import { at, listAt, textAt } from '../../conformance/json-places.ts';
import { runService, useService } from './service-client.ts';

const running = useService();

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
