import { expect, test } from 'vitest';
import { at, listAt, type RunningService, runService, textAt } from './service-client.ts';
import { expectFields } from './service-fields.ts';

async function allOf(running: RunningService, path: string, member = 'list'): Promise<readonly unknown[]> {
  const found: unknown[] = [];
  let token = '';
  do {
    const { status, body } = await running.client.get(
      `${path}?pageSize=10${token === '' ? '' : `&pageToken=${token}`}`,
    );
    expect(status).toBe(200);
    expectFields(body, member, 'nextPageToken');
    found.push(...listAt(body, member));
    token = textAt(body, 'nextPageToken');
  } while (token !== '');
  const ids = found.map((one) => textAt(one, 'id'));
  expect(new Set(ids).size).toBe(ids.length);
  return found;
}

const credentialPath = '/api/v1/search/credential-inventory-policies';

test('credential inventory policies have every documented field, and settings of what they enable', async () => {
  await using running = await runService();
  const { status, body } = await running.client.post(credentialPath, { pageSize: 100 });
  expect(status).toBe(200);
  expectFields(body, 'list nextPageToken');
  const messages = [
    ['delegated', 'providerAEnabled providerAHostedDomains providerBEnabled providerBTenantIds'],
    ['emailOtp', 'codeLength maxAttempts ttlSeconds'],
    ['passkey', 'allowedAaguids attestation requireUserVerification'],
    ['password', 'checkBreached historyDepth minLength requireMixedCase requireNumber requireSymbol'],
    ['totp', 'codeLength periodSeconds skewTolerance'],
  ] as const;
  for (const policy of listAt(body, 'list')) {
    expectFields(
      policy,
      'id displayName isBuiltin priority createdAt updatedAt deletedAt enabledTypes',
      'delegated emailOtp passkey password totp',
    );
    const enabled = messages.filter(([name]) => at(policy, name) !== null);
    expect(enabled).toHaveLength(listAt(policy, 'enabledTypes').length);
    for (const [name, fields] of enabled) expectFields(at(policy, name), fields);
  }
});

test('credential inventory policies are searched by words of the name and by ids', async () => {
  await using running = await runService();
  const idsFor = async (body: Readonly<Record<string, unknown>>) =>
    listAt((await running.client.post(credentialPath, body)).body, 'list').map((one) => at(one, 'id'));
  expect(await idsFor({ query: 'KEY only' })).toEqual(['credential-policy-keepers', 'credential-policy-security']);
  expect(await idsFor({ query: '契約' })).toEqual(['credential-policy-contractors']);
  expect(await idsFor({ refs: [{ id: 'credential-policy-default' }], query: '' })).toEqual([
    'credential-policy-default',
  ]);
  expect(await idsFor({ query: 'issued', refs: [{ id: 'credential-policy-default' }] })).toEqual([]);
  const first = await running.client.post(credentialPath, { pageSize: 10 });
  const pageToken = textAt(first.body, 'nextPageToken');
  expect(await idsFor({ pageSize: 10, pageToken })).toHaveLength(3);
  expect((await running.client.post(credentialPath, { pageSize: 10, pageToken, query: 'partner' })).status).toBe(400);
  expect((await running.client.post(credentialPath, { name: 'x' })).status).toBe(400);
});

test('recovery policies come in pages with every documented field', async () => {
  await using running = await runService();
  const policies = await allOf(running, '/api/v1/recovery-policies');
  expect(policies).toHaveLength(13);
  for (const policy of policies) {
    expectFields(
      policy,
      'id displayName allowedRecoveryTypes minRecoveryAuthLevel priority isBuiltin revokeOnRecovery',
      'createdAt updatedAt deletedAt',
    );
  }
});

test('automation executions come in pages with every documented field', async () => {
  await using running = await runService();
  const executions = await allOf(running, '/api/v1/automation_executions', 'automationExecutions');
  expect(executions).toHaveLength(32);
  for (const execution of executions) {
    expectFields(
      execution,
      'id automationTemplateId context currentVersion duration isDraft state createdAt updatedAt completedAt deletedAt',
    );
    const isOver = at(execution, 'completedAt') !== null;
    expect(textAt(execution, 'duration')).toMatch(isOver ? /^\d+s$/ : /^$/);
  }
});

test('role suggestions come with every documented field, and can be filtered by state', async () => {
  await using running = await runService();
  const path = '/api/v1/role-mining/suggestions';
  const suggestions = await allOf(running, path);
  expect(suggestions).toHaveLength(12);
  for (const suggestion of suggestions) {
    expectFields(
      suggestion,
      'id runId createdCatalogId description suggestedName avgCoverage confidence cohortSize dimensionCount usersWithAll',
      'cohortFilters insights suggestionState createdAt updatedAt lastGeneratedAt entitlements existingProfileMatches',
    );
    expectFields(at(suggestion, 'cohortFilters', 0), 'attribute values');
    expectFields(
      at(suggestion, 'entitlements', 0),
      'appDisplayName appId appResourceDisplayName appResourceTypeDisplayName entitlementDisplayName entitlementId',
      'riskLevelValueId coverage grantedCount',
    );
  }
  expectFields(
    at(suggestions[0], 'existingProfileMatches', 0),
    'catalogDisplayName catalogId matchType missingEntitlements overlapRatio',
  );
  const { body } = await running.client.get(`${path}?state=SUGGESTION_STATE_ACCEPTED`);
  expect(listAt(body, 'list').map((one) => at(one, 'id'))).toEqual(['suggestion-night-dispatch']);
});

test.each(['role-mining/suggestions', 'workload_federation/providers'])(
  'the list %s does not fit on its smallest page',
  async (list) => {
    await using running = await runService();
    const first = await running.client.get(`/api/v1/${list}?pageSize=10`);
    expect(listAt(first.body, 'list')).toHaveLength(10);
    const second = await running.client.get(`/api/v1/${list}?pageToken=${textAt(first.body, 'nextPageToken')}`);
    expect([listAt(second.body, 'list').length, at(second.body, 'nextPageToken')]).toEqual([2, '']);
  },
);

test('workload federation providers are of one kind each', async () => {
  await using running = await runService();
  const providers = await allOf(running, '/api/v1/workload_federation/providers');
  const shared = 'id displayName description issuerUrl disabled wellKnownProvider createdAt updatedAt';
  for (const provider of providers) {
    expectFields(provider, shared, at(provider, 'spiffe') === undefined ? 'oidc' : 'spiffe');
  }
  expect(at(providers[0], 'oidc')).toEqual({});
  expectFields(at(providers[1], 'spiffe'), 'bundleEndpointUrl');
  expect(providers.map((provider) => at(provider, 'disabled'))).toContain(true);
});

test('a caller without the permission to read sees none of it', async () => {
  await using running = await runService({
    clients: [{ clientId: 'blind', clientSecret: 'secret', userId: 'user-ben', permissions: ['request'] }],
  });
  const blind = await running.as('blind');
  for (const path of [
    '/api/v1/recovery-policies',
    '/api/v1/automation_executions',
    '/api/v1/role-mining/suggestions',
    '/api/v1/workload_federation/providers',
    '/api/v1/findings/routing-rules/rule-unused-access',
    '/api/v1/mcp_server_catalog/mcp-tides',
    '/api/v1/apps/app-github/mcp_servers',
    '/api/v1/apps',
  ]) {
    expect([path, (await blind.get(path)).status]).toEqual([path, 403]);
  }
});
