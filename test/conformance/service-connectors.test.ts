import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { at, listAt, textAt } from '../../conformance/json-places.ts';
import { runService, useService } from './service-client.ts';

const running = useService();

const pathOf = (app: string): string => `/api/v1/apps/app-${app}/connectors/conn-${app}/delegated`;
const github = pathOf('github');
const config = { '@type': 'type.googleapis.com/acme.connectors.v1.GithubConfig' };

test('only the fields of the mask are changed; a masked field without a value becomes empty', async () => {
  const { body } = await running.client.post(github, {
    connector: { displayName: 'Renamed', parallelSyncWorkerCount: 9 },
    updateMask: 'displayName,description,connector_sync_cron_schedule',
  });
  expect(at(body, 'connectorView', 'connector')).toMatchObject({
    displayName: 'Renamed',
    description: '',
    connectorSyncCronSchedule: null,
    parallelSyncWorkerCount: 4,
    updatedAt: '2026-05-04T08:00:00.000Z',
  });
});

test('a mask reaches into messages', async () => {
  const { body } = await running.client.post(pathOf('beacon'), {
    connector: {
      connectorSyncCronSchedule: { cronSpec: '5 * * * *', timezone: 'UTC' },
      status: { lastError: 'fog' },
    },
    updateMask: 'connectorSyncCronSchedule.cronSpec,status.lastError',
  });
  expect(at(body, 'connectorView', 'connector')).toMatchObject({
    connectorSyncCronSchedule: { cronSpec: '5 * * * *', start: null, timezone: '' },
    status: { status: 'SYNC_STATUS_UNSPECIFIED', lastError: 'fog' },
  });
});

test('a masked status is emptied but for what only the service sets', async () => {
  const { body } = await running.client.post(pathOf('ledger'), { updateMask: 'status' });
  expect(at(body, 'connectorView', 'connector', 'status')).toEqual({
    status: 'SYNC_STATUS_ERROR',
    startedAt: null,
    updatedAt: null,
    completedAt: null,
    lastError: '',
  });
});

test('the person who authorised a connector cannot be written', async () => {
  const { body } = await running.client.post(github, { connector: { oauthAuthorizedAs: {} } });
  expect(at(body, 'connectorView', 'connector', 'oauthAuthorizedAs', 'authEmail')).toBe(
    'ana@acme.example',
  );
  const forged = await running.client.post(github, {
    connector: { oauthAuthorizedAs: { authEmail: 'x@acme.example' } },
  });
  expect(forged.status).toBe(400);
});

test('switching the sync off is dated, and switching it on again forgets the date', async () => {
  const off = await running.client.post(github, { connector: { syncDisabledReason: 'storm' } });
  expect(at(off.body, 'connectorView', 'connector', 'syncDisabledAt')).toBe(
    '2026-05-04T08:00:00.000Z',
  );
  const on = await running.client.post(github, { updateMask: 'syncDisabledReason' });
  expect(at(on.body, 'connectorView', 'connector', 'syncDisabledAt')).toBeNull();
});

test('secrets of the configuration are never returned, only that they are set', async () => {
  const before = await running.client.post(github, {});
  expect(at(before.body, 'connectorView', 'connector', 'config')).toEqual({
    ...config,
    endpoint: 'https://github.acme.example',
    apiTokenConfigured: true,
  });
  const after = await running.client.post(github, {
    connector: {
      config: {
        ...config,
        endpoint: 'https://forge.example',
        clientSecret: 'hush',
        apiTokenConfigured: true,
      },
    },
  });
  expect(JSON.stringify(after.body)).not.toMatch(/hush|sandbox-token/);
  expect(at(after.body, 'connectorView', 'connector', 'config')).toEqual({
    ...config,
    endpoint: 'https://forge.example',
    apiTokenConfigured: true,
    clientSecretConfigured: true,
  });
  expect(at(after.body, 'connectorView', 'connector', 'configUpdatedAt')).toBe(
    '2026-05-04T08:00:00.000Z',
  );
});

test.each([
  ['app_id', 'appPath', 'App'],
  ['capabilities', 'capabilitiesPath', 'ConnectorCapabilities'],
  ['user_ids', 'usersPath', 'User'],
])('the mask entry %s fills %s', async (entry, path, type) => {
  const { body } = await running.client.post(pathOf('aws'), { expandMask: { paths: [entry] } });
  expect(at(body, 'connectorView', path)).toBe('$.expanded[0]');
  expect(textAt(body, 'expanded', 0, '@type').split('.').at(-1)).toBe(type);
  const paths = ['appPath', 'capabilitiesPath', 'usersPath'].filter(
    (one) => at(body, 'connectorView', one) !== '',
  );
  expect(paths).toEqual([path]);
});

test('the mask * fills every path; several users are located by one', async () => {
  const { body } = await running.client.post(github, { expandMask: { paths: ['*'] } });
  expect(at(body, 'connectorView', 'usersPath')).toBe('$.expanded[2,3]');
  expect(
    listAt(body, 'expanded')
      .slice(2)
      .map((user) => at(user, 'id')),
  ).toEqual(['user-ana', 'user-hana']);
});

test.each([
  [{ expandMask: { paths: ['users'] } }, 'invalid expand mask path "users"'],
  [{ updateMask: 'colour' }, 'invalid update mask path "colour"'],
  [{ updateMask: 'createdAt' }, 'invalid update mask path "createdAt"'],
  [{ updateMask: 'status.status' }, 'invalid update mask path "status.status"'],
])('the body %j is refused', async (body, message) => {
  const answer = await running.client.post(github, body);
  expect([answer.status, at(answer.body, 'message')]).toEqual([400, message]);
});

test('an unknown connector, an unknown user and a caller without the permission are refused', async () => {
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
  expect((await running.client.post(pathOf('submarine'), {})).status).toBe(404);
  expect((await running.client.post(github.replace('conn-github', 'conn-aws'), {})).status).toBe(
    404,
  );
  expect(
    (await running.client.post(github, { connector: { userIds: ['user-nobody'] } })).status,
  ).toBe(404);
  expect((await (await running.as('crew')).post(github, {})).status).toBe(403);
});

test('an update survives a restart', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'governance-connectors-'));
  const dataFile = join(folder, 'state.json');
  {
    await using running = await runService({ dataFile });
    await running.client.post(github, { connector: { displayName: 'Renamed' } });
  }
  await using running = await runService({ dataFile });
  const { body } = await running.client.post(github, {});
  expect(at(body, 'connectorView', 'connector', 'displayName')).toBe('Renamed');
  await rm(folder, { recursive: true });
});
