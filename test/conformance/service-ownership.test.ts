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
