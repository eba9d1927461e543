import { expect, test } from 'vitest';
import { at, listAt, runService, textAt } from './service-client.ts';
import { expectFields } from './service-fields.ts';

const serverFields = [
  'appId connectorId sourceAppId mcpServerCatalogId displayName description endpointUrl credentialsSetupUrl createdAt',
  'updatedAt lastCalledAt authMethod dataSensitivity requireToolApproval serverType tokenSharing transportType',
  'defaultToolPrefix toolPrefix configFieldValues bearerTokenConfigured basicAuthPasswordConfigured',
  'customHeaderValueConfigured cloudSecretAccessKeyConfigured cloudSessionTokenConfigured oauth2CredentialsConfigured',
  'oauth2JwtPrivateKeyConfigured basicAuthUsername customHeaderName cloudAccessKeyId oauth2AuthorizeUrl oauth2ClientId',
  'oauth2ClientSecretExpiresAt oauth2IssuerUrl oauth2JwtAudience oauth2JwtIssuer oauth2JwtSubject oauth2Pkce',
  'oauth2TokenEndpointAuthMethod oauth2TokenUrl oauth2ClientIdMode oauth2Mode oauth2CodeChallengeMethodsSupported',
  'oauth2Scopes oauth2ScopesSupported oauth2ExtraAuthorizeParams oauth2ExtraTokenParams oauth2ServiceAuthorized',
  'oauth2ServiceAuthorizedAsEmail oauth2ServiceAuthorizedAsName oauth2ServiceAuthorizedBy oauth2ServiceAuthorizedAt',
  'tunneled tunnelApplianceId tunnelBridgeId tunnelServiceName',
];

const secretFlags = [
  'bearerTokenConfigured basicAuthPasswordConfigured customHeaderValueConfigured cloudSecretAccessKeyConfigured',
  'cloudSessionTokenConfigured oauth2CredentialsConfigured oauth2JwtPrivateKeyConfigured',
]
  .join(' ')
  .split(' ');

test('a catalog entry has every documented field', async () => {
  await using running = await runService();
  const { status, body } = await running.client.get('/api/v1/mcp_server_catalog/mcp-code-forge');
  expect(status).toBe(200);
  expectFields(body, 'catalogEntry');
  expectFields(
    at(body, 'catalogEntry'),
    'id baseUrl defaultAuthorizeUrl defaultTokenUrl defaultToolPrefix description displayName iconUrl serviceName stable',
    'defaultScopes channel defaultAuthMethod maturity scope supportedOauth2Modes configSchema authModes',
  );
  expectFields(
    at(body, 'catalogEntry', 'configSchema', 'fields', 0),
    'default description displayName name placeholder required secret',
  );
  expectFields(
    at(body, 'catalogEntry', 'authModes', 0),
    'authMethod clientIdMode authStyle authorizeUrl credentialUrl description header issuerUrl jwtAudience oauth2Grant',
    'pkce tokenUrl optionalScopes scopes extraAuthorizeParams extraTokenParams passthrough',
  );
});

test('an unknown catalog entry is not found', async () => {
  await using running = await runService();
  expect((await running.client.get('/api/v1/mcp_server_catalog/mcp-kraken')).status).toBe(404);
});

test('the MCP servers of an app have every documented field', async () => {
  await using running = await runService();
  const { status, body } = await running.client.get('/api/v1/apps/app-github/mcp_servers');
  expect(status).toBe(200);
  expectFields(body, 'list nextPageToken');
  for (const server of listAt(body, 'list')) expectFields(server, ...serverFields);
});

test('every way to sign in is there, with each kind of secret set somewhere and shown nowhere', async () => {
  await using running = await runService();
  const { body } = await running.client.get('/api/v1/apps/app-github/mcp_servers');
  const servers = listAt(body, 'list');
  const methods = new Set(servers.map((server) => textAt(server, 'authMethod').replace('MCP_SERVER_AUTH_METHOD_', '')));
  expect([...methods].sort()).toEqual(['BASIC', 'BEARER_TOKEN', 'CLOUD_KEY', 'CUSTOM_HEADER', 'NONE', 'OAUTH2']);
  for (const flag of secretFlags) expect(servers.map((server) => at(server, flag))).toContain(true);
  const named = Object.keys(Object.assign({}, ...servers)).filter((name) =>
    /secret|password|token|privateKey/i.test(name),
  );
  for (const name of named) {
    const isPlain = ['tokenSharing', 'oauth2TokenUrl', 'oauth2TokenEndpointAuthMethod', 'oauth2ExtraTokenParams'];
    expect(name.endsWith('Configured') || name === 'oauth2ClientSecretExpiresAt' || isPlain.includes(name)).toBe(true);
  }
});

test('a page of MCP servers holds at most 100', async () => {
  await using running = await runService();
  const path = '/api/v1/apps/app-github/mcp_servers';
  expect((await running.client.get(`${path}?pageSize=101`)).status).toBe(400);
  const first = await running.client.get(`${path}?pageSize=10`);
  const rest = await running.client.get(`${path}?pageSize=10&pageToken=${textAt(first.body, 'nextPageToken')}`);
  expect([listAt(first.body, 'list').length, listAt(rest.body, 'list').length]).toEqual([10, 2]);
});

test('an app without MCP servers has none; an unknown app is not found', async () => {
  await using running = await runService();
  expect((await running.client.get('/api/v1/apps/app-ledger/mcp_servers')).body).toEqual({
    list: [],
    nextPageToken: '',
  });
  expect((await running.client.get('/api/v1/apps/app-submarine/mcp_servers')).status).toBe(404);
});

test('enumerations are open: one server has a value that no list has', async () => {
  await using running = await runService();
  const { body } = await running.client.get('/api/v1/apps/app-snowflake/mcp_servers');
  expect(at(body, 'list', 0, 'authMethod')).toBe('MCP_SERVER_AUTH_METHOD_SEMAPHORE');
});
