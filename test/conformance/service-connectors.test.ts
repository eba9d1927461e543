import { expect, test } from 'vitest';
import { at } from '../../conformance/json-places.ts';
import { runService, useService } from './service-client.ts';

const running = useService();

const pathOf = (app: string): string => `/api/v1/apps/app-${app}/connectors/conn-${app}/delegated`;
const github = pathOf('github');
const config = { '@type': 'type.googleapis.com/acme.connectors.v1.GithubConfig' };

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
