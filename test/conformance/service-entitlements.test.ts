import { expect, test } from 'vitest';
import { at, listAt, textAt } from '../../conformance/json-places.ts';
import { type RunningService, runService, useService } from './service-client.ts';

const running = useService();

function pathOf(appId: string, typeId: string, resourceId: string): string {
  const [app, type, resource] = [appId, typeId, resourceId].map(encodeURIComponent);
  return `/api/v1/apps/${app}/entitlements/resource_types/${type}/resources/${resource}`;
}

const platform = pathOf('app-github', 'team', 'platform');
const routes = pathOf('app-timetables', 'group', 'routes');

const idsOf = (body: unknown): readonly string[] =>
  listAt(body, 'list').map((view) => textAt(view, 'appEntitlement', 'id'));

async function pagesOf(
  running: RunningService,
  query: string,
): Promise<readonly (readonly string[])[]> {
  const pages: (readonly string[])[] = [];
  let token = '';
  do {
    const { body } = await running.client.get(
      `${routes}?${query}${token === '' ? '' : `&pageToken=${token}`}`,
    );
    pages.push(idsOf(body));
    token = textAt(body, 'nextPageToken');
  } while (token !== '');
  return pages;
}

test('a page holds 25 unless asked otherwise', async () => {
  expect((await pagesOf(running, '')).map((page) => page.length)).toEqual([25, 2]);
});

test('pages cover everything once; one before the end is shorter than asked for', async () => {
  const pages = await pagesOf(running, 'pageSize=10');
  expect(pages.map((page) => page.length)).toEqual([10, 7, 10]);
  expect(new Set(pages.flat()).size).toBe(27);
});

test('a page token that this list did not give out is refused', async () => {
  const { body } = await running.client.get(`${routes}?pageSize=10`);
  const token = textAt(body, 'nextPageToken');
  for (const path of [`${platform}?pageToken=${token}`, `${routes}?pageToken=made-up`]) {
    const answer = await running.client.get(path);
    expect([answer.status, at(answer.body, 'message')]).toEqual([400, 'invalid page token']);
  }
});

test('the other spelling of a query parameter is silently ignored', async () => {
  await using ours = await runService();
  expect(idsOf((await ours.client.get(`${routes}?page_size=10`)).body)).toHaveLength(25);
  await using deployed = await runService({ dialect: 'deployed' });
  expect(idsOf((await deployed.client.get(`${routes}?page_size=10`)).body)).toHaveLength(10);
  expect(idsOf((await deployed.client.get(`${routes}?pageSize=10`)).body)).toHaveLength(25);
});

test('ids with slashes, spaces, question marks, percent and number signs reach the service as they are', async () => {
  const north = await running.client.get(pathOf('app-beacon', 'lamp', 'north rock/lamp #1'));
  expect(idsOf(north.body)).toEqual(['north rock/lamp #1?mode=manual', 'dim 50%/night', 'polish']);
  const south = await running.client.get(pathOf('app-beacon', 'lamp', 'south?rock&lamp=2'));
  expect(idsOf(south.body)).toEqual(['../spare bulb', 'telemetry']);
  for (const appEntitlementId of [
    'north rock/lamp #1?mode=manual',
    'dim 50%/night',
    '../spare bulb',
  ]) {
    expect((await running.client.grant({ appId: 'app-beacon', appEntitlementId })).status).toBe(
      200,
    );
  }
});

test('a grant counts as one more holder until it ends', async () => {
  await using running = await runService({ grantLagMs: 0 });
  const count = async () => {
    const { body } = await running.client.get(platform);
    const view = listAt(body, 'list').find(
      (one) => at(one, 'appEntitlement', 'id') === 'ent-platform-deploy',
    );
    return at(view, 'appEntitlement', 'grantCount');
  };
  expect(await count()).toBe('2');
  const task = await running.client.granted({
    appEntitlementId: 'ent-platform-deploy',
    grantDuration: '60s',
  });
  await running.client.approve(textAt(task, 'id'));
  expect(await count()).toBe('3');
  running.clock.advance(60_000);
  expect(await count()).toBe('2');
});
