import { jsonpath } from 'json-p3';
import { expect, test } from 'vitest';
import { at, listAt, textAt } from '../../conformance/json-places.ts';
import { type RunningService, runService, useService } from './service-client.ts';

const running = useService();

const everything = { paths: ['*'] };

/** What a path of the view of a new task locates. */
async function located(
  running: RunningService,
  request: Readonly<Record<string, unknown>>,
  path: string,
) {
  const { body } = await running.client.grant({ ...request, expandMask: everything });
  const text = textAt(body, 'taskView', path);
  return text === '' ? [] : jsonpath.query(text, JSON.parse(JSON.stringify(body))).values();
}

test('far-reaching access is analysed, and the frameworks that it falls under are noted', async () => {
  const task = await running.client.granted({ appEntitlementId: 'ent-org-owner' });
  expect(task).toMatchObject({
    analysisId: `analysis-${textAt(task, 'numericId')}`,
    annotations: [
      {
        '@type': 'type.googleapis.com/acme.task.v1.ComplianceNote',
        frameworkValueIds: ['framework-iso-27001', 'framework-sox'],
      },
    ],
    externalRefs: [],
  });
  expect(await running.client.granted()).toMatchObject({ analysisId: '', annotations: [] });
});

test('a task that a ticket carries out refers to the ticket', async () => {
  const task = await running.client.granted({ appId: 'app-ledger', appEntitlementId: 'auditor' });
  expect(at(task, 'externalRefs')).toEqual([
    {
      externalRefSource: 'TICKETING',
      name: 'DESK-1001',
      url: 'https://desk.acme.example/tickets/DESK-1001',
    },
  ]);
});

test('a task about something under review leads to the review, and to the machine that is reviewed', async () => {
  const auditor = { appId: 'app-ledger', appEntitlementId: 'auditor' };
  expect(await located(running, auditor, 'accessReviewPath')).toEqual([
    expect.objectContaining({
      '@type': 'type.googleapis.com/c1.api.accessreview.v1.AccessReview',
      id: 'review-ledger',
    }),
  ]);
  const sensor = {
    appId: 'app-foghorn',
    appEntitlementId: 'blow',
    identityUserId: '',
    appUserId: 'appuser-foghorn-fog-sensor',
  };
  expect(await located(running, sensor, 'principalResourcePath')).toMatchObject([
    { id: 'fog-sensor' },
  ]);
  const blow = { appId: 'app-foghorn', appEntitlementId: 'blow' };
  expect(await located(running, blow, 'accessReviewPath')).toEqual([]);
});

test.each([
  ['roleResourcePath', { displayName: 'Administrator' }],
  ['scopeResourcePath', { id: 'harbour-staging' }],
  [
    'resourceBindingsPath',
    { list: [{ roleResourceId: 'administrator', scopeResourceId: 'harbour-staging' }] },
  ],
])('the %s of a task about a role on a scope leads there', async (path, expected) => {
  const request = { appId: 'app-aws', appEntitlementId: 'staging-admin' };
  expect(await located(running, request, path)).toMatchObject([expected]);
});

const tides = { appId: 'app-snowflake' };

async function give(
  running: RunningService,
  appEntitlementId: string,
  grantDuration?: string,
): Promise<void> {
  const task = await running.client.granted({ ...tides, appEntitlementId, grantDuration });
  expect((await running.client.approve(textAt(task, 'id'))).status).toBe(200);
}

async function heldBy(running: RunningService): Promise<readonly string[]> {
  const { body } = await running.client.post('/api/v1/search/entitlements', {
    appIds: ['app-snowflake'],
  });
  return listAt(body, 'list')
    .map((view) => at(view, 'appEntitlement'))
    .filter((one) => at(one, 'appResourceId') === 'tides' && at(one, 'grantCount') === '1')
    .map((one) => textAt(one, 'id'));
}

test('inherited access is taken back with what it is inherited from', async () => {
  await using running = await runService({ grantLagMs: 0 });
  await give(running, 'viewer');
  await give(running, 'editor');
  expect(await heldBy(running)).toEqual(['viewer', 'editor']);
  const revocation = { ...tides, appEntitlementId: 'viewer', identityUserId: 'user-ben' };
  const { body } = await running.client.post('/api/v1/task/revoke', revocation);
  expect(at(body, 'taskView', 'task', 'revocationTargets')).toEqual([
    { ...tides, appEntitlementId: 'editor' },
  ]);
  expect(await heldBy(running)).toEqual([]);
});

test('access that nothing else gives is taken back alone, and what runs out takes nothing with it', async () => {
  await using running = await runService({ grantLagMs: 0 });
  await give(running, 'viewer', '60s');
  await give(running, 'editor');
  running.clock.advance(60_000);
  expect(await heldBy(running)).toEqual(['editor']);
  await give(running, 'viewer');
  const revocation = { ...tides, appEntitlementId: 'editor', identityUserId: 'user-ben' };
  const { body } = await running.client.post('/api/v1/task/revoke', revocation);
  expect(at(body, 'taskView', 'task', 'revocationTargets')).toEqual([]);
  expect(await heldBy(running)).toEqual(['viewer']);
});
