import { expect, test } from 'vitest';
import { at, listAt, type RunningService, runService, textAt } from './service-client.ts';

/** Every field of AppEntitlement in interface.md; the two durations exclude each other. */
const fields = [
  'alias description displayName externalId slug id appId appResourceId appResourceTypeId certifyPolicyId',
  'emergencyGrantPolicyId grantPolicyId revokePolicyId requestSchemaId riskLevelValueId complianceFrameworkValueIds',
  'annotations sourceConnectorIds createdAt updatedAt deletedAt defaultValuesApplied emergencyGrantEnabled',
  'isAutomationEnabled isManuallyManaged overrideAccessRequestsDefaults systemBuiltin grantCount matchSyncerId purpose',
  'userEditedMask provisionerPolicy deprovisionerPolicy',
]
  .join(' ')
  .split(' ');

function pathOf(appId: string, typeId: string, resourceId: string): string {
  const [app, type, resource] = [appId, typeId, resourceId].map(encodeURIComponent);
  return `/api/v1/apps/${app}/entitlements/resource_types/${type}/resources/${resource}`;
}

const platform = pathOf('app-github', 'team', 'platform');
const routes = pathOf('app-timetables', 'group', 'routes');

const idsOf = (body: unknown): readonly string[] =>
  listAt(body, 'list').map((view) => textAt(view, 'appEntitlement', 'id'));

test('the entitlements of a resource come as views with every documented field', async () => {
  await using running = await runService();
  const { status, body } = await running.client.get(platform);
  expect(status).toBe(200);
  expect(Object.keys(Object(body)).sort()).toEqual(['expanded', 'list', 'nextPageToken']);
  expect(idsOf(body)).toHaveLength(6);
  expect(at(body, 'nextPageToken')).toBe('');
  const view = at(body, 'list', 0);
  expect(Object.keys(Object(view)).sort()).toEqual(
    ['appEntitlement', 'appPath', 'appResourcePath', 'appResourceTypePath', 'objectPermissions'].sort(),
  );
  expect(Object.keys(Object(at(view, 'appEntitlement'))).sort()).toEqual([...fields, 'durationGrant'].sort());
});

test('an entitlement has a longest duration or none, never both', async () => {
  await using running = await runService();
  const { body } = await running.client.get(platform);
  const byId = new Map(
    listAt(body, 'list').map((view) => [textAt(view, 'appEntitlement', 'id'), at(view, 'appEntitlement')]),
  );
  expect(byId.get('ent-platform-secrets')).toMatchObject({ durationGrant: '5400s' });
  expect(byId.get('ent-platform-secrets')).not.toHaveProperty('durationUnset');
  expect(byId.get('ent-platform-maintain')).toMatchObject({ durationUnset: {} });
  expect(byId.get('ent-platform-maintain')).not.toHaveProperty('durationGrant');
});

test('the paths of a view lead to its app, resource and resource type', async () => {
  await using running = await runService();
  const { body } = await running.client.get(platform);
  const view = at(body, 'list', 5);
  const located = (path: string) =>
    at(body, 'expanded', Number(/^\$\.expanded\[(\d+)\]$/.exec(textAt(view, path))?.[1]));
  expect(located('appPath')).toMatchObject({ '@type': 'type.googleapis.com/c1.api.app.v1.App', id: 'app-github' });
  expect(located('appResourcePath')).toMatchObject({
    '@type': 'type.googleapis.com/c1.api.app.v1.AppResource',
    id: 'platform',
    displayName: 'Platform team',
  });
  expect(located('appResourceTypePath')).toMatchObject({
    '@type': 'type.googleapis.com/c1.api.app.v1.AppResourceType',
    id: 'team',
  });
  expect(listAt(body, 'expanded')).toHaveLength(3);
});

async function pagesOf(running: RunningService, query: string): Promise<readonly (readonly string[])[]> {
  const pages: (readonly string[])[] = [];
  let token = '';
  do {
    const { body } = await running.client.get(`${routes}?${query}${token === '' ? '' : `&pageToken=${token}`}`);
    pages.push(idsOf(body));
    token = textAt(body, 'nextPageToken');
  } while (token !== '');
  return pages;
}

