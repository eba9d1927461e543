import { describe, expect, it } from 'vitest';
import type { GovernanceClientSettings } from '../../../src/service/client/client.ts';
import {
  listAppResourceEntitlements,
  listAutomationExecutions,
  listMcpServers,
  readFindingRoutingRule,
  searchAppResourceUserOwners,
  searchCredentialInventoryPolicies,
} from '../../../src/service/client/endpoints.ts';
import type { AnyEndpoint } from '../../../src/service/client/wire/endpoint.ts';
import { collect, pages } from '../../../src/service/client/wire/paging.ts';
import { createGrantTask, readTask } from '../../support/governance-calls.ts';
import {
  type Answer,
  ask,
  clientOf,
  startGovernanceServer,
} from '../../support/governance-server.ts';

const harbour = { app_id: 'app', app_resource_type_id: 'dock', app_resource_id: 'old' };
const ofApp = { path: { app_id: 'app' } };
const runs: Answer = {
  json: { automationExecutions: [{ id: 'run-1' }], nextPageToken: 'again' },
};
const refused: Answer = { status: 400, json: { code: 3, message: 'unknown query parameter' } };

/**
 * A tenant with three pages of servers that takes only these spellings, and does `otherwise` with a
 * query that has another one.
 */
async function tenantThatTakes(
  spellings: readonly string[],
  otherwise: 'ignores it' | 'answers 400',
  settings: Partial<GovernanceClientSettings> = {},
) {
  const server = await startGovernanceServer();
  const client = clientOf(server.url, { queryCase: 'both', ...settings });
  server.answer(({ target }) => {
    const query = new URL(target, server.url).searchParams;
    const isStrange = [...query.keys()].some((name) => !spellings.includes(name));
    if (isStrange && otherwise === 'answers 400') return refused;
    const token = spellings
      .map((name) => (/token/i.test(name) ? query.get(name) : null))
      .find((one) => one !== null);
    const page = Number(token ?? '1');
    return {
      json: {
        list: [{ connectorId: `server-${page}` }],
        nextPageToken: page === 3 ? '' : `${page + 1}`,
      },
    };
  });
  const read = () => collect(pages(client, listMcpServers, ofApp), ({ list }) => list);
  return {
    server,
    read,
    names: () =>
      server.asked.map(({ target }) =>
        [...new URL(target, server.url).searchParams.keys()].join(' '),
      ),
    async [Symbol.asyncDispose]() {
      await client[Symbol.asyncDispose]();
      await server[Symbol.asyncDispose]();
    },
  };
}

const camel = ['pageSize', 'pageToken'];
const snake = ['page_size', 'page_token'];
const everyServer = [1, 2, 3].map((page) => ({ connectorId: `server-${page}` }));

describe('query parameters', () => {
  it.each([
    ['camelCase', camel],
    ['snake_case', snake],
  ])(
    'are sent in both spellings to a tenant that takes %s and ignores the other',
    async (_, spellings) => {
      await using tenant = await tenantThatTakes(spellings, 'ignores it');
      expect(await tenant.read()).toEqual(everyServer);
      expect(tenant.names().at(-1)).toBe('pageSize page_size pageToken page_token');
      expect(tenant.server.asked).toHaveLength(3);
    },
  );

  it('are spelled as in the interface when sending both gets 400', async () => {
    await using tenant = await tenantThatTakes(camel, 'answers 400');
    expect(await tenant.read()).toEqual(everyServer);
    expect(tenant.names()).toEqual([
      'pageSize page_size',
      'pageSize',
      'pageSize page_size pageToken page_token',
      'pageSize pageToken',
      'pageSize page_size pageToken page_token',
      'pageSize pageToken',
    ]);
  });

  it('are spelled in snake_case when that gets 400 too', async () => {
    await using tenant = await tenantThatTakes(snake, 'answers 400');
    expect(await tenant.read()).toEqual(everyServer);
    expect(tenant.names().slice(0, 3)).toEqual(['pageSize page_size', 'pageSize', 'page_size']);
  });

  it.each(['camel', 'snake'] as const)(
    'are sent only in %s case when the operator configures it',
    async (queryCase) => {
      await using tenant = await tenantThatTakes(['neither'], 'answers 400', { queryCase });
      await expect(tenant.read()).rejects.toMatchObject({ refusal: { kind: 'invalid' } });
      expect(tenant.names()).toEqual([queryCase === 'camel' ? 'pageSize' : 'page_size']);
    },
  );

  it('keep the first refusal when every spelling is refused', async () => {
    await using tenant = await tenantThatTakes(['neither'], 'answers 400');
    await expect(tenant.read()).rejects.toMatchObject({
      refusal: { message: 'unknown query parameter' },
    });
    expect(tenant.server.asked).toHaveLength(3);
  });

  it('are no reason to send a write again that got 400', async () => {
    await using server = await startGovernanceServer();
    await using client = clientOf(server.url, { queryCase: 'both' });
    server.answer(() => refused);
    const made = await createGrantTask(client, {
      appId: 'a',
      appEntitlementId: 'e',
      identityUserId: 'u',
    });
    expect([made.ok, server.asked.length]).toEqual([false, 1]);
  });
});

