import { expect, test } from 'vitest';
import { at, listAt, textAt } from '../../conformance/json-places.ts';
import { readCompany } from '../../sandbox/company.ts';
import { Catalog } from '../../sandbox/governance/catalog.ts';
import { type RunningService, useService } from './service-client.ts';

const running = useService();

const retired =
  '/api/v1/apps/app-foghorn/entitlements/resource_types/station/resources/south-stack';
const retiredOwners = '/api/v1/apps/app-foghorn/resource_types/station/resource/south-stack/owners';
const steamConnector = '/api/v1/apps/app-foghorn/connectors/conn-foghorn-steam/delegated';

test('a deleted resource still shows its entitlements and owners by id', async () => {
  const { body } = await running.client.get(retired);
  expect(at(body, 'list', 0, 'appEntitlement')).toMatchObject({
    id: 'steam-blow',
    deletedAt: '2024-11-30T12:00:00Z',
  });
  const owners = await running.client.get(retiredOwners);
  expect(at(owners.body, 'list', 0)).toMatchObject({
    id: 'user-nils',
    delegatedUserId: 'user-liam',
    status: 'DISABLED',
    deletedAt: '2025-02-28T17:00:00Z',
  });
});

test('no search tells of what was deleted', async () => {
  const entitlements = await running.client.post('/api/v1/search/entitlements', {
    query: 'steam horn',
  });
  expect(listAt(entitlements.body, 'list')).toEqual([]);
  const users = await running.client.post('/api/v1/search/users', { query: 'nils' });
  expect(listAt(users.body, 'list')).toEqual([]);
  const policies = await running.client.post('/api/v1/search/credential-inventory-policies', {
    query: 'telegraph',
  });
  expect(listAt(policies.body, 'list')).toEqual([]);
});

test('a deleted credential policy is found by its id, and a deleted recovery policy and run stay in their lists', async () => {
  const refs = [{ id: 'credential-policy-telegraph' }];
  const { body } = await running.client.post('/api/v1/search/credential-inventory-policies', {
    refs,
  });
  expect(textAt(body, 'list', 0, 'deletedAt')).toMatch(/^2025-/);
  for (const [path, member] of [
    ['recovery-policies', 'list'],
    ['automation_executions', 'automationExecutions'],
  ] as const) {
    const all = await running.client.get(`/api/v1/${path}?pageSize=100`);
    const deleted = listAt(all.body, member).filter((one) => at(one, 'deletedAt') !== null);
    expect(deleted.length).toBeGreaterThan(0);
  }
});

test('nobody is granted a deleted entitlement, and nothing is granted to somebody deleted', async () => {
  const steam = await running.client.grant({
    appId: 'app-foghorn',
    appEntitlementId: 'steam-blow',
  });
  expect([steam.status, at(steam.body, 'message')]).toEqual([400, 'app entitlement is deleted']);
  expect((await running.client.grant({ identityUserId: 'user-nils' })).status).toBe(403);
});

test('a deleted connector is shown, and changed no more', async () => {
  const shown = await running.client.post(steamConnector, {});
  expect(at(shown.body, 'connectorView', 'connector')).toMatchObject({
    displayName: 'Steam horn telegraph',
    deletedAt: '2024-11-30T12:00:00Z',
    updatedAt: '2024-11-30T12:00:00Z',
  });
  const changed = await running.client.post(steamConnector, {
    connector: { displayName: 'Steam again' },
  });
  expect([changed.status, at(changed.body, 'message')]).toEqual([400, 'connector is deleted']);
});

test('everything that was deleted names what exists', () => {
  const catalog = new Catalog(readCompany());
  const nils = catalog.requireUser('user-nils');
  for (const id of [nils.delegatedUserId, ...nils.managerIds])
    expect(catalog.requireUser(id).deletedAt).toBeNull();
  expect(catalog.users).not.toContain(nils);
  const { resource, owners } = catalog.requireResource('app-foghorn', 'station', 'south-stack');
  expect(resource.deletedAt).not.toBeNull();
  for (const { userId } of owners) expect(catalog.requireUser(userId).id).toBe(userId);
});

function remove(
  running: RunningService,
  as: string,
  origin = running.service.url,
): Promise<Response> {
  return fetch(`${running.service.url}/task/1001/delete`, {
    method: 'POST',
    body: new URLSearchParams({ as, comment: 'made by mistake' }),
    headers: { Origin: origin },
    redirect: 'manual',
  });
}

test('a task that an administrator deletes is closed, and found only when deleted ones are included', async () => {
  const id = textAt(await running.client.granted(), 'id');
  expect((await remove(running, 'user-hana')).status).toBe(303);
  expect(await running.client.task(id)).toMatchObject({
    state: 'TASK_STATE_CLOSED',
    deletedAt: '2026-05-04T08:00:00.000Z',
    type: { grant: { outcome: 'GRANT_OUTCOME_CANCELLED' } },
  });
  const found = async (body: object) =>
    listAt((await running.client.post('/api/v1/search/tasks', body)).body, 'list');
  expect(await found({})).toEqual([]);
  expect(await found({ refs: [{ id }] })).toEqual([]);
  expect(await found({ refs: [{ id }], includeDeleted: true })).toHaveLength(1);
  expect((await running.client.grant()).status).toBe(200);
  const page = await (await fetch(`${running.service.url}/task/1001`)).text();
  expect(page).toContain('Deleted');
  expect(page).not.toContain('/task/1001/delete');
});

test('nobody else deletes a task, not from another page, and not twice', async () => {
  const id = textAt(await running.client.granted(), 'id');
  expect((await remove(running, 'user-ana')).status).toBe(403);
  expect((await remove(running, 'user-hana', 'https://pirates.example')).status).toBe(403);
  expect(at(await running.client.task(id), 'deletedAt')).toBeNull();
  expect((await remove(running, 'user-hana')).status).toBe(303);
  expect((await remove(running, 'user-hana')).status).toBe(403);
});
