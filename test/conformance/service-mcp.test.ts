import { expect, test } from 'vitest';
import { at, listAt, textAt } from '../../conformance/json-places.ts';
import { runService } from './service-client.ts';

const secretFlags = [
  'bearerTokenConfigured basicAuthPasswordConfigured customHeaderValueConfigured cloudSecretAccessKeyConfigured',
  'cloudSessionTokenConfigured oauth2CredentialsConfigured oauth2JwtPrivateKeyConfigured',
]
  .join(' ')
  .split(' ');

test('every way to sign in is there, with each kind of secret set somewhere and shown nowhere', async () => {
  await using running = await runService();
  const { body } = await running.client.get('/api/v1/apps/app-github/mcp_servers');
  const servers = listAt(body, 'list');
  const methods = new Set(
    servers.map((server) => textAt(server, 'authMethod').replace('MCP_SERVER_AUTH_METHOD_', '')),
  );
  expect([...methods].sort()).toEqual([
    'AWS_SIGV4',
    'BASIC_AUTH',
    'BEARER_TOKEN',
    'CUSTOM_HEADER',
    'NONE',
    'OAUTH2',
  ]);
  for (const flag of secretFlags) expect(servers.map((server) => at(server, flag))).toContain(true);
  const named = Object.keys(Object.assign({}, ...servers)).filter((name) =>
    /secret|password|token|privateKey/i.test(name),
  );
  for (const name of named) {
    const isPlain = [
      'tokenSharing',
      'oauth2TokenUrl',
      'oauth2TokenEndpointAuthMethod',
      'oauth2ExtraTokenParams',
    ];
    expect(
      name.endsWith('Configured') ||
        name === 'oauth2ClientSecretExpiresAt' ||
        isPlain.includes(name),
    ).toBe(true);
  }
});

test('an app without MCP servers has none', async () => {
  await using running = await runService();
  expect((await running.client.get('/api/v1/apps/app-ledger/mcp_servers')).body).toEqual({
    list: [],
    nextPageToken: '',
  });
});

test('enumerations are open: one server has a value that no list has', async () => {
  await using running = await runService();
  const { body } = await running.client.get('/api/v1/apps/app-snowflake/mcp_servers');
  expect(at(body, 'list', 0, 'authMethod')).toBe('MCP_SERVER_AUTH_METHOD_SEMAPHORE');
});
