import { expect, test } from 'vitest';
import { runService } from './service-client.ts';

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