describe('a tenant that ignores', () => {
  it('the cursor is an error that names it', async () => {
    await using tenant = await tenantThatTakes(['neither'], 'ignores it');
    await expect(tenant.read()).rejects.toMatchObject({
      kind: 'decode',
      message: expect.stringContaining('pageToken: ignored: a page that was read came again'),
    });
  });

  it('the cursor and sends a new one each time is an error too', async () => {
    await using server = await startGovernanceServer((_, count) => ({
      json: { list: [{ appEntitlement: { id: 'lamp' } }], nextPageToken: `new-${count}` },
    }));
    const all = pages(server.client, listAppResourceEntitlements, { path: harbour });
    await expect(collect(all, ({ list }) => list)).rejects.toMatchObject({
      message: expect.stringContaining('pageToken: ignored: a page that was read came again'),
    });
  });
});

it('is incomplete when a list that documents no paging refuses its cursor in every spelling', async () => {
  await using server = await startGovernanceServer();
  await using client = clientOf(server.url, { queryCase: 'both' });
  server.answer(({ target }) => (target.includes('?') ? refused : runs));
  const all = pages(client, listAutomationExecutions, { path: {} });
  await expect(collect(all, ({ list }) => list)).rejects.toMatchObject({
    message: expect.stringMatching(
      /says that there is more, but it refuses to give the next page$/,
    ),
  });
  expect(server.asked).toHaveLength(4);
});

it('is incomplete when a list that documents no paging repeats its page', async () => {
  await using server = await startGovernanceServer();
  await using client = clientOf(server.url, { queryCase: 'both' });
  server.answer(() => runs);
  const all = pages(client, listAutomationExecutions, { path: {} });
  await expect(collect(all, ({ list }) => list)).rejects.toMatchObject({
    message: expect.stringContaining('the service says that there is more'),
  });
  expect(server.asked.map(({ target }) => target)).toEqual([
    '/api/v1/automation_executions',
    '/api/v1/automation_executions?pageToken=again&page_token=again',
  ]);
});

describe('names that deployments spell otherwise are read under those of the interface', () => {
  const policies = searchCredentialInventoryPolicies;
  const owners = searchAppResourceUserOwners;
  const policy = (delegated: object) => ({ list: [{ delegated }] });
  const servers = (server: object) => ({ list: [server] });
  const settings = servers({ configFieldValues: { awsAccessKeyId: 'mine' } });
  const toldIn = (name: string) => ({
    routingRule: { dispatchers: [{ notify: { [name]: { channelId: 'C1' } } }] },
  });

  it.each<[string, AnyEndpoint, object, object]>([
    [
      'an entitlement',
      listAppResourceEntitlements,
      { list: [{ appEntitlement: { matchBatonId: 'm' } }] },
      { list: [{ appEntitlement: { matchSyncerId: 'm' } }] },
    ],
    [
      'a credential policy',
      policies,
      policy({ googleEnabled: true }),
      policy({ providerAEnabled: true }),
    ],
    [
      'its domains',
      policies,
      policy({ googleHostedDomains: ['a'] }),
      policy({ providerAHostedDomains: ['a'] }),
    ],
    [
      'its other provider',
      policies,
      policy({ microsoftEnabled: false }),
      policy({ providerBEnabled: false }),
    ],
    [
      'its tenants',
      policies,
      policy({ microsoftTenantIds: null }),
      policy({ providerBTenantIds: null }),
    ],
    [
      'an MCP server',
      listMcpServers,
      servers({ awsAccessKeyId: 'AK' }),
      servers({ cloudAccessKeyId: 'AK' }),
    ],
    [
      'its secret',
      listMcpServers,
      servers({ awsSecretAccessKeyConfigured: true }),
      servers({ cloudSecretAccessKeyConfigured: true }),
    ],
    [
      'its session',
      listMcpServers,
      servers({ awsSessionTokenConfigured: false }),
      servers({ cloudSessionTokenConfigured: false }),
    ],
    ['an MCP server’s settings, which are its own', listMcpServers, settings, settings],
    ['a routing rule', readFindingRoutingRule, toldIn('slackChannel'), toldIn('chatChannel')],
  ])('of %s', (_, one, told, ours) => {
    expect(one.answer.parse(told)).toMatchObject(ours);
  });

  it('keeps a detail of another type, and the rest of the list', () => {
    const told = {
      list: [{ id: 'p', priority: 'first', enabledTypes: ['A', 7], password: { minLength: 12 } }],
    };
    expect(policies.answer.parse(told).list).toEqual(told.list);
  });

  it('drops a member that the interface does not declare', () => {
    const told = { list: [{ id: 'p', priority: 1, recoveryAnswers: ['Rex'] }] };
    expect(policies.answer.parse(told).list).toEqual([{ id: 'p', priority: 1 }]);
    const owner = { roleSlug: 'owner', user: { id: 'u', birthday: '1990-01-01' } };
    expect(owners.answer.parse({ list: [owner] }).list).toEqual([
      { roleSlug: 'owner', user: { id: 'u' } },
    ]);
  });

  it.each([
    ['TASK_ORIGIN_SLACK', 'TASK_ORIGIN_CHATAPP'],
    ['TASK_ORIGIN_JIRA', 'TASK_ORIGIN_TICKETING'],
    ['TASK_ORIGIN_COPILOT', 'TASK_ORIGIN_ASSISTANT'],
    ['TASK_ORIGIN_API', 'TASK_ORIGIN_API'],
    ['TASK_ORIGIN_PIGEON', 'TASK_ORIGIN_PIGEON'],
  ])('of the origin %s', async (origin, ours) => {
    const { value } = await ask({ taskView: { task: { id: 't', origin } } }, (client) =>
      readTask(client, 't'),
    );
    expect(value).toMatchObject({ taskView: { task: { origin: ours } } });
  });
});
