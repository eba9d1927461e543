import { expect, test } from 'vitest';
import { at, listAt, textAt } from '../../conformance/json-places.ts';
import { runService, useService } from './service-client.ts';

const running = useService();

test('a user is read by id', async () => {
  const { status, body } = await running.client.get('/api/v1/users/user-hana');
  expect(status).toBe(200);
  expect(at(body, 'userView', 'user')).toMatchObject({
    id: 'user-hana',
    displayName: 'Hana Sato 佐藤花',
  });
  expect((await running.client.get('/api/v1/users/user-nobody')).status).toBe(404);
});

test('the apps are listed in pages', async () => {
  const first = await running.client.get('/api/v1/apps?pageSize=10');
  expect(at(first.body, 'list', 0)).toMatchObject({ id: 'app-github', displayName: 'GitHub' });
  const rest = await running.client.get(
    `/api/v1/apps?pageSize=10&pageToken=${textAt(first.body, 'nextPageToken')}`,
  );
  expect([listAt(first.body, 'list').length, listAt(rest.body, 'list').length]).toEqual([10, 3]);
});

test('entitlements are searched by words over all apps or some', async () => {
  const search = async (body: Readonly<Record<string, unknown>>) =>
    (await running.client.post('/api/v1/search/entitlements', body)).body;
  const found = await search({ query: 'lamp hand' });
  expect(at(found, 'list', 0, 'appEntitlement', 'alias')).toBe('lamp-1');
  expect([at(found, 'expanded'), at(found, 'list', 0, 'appPath')]).toEqual([[], '']);
  const masked = await search({ query: 'lamp hand', expandMask: { paths: ['app_id'] } });
  expect(at(masked, 'expanded', 0, 'id')).toBe('app-beacon');
  const ofTwo = await search({ appIds: ['app-berth', 'app-bellbuoy'], pageSize: 100 });
  const apps = new Set(listAt(ofTwo, 'list').map((view) => at(view, 'appEntitlement', 'appId')));
  expect(apps).toEqual(new Set(['app-berth', 'app-bellbuoy']));
});

test('a search over everything pages through every entitlement once, although ids repeat across apps', async () => {
  const seen: string[] = [];
  let pageToken = '';
  do {
    const { body } = await running.client.post('/api/v1/search/entitlements', {
      pageSize: 30,
      pageToken,
    });
    for (const view of listAt(body, 'list')) {
      seen.push(
        `${textAt(view, 'appEntitlement', 'appId')} ${textAt(view, 'appEntitlement', 'id')}`,
      );
    }
    pageToken = textAt(body, 'nextPageToken');
  } while (pageToken !== '');
  expect(seen.length).toBeGreaterThan(80);
  expect(new Set(seen).size).toBe(seen.length);
});

test('a caller learns who it is and what it may do', async () => {
  await using running = await runService({
    clients: [
      {
        clientId: 'crew',
        clientSecret: 'secret',
        userId: 'user-ben',
        permissions: ['read', 'request'],
      },
    ],
  });
  expect((await running.client.get('/api/v1/auth/introspect')).body).toEqual({
    userId: 'user-access-bot',
    roles: ['role-administrator'],
    permissions: ['read', 'request', 'review', 'administer'],
    tenantId: 'tenant-acme',
  });
  const crew = await running.as('crew');
  expect((await crew.get('/api/v1/auth/introspect')).body).toMatchObject({
    userId: 'user-ben',
    permissions: ['read', 'request'],
  });
});
