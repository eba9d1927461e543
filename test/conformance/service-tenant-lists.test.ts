import { expect, test } from 'vitest';
import { at, listAt, textAt } from '../../conformance/json-places.ts';
import { runService } from './service-client.ts';

const credentialPath = '/api/v1/search/credential-inventory-policies';

test('credential inventory policies are searched by words of the name and by ids', async () => {
  await using running = await runService();
  const idsFor = async (body: Readonly<Record<string, unknown>>) =>
    listAt((await running.client.post(credentialPath, body)).body, 'list').map((one) =>
      at(one, 'id'),
    );
  expect(await idsFor({ query: 'KEY only' })).toEqual([
    'credential-policy-keepers',
    'credential-policy-security',
  ]);
  expect(await idsFor({ query: '契約' })).toEqual(['credential-policy-contractors']);
  expect(await idsFor({ refs: [{ id: 'credential-policy-default' }], query: '' })).toEqual([
    'credential-policy-default',
  ]);
  expect(await idsFor({ query: 'issued', refs: [{ id: 'credential-policy-default' }] })).toEqual(
    [],
  );
  const first = await running.client.post(credentialPath, { pageSize: 10 });
  const pageToken = textAt(first.body, 'nextPageToken');
  expect(await idsFor({ pageSize: 10, pageToken })).toHaveLength(3);
  expect(
    (await running.client.post(credentialPath, { pageSize: 10, pageToken, query: 'partner' }))
      .status,
  ).toBe(400);
  expect((await running.client.post(credentialPath, { name: 'x' })).status).toBe(400);
});

test('role suggestions can be filtered by state', async () => {
  await using running = await runService();
  const { body } = await running.client.get(
    '/api/v1/role-mining/suggestions?state=SUGGESTION_STATE_ACCEPTED',
  );
  expect(listAt(body, 'list').map((one) => at(one, 'id'))).toEqual(['suggestion-night-dispatch']);
});

test('a caller without the permission to read sees none of it', async () => {
  await using running = await runService({
    clients: [
      { clientId: 'blind', clientSecret: 'secret', userId: 'user-ben', permissions: ['request'] },
    ],
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
