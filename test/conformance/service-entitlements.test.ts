import { expect, test } from 'vitest';
import { at, listAt, textAt } from '../../conformance/json-places.ts';
import { runService, useService } from './service-client.ts';

const running = useService();

function pathOf(appId: string, typeId: string, resourceId: string): string {
  const [app, type, resource] = [appId, typeId, resourceId].map(encodeURIComponent);
  return `/api/v1/apps/${app}/entitlements/resource_types/${type}/resources/${resource}`;
}

const platform = pathOf('app-github', 'team', 'platform');
const routes = pathOf('app-timetables', 'group', 'routes');

const idsOf = (body: unknown): readonly string[] =>
  listAt(body, 'list').map((view) => textAt(view, 'appEntitlement', 'id'));

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
