import { describe, expect, test } from 'vitest';
import { at, listAt } from '../../conformance/json-places.ts';
import { runService, type ServiceClient } from './service-client.ts';

const search = (client: ServiceClient, body: Readonly<Record<string, unknown>>) =>
  client.post('/api/v1/search/grants', body);

async function held(client: ServiceClient, body: Readonly<Record<string, unknown>>) {
  const { body: page } = await search(client, body);
  return listAt(page, 'list').map((row) => at(row, 'appEntitlementUserBinding'));
}

const ofGoran = { userId: 'user-goran', appIds: ['app-aws'] };

describe('the search for grants', () => {
  test('tells what was granted in the service’s pages, with its end, and what came through it', async () => {
    await using running = await runService();
    expect(await held(running.client, ofGoran)).toEqual([
      expect.objectContaining({
        appId: 'app-aws',
        appEntitlementId: 'staging-admin',
        appUserId: 'appuser-aws-goran',
        grantSources: [],
        originatingTicketId: '',
        appEntitlementUserBindingDeprovisionAt: '2026-07-03T08:00:00.000Z',
      }),
      expect.objectContaining({
        appEntitlementId: 'staging-read',
        grantSources: [{ appId: 'app-aws', id: 'staging-admin' }],
      }),
    ]);
  });

  test.each([
    [{ userId: 'user-ana', appIds: ['app-aws'] }, 0],
    [{ userId: 'user-goran', appIds: ['app-github'] }, 0],
    [{ ...ofGoran, entitlementRefs: [{ appId: 'app-aws', id: 'staging-read' }] }, 1],
    [{ ...ofGoran, entitlementRefs: [{ appId: 'app-github', id: 'staging-read' }] }, 0],
  ])('takes the filter %j', async (filter, count) => {
    await using running = await runService();
    expect(await held(running.client, filter)).toHaveLength(count);
  });

  test('forgets what was inherited when its source is taken away, or is over', async () => {
    await using running = await runService({ grantLagMs: 0 });
    const source = { appId: 'app-aws', appEntitlementId: 'staging-admin' };
    const revoked = await running.client.post('/api/v1/task/revoke', {
      ...source,
      identityUserId: 'user-goran',
    });
    await running.client.approve(String(at(revoked.body, 'taskView', 'task', 'id')));
    expect(await held(running.client, ofGoran)).toEqual([]);

    await using other = await runService({ tokenLifetimeSeconds: 1e9 });
    other.clock.advance(61 * 86_400_000);
    expect(await held(other.client, ofGoran)).toEqual([]);
  });
});

describe('the accounts of a person', () => {
  test('hold access apart from each other', async () => {
    await using running = await runService({ grantLagMs: 0 });
    const { client } = running;
    const wanted = { appId: 'app-timetables', appEntitlementId: 'route-01-edit' };
    const account = { appUserId: 'appuser-timetables-dara-admin', identityUserId: '' };
    await client.approve(String(at(await client.granted({ ...wanted, ...account }), 'id')));
    const other = { appUserId: 'appuser-timetables-dara', identityUserId: '' };
    expect((await client.grant({ ...wanted, ...other })).status).toBe(200);
    const found = await held(client, { userId: 'user-dara', appIds: ['app-timetables'] });
    expect(found.map((one) => at(one, 'appUserId'))).toEqual(['appuser-timetables-dara-admin']);
  });
});
