import { describe, expect, it } from 'vitest';
import { listAppResourceEntitlements, listAppResourceOwners } from '../../src/governance/app-resources.ts';
import { updateDelegatedConnector } from '../../src/governance/connectors.ts';
import {
  createAppEntitlementOwnerEntitlement,
  createAppOwnerEntitlement,
  readAppEntitlementOwnerUser,
  searchAppResourceUserOwners,
} from '../../src/governance/owners.ts';
import {
  listAutomationExecutions,
  listMcpServers,
  listRecoveryPolicies,
  listRoleSuggestions,
  listWorkloadFederationProviders,
  readFindingRoutingRule,
  readMcpServerCatalogEntry,
  searchCredentialInventoryPolicies,
} from '../../src/governance/tenant-records.ts';
import { mcpCatalogEntry, mcpServer } from '../support/governance-mcp-records.ts';
import {
  automationExecution,
  connector,
  credentialPolicy,
  federationProvider,
  recoveryPolicy,
  roleSuggestion,
  routingRule,
} from '../support/governance-policy-records.ts';
import { anaUser, entitlement, entitlementOnTheWire } from '../support/governance-records.ts';
import { ask } from '../support/governance-server.ts';

const resource = { appId: 'app-lighthouse', resourceTypeId: 'lamp', resourceId: 'resource-north' };

const keeper = { appId: 'app-lighthouse', id: 'entitlement-1' };

const security = { appId: 'app-lantern', id: 'ent-group/security' };

const page = { pageSize: 50, pageToken: 'next' };

const createdAt = '2026-02-02T08:00:00Z';