test('a page holds 25 unless asked otherwise', async () => {
  await using running = await runService();
  expect((await pagesOf(running, '')).map((page) => page.length)).toEqual([25, 2]);
});

test('pages cover everything once; one before the end is shorter than asked for', async () => {
  await using running = await runService();
  const pages = await pagesOf(running, 'pageSize=10');
  expect(pages.map((page) => page.length)).toEqual([10, 7, 10]);
  expect(new Set(pages.flat()).size).toBe(27);
});

test('a page size outside 10..100 is refused, 0 means the default', async () => {
  await using running = await runService();
  for (const size of ['9', '101', '-1', 'many']) {
    const answer = await running.client.get(`${routes}?pageSize=${size}`);
    expect([size, answer.status, at(answer.body, 'code')]).toEqual([size, 400, 3]);
  }
  for (const size of ['10', '100', '0']) {
    expect((await running.client.get(`${routes}?pageSize=${size}`)).status).toBe(200);
  }
});

test('a page token that this list did not give out is refused', async () => {
  await using running = await runService();
  const { body } = await running.client.get(`${routes}?pageSize=10`);
  const token = textAt(body, 'nextPageToken');
  for (const path of [`${platform}?pageToken=${token}`, `${routes}?pageToken=made-up`]) {
    const answer = await running.client.get(path);
    expect([answer.status, at(answer.body, 'message')]).toEqual([400, 'invalid page token']);
  }
});

test('the other spelling of a query parameter is silently ignored', async () => {
  await using camel = await runService();
  expect(idsOf((await camel.client.get(`${routes}?page_size=10`)).body)).toHaveLength(25);
  await using snake = await runService({ queryCase: 'snake' });
  expect(idsOf((await snake.client.get(`${routes}?page_size=10`)).body)).toHaveLength(10);
  expect(idsOf((await snake.client.get(`${routes}?pageSize=10`)).body)).toHaveLength(25);
});

test('ids with slashes, spaces, question marks, percent and number signs reach the service as they are', async () => {
  await using running = await runService();
  const north = await running.client.get(pathOf('app-beacon', 'lamp', 'north rock/lamp #1'));
  expect(idsOf(north.body)).toEqual(['north rock/lamp #1?mode=manual', 'dim 50%/night', 'polish']);
  const south = await running.client.get(pathOf('app-beacon', 'lamp', 'south?rock&lamp=2'));
  expect(idsOf(south.body)).toEqual(['../spare bulb', 'telemetry']);
  for (const appEntitlementId of ['north rock/lamp #1?mode=manual', 'dim 50%/night', '../spare bulb']) {
    expect((await running.client.grant({ appId: 'app-beacon', appEntitlementId })).status).toBe(200);
  }
});

test('an unknown app, type or resource is not found', async () => {
  await using running = await runService();
  for (const path of [
    pathOf('app-submarine', 'team', 'platform'),
    pathOf('app-github', 'submarine', 'platform'),
    pathOf('app-github', 'team', 'submarine'),
  ]) {
    const answer = await running.client.get(path);
    expect([answer.status, at(answer.body, 'code')]).toEqual([404, 5]);
  }
});

test('a grant counts as one more holder until it ends', async () => {
  await using running = await runService({ grantLagMs: 0 });
  const count = async () => {
    const { body } = await running.client.get(platform);
    const view = listAt(body, 'list').find((one) => at(one, 'appEntitlement', 'id') === 'ent-platform-deploy');
    return at(view, 'appEntitlement', 'grantCount');
  };
  expect(await count()).toBe('2');
  const task = await running.client.granted({ appEntitlementId: 'ent-platform-deploy', grantDuration: '60s' });
  await running.client.approve(textAt(task, 'id'));
  expect(await count()).toBe('3');
  running.clock.advance(60_000);
  expect(await count()).toBe('2');
});
