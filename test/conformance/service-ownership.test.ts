import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { at, textAt } from '../../conformance/json-places.ts';
import { runService, useService } from './service-client.ts';

const running = useService();

const onEntitlement =
  '/api/v2/apps/app-foghorn/entitlements/blow/owners/entitlements/owner/app-bellbuoy/ent-oncall-primary';
const onApp =
  '/api/v2/apps/app-foghorn/owners/entitlements/approver/app-bellbuoy/ent-oncall-primary';
const ref = { appEntitlementRef: { appId: 'app-bellbuoy', id: 'ent-oncall-primary' } };

test('an ownership source on an entitlement answers with its record', async () => {
  const { status, body } = await running.client.post(onEntitlement, ref);
  expect(status).toBe(200);
  const record = at(body, 'appEntitlementOwnerEntitlement');
  expect(record).toMatchObject({
    appId: 'app-foghorn',
    entitlementId: 'blow',
    roleSlug: 'owner',
    createdAt: '2026-05-04T08:00:00.000Z',
  });
  expect(at(record, 'appEntitlement')).toMatchObject({
    appId: 'app-bellbuoy',
    id: 'ent-oncall-primary',
  });
});

test('an ownership source on an app answers with its record', async () => {
  const { status, body } = await running.client.post(onApp, ref);
  expect(status).toBe(200);
  expect(at(body, 'appOwnerEntitlement')).toMatchObject({
    appId: 'app-foghorn',
    roleSlug: 'approver',
  });
});

test('an ownership source that exists already is refused, also after a restart', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'governance-owners-'));
  const dataFile = join(folder, 'state.json');
  {
    await using running = await runService({ dataFile });
    await running.client.post(onEntitlement, ref);
    await running.client.post(onApp, ref);
  }
  await using running = await runService({ dataFile });
  for (const path of [onEntitlement, onApp]) {
    const again = await running.client.post(path, ref);
    expect([again.status, at(again.body, 'code')]).toEqual([409, 6]);
  }
  await rm(folder, { recursive: true });
});

test('an entitlement cannot own itself', async () => {
  const self = onEntitlement.replace('app-bellbuoy/ent-oncall-primary', 'app-foghorn/blow');
  expect((await running.client.post(self, {})).status).toBe(400);
});

test('only administrators change ownership', async () => {
  await using running = await runService({
    clients: [
      {
        clientId: 'crew',
        clientSecret: 'secret',
        userId: 'user-ben',
        permissions: ['read', 'request', 'review'],
      },
    ],
  });
  const crew = await running.as('crew');
  for (const path of [onEntitlement, onApp]) expect((await crew.post(path, ref)).status).toBe(403);
});

test('holders of an ownership source are asked about requests, as long as they hold it', async () => {
  await using running = await runService({ grantLagMs: 0, tokenLifetimeSeconds: 7200 });
  const request = { appId: 'app-foghorn', appEntitlementId: 'blow' };
  const source = {
    appId: 'app-bellbuoy',
    appEntitlementId: 'ent-oncall-primary',
    identityUserId: 'user-dara',
  };
  await running.client.post(onEntitlement, ref);
  await running.client.approve(
    textAt(await running.client.granted({ ...source, grantDuration: '3600s' }), 'id'),
  );
  const during = await running.client.granted(request);
  expect(at(during, 'stepApproverIds')).toEqual(['user-liam', 'user-oskar', 'user-dara']);
  await running.client.act(textAt(during, 'id'), 'close');
  running.clock.advance(3_600_000);
  expect(at(await running.client.granted(request), 'stepApproverIds')).toEqual([
    'user-liam',
    'user-oskar',
  ]);
});

const platformOwners =
  '/api/v2/apps/app-github/resource_types/team/resources/platform/owners/users';

test('the users that own a resource come as records of ownership', async () => {
  const { status, body } = await running.client.get(platformOwners);
  expect(status).toBe(200);
  expect(at(body, 'list', 2)).toMatchObject({
    appId: 'app-github',
    resourceTypeId: 'team',
    resourceId: 'platform',
    roleSlug: 'approver',
    user: { id: 'user-fatima', email: 'fatima@acme.example' },
  });
});

test('the owners that the system manages are named, and a resource without owners has empty lists', async () => {
  const platform = await running.client.get(
    '/api/v1/apps/app-github/resource_types/team/resource/platform/owners',
  );
  expect(at(platform.body, 'immutableUserIds')).toEqual(['user-ana']);
  const archive = await running.client.get(
    '/api/v1/apps/app-aws/resource_types/group/resource/archive/owners',
  );
  expect(archive.body).toEqual({ list: [], immutableUserIds: [], nextPageToken: '' });
});

const ownerPath = '/api/v2/apps/app-github/entitlements/ent-platform-admin/owners/users';

test('one owner of an entitlement is found by role and user', async () => {
  const { status, body } = await running.client.get(`${ownerPath}/owner/user-ana`);
  expect(status).toBe(200);
  expect(at(body, 'appEntitlementOwnerUser')).toMatchObject({
    appId: 'app-github',
    entitlementId: 'ent-platform-admin',
    roleSlug: 'owner',
    user: { id: 'user-ana' },
  });
});

test('nobody else is that owner', async () => {
  for (const rest of ['approver/user-ana', 'owner/user-fatima', 'owner/user-nobody']) {
    expect((await running.client.get(`${ownerPath}/${rest}`)).status).toBe(404);
  }
});