describe('the sixteen endpoints', () => {
  it('2: creates an ownership source on an entitlement', async () => {
    const record = { appId: 'app-lighthouse', createdAt, entitlementId: 'entitlement-1', roleSlug: 'owner' };
    const json = { appEntitlementOwnerEntitlement: { ...record, appEntitlement: entitlementOnTheWire } };
    const { value, line, body } = await ask(json, (client) =>
      createAppEntitlementOwnerEntitlement(client, { entitlement: keeper, roleSlug: 'owner', source: security }),
    );
    expect(line).toBe(
      'POST /api/v2/apps/app-lighthouse/entitlements/entitlement-1/owners/entitlements/owner/app-lantern/ent-group%2Fsecurity',
    );
    expect(body).toEqual({ appEntitlementRef: security });
    expect(value).toEqual({ ...record, appEntitlement: entitlementOnTheWire });
  });

  it('3: creates an ownership source on an app', async () => {
    const record = { appId: 'app-lighthouse', createdAt, roleSlug: 'owner' };
    const json = { appOwnerEntitlement: { ...record, appEntitlement: entitlementOnTheWire } };
    const { value, line, body } = await ask(json, (client) =>
      createAppOwnerEntitlement(client, { appId: 'app-lighthouse', roleSlug: 'owner', source: security }),
    );
    expect(line).toBe('POST /api/v2/apps/app-lighthouse/owners/entitlements/owner/app-lantern/ent-group%2Fsecurity');
    expect(body).toEqual({ appEntitlementRef: security });
    expect(value).toEqual({ ...record, appEntitlement: entitlementOnTheWire });
  });

  it('4: searches credential policies', async () => {
    const json = { list: [credentialPolicy], nextPageToken: 'more' };
    const { value, line, body } = await ask(json, (client) =>
      searchCredentialInventoryPolicies(client, { ...page, query: 'deck', refs: [{ id: 'credential-1' }] }),
    );
    expect(line).toBe('POST /api/v1/search/credential-inventory-policies');
    expect(body).toEqual({ ...page, query: 'deck', refs: [{ id: 'credential-1' }] });
    expect(value).toEqual(json);
  });

  it('5: updates a connector', async () => {
    const view = { connector, appPath: '$.expanded[0]', capabilitiesPath: '$.expanded[1]', usersPath: '' };
    const json = { connectorView: view, expanded: [{ '@type': 'x.App' }, { '@type': 'x.Capabilities' }] };
    const { value, line } = await ask(json, (client) =>
      updateDelegatedConnector(client, {
        connectorAppId: 'app-crew',
        connectorId: 'connector-1',
        changes: new Map([['displayName', 'Crew list'] as const]),
      }),
    );
    expect(line).toBe('POST /api/v1/apps/app-crew/connectors/connector-1/delegated');
    expect(value).toEqual(json);
  });

  it('6: lists the entitlements of a resource', async () => {
    const view = {
      appPath: '$.expanded[0]',
      appResourcePath: '$.expanded[1]',
      appResourceTypePath: '$.expanded[2]',
      objectPermissions: { delete: true, edit: true, read: true, extra: { request: true } },
    };
    const json = {
      list: [{ ...view, appEntitlement: entitlementOnTheWire }],
      expanded: [{ '@type': 'x.App' }],
      nextPageToken: '',
    };
    const { value, line } = await ask(json, (client) => listAppResourceEntitlements(client, resource));
    expect(line).toBe('GET /api/v1/apps/app-lighthouse/entitlements/resource_types/lamp/resources/resource-north');
    expect(value).toEqual({ ...json, list: [{ ...view, appEntitlement: entitlement }] });
  });

  it('7: reads an entry of the MCP catalog', async () => {
    const { value, line } = await ask({ catalogEntry: mcpCatalogEntry }, (client) =>
      readMcpServerCatalogEntry(client, 'catalog-tides'),
    );
    expect(line).toBe('GET /api/v1/mcp_server_catalog/catalog-tides');
    expect(value).toEqual(mcpCatalogEntry);
  });

  it('8: lists the MCP servers of an app', async () => {
    const { value, line } = await ask({ list: [mcpServer], nextPageToken: '' }, (client) =>
      listMcpServers(client, 'app-tides', page),
    );
    expect(line).toBe('GET /api/v1/apps/app-tides/mcp_servers?pageSize=50&pageToken=next');
    expect(value).toEqual({ list: [mcpServer], nextPageToken: '' });
  });

  it('9: reads a finding routing rule', async () => {
    const { value, line } = await ask({ routingRule }, (client) => readFindingRoutingRule(client, 'rule-1'));
    expect(line).toBe('GET /api/v1/findings/routing-rules/rule-1');
    expect(value).toEqual(routingRule);
  });

  it('10: searches the users who own a resource', async () => {
    const owner = {
      appId: 'app-lighthouse',
      createdAt,
      resourceId: 'resource-north',
      resourceTypeId: 'lamp',
      roleSlug: 'owner',
    };
    const json = { list: [{ ...owner, user: anaUser }], nextPageToken: '' };
    const { value, line } = await ask(json, (client) =>
      searchAppResourceUserOwners(client, resource, { ...page, roleSlug: 'owner' }),
    );
    expect(line).toBe(
      'GET /api/v2/apps/app-lighthouse/resource_types/lamp/resources/resource-north/owners/users' +
        '?pageSize=50&pageToken=next&roleSlug=owner',
    );
    expect(value).toEqual(json);
  });

  it('11: lists recovery policies', async () => {
    const json = { list: [recoveryPolicy], nextPageToken: '' };
    const { value, line } = await ask(json, (client) => listRecoveryPolicies(client, page));
    expect(line).toBe('GET /api/v1/recovery-policies?pageSize=50&pageToken=next');
    expect(value).toEqual(json);
  });

  it('12: lists all owners of a resource with those that cannot be removed', async () => {
    const json = { immutableUserIds: ['user-ana'], list: [anaUser], nextPageToken: '' };
    const { value, line } = await ask(json, (client) => listAppResourceOwners(client, resource));
    expect(line).toBe('GET /api/v1/apps/app-lighthouse/resource_types/lamp/resource/resource-north/owners');
    expect(value).toEqual(json);
  });

  it('13: reads one user as owner of an entitlement', async () => {
    const record = {
      appId: 'app-lighthouse',
      createdAt,
      entitlementId: 'entitlement-1',
      roleSlug: 'owner',
      user: anaUser,
    };
    const { value, line } = await ask({ appEntitlementOwnerUser: record }, (client) =>
      readAppEntitlementOwnerUser(client, { entitlement: keeper, roleSlug: 'owner', userId: 'user-ana' }),
    );
    expect(line).toBe('GET /api/v2/apps/app-lighthouse/entitlements/entitlement-1/owners/users/owner/user-ana');
    expect(value).toEqual(record);
  });

  it('14: lists automation executions, whose list has a name of its own', async () => {
    const json = { automationExecutions: [automationExecution], nextPageToken: 'more' };
    const { value, line } = await ask(json, (client) => listAutomationExecutions(client, { pageToken: 'next' }));
    expect(line).toBe('GET /api/v1/automation_executions?pageToken=next');
    expect(value).toEqual({ list: [automationExecution], nextPageToken: 'more' });
  });

  it('15: lists role suggestions', async () => {
    const json = { list: [roleSuggestion], nextPageToken: '' };
    const { value, line } = await ask(json, (client) => listRoleSuggestions(client));
    expect(line).toBe('GET /api/v1/role-mining/suggestions');
    expect(value).toEqual(json);
  });

  it('16: lists federation providers', async () => {
    const json = { list: [federationProvider], nextPageToken: '' };
    const { value, line } = await ask(json, (client) => listWorkloadFederationProviders(client));
    expect(line).toBe('GET /api/v1/workload_federation/providers');
    expect(value).toEqual(json);
  });
});
