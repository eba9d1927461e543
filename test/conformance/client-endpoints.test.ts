import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { Result } from '../../src/domain/result.ts';
import type { ServiceRefusal } from '../../src/domain/service-refusal.ts';
import {
  listAppResourceEntitlements,
  listAppResourceOwners,
  listApps,
  searchAppEntitlements,
} from '../../src/governance/app-resources.ts';
import { type SettableConnectorField, updateDelegatedConnector } from '../../src/governance/connectors.ts';
import {
  createAppEntitlementOwnerEntitlement,
  createAppOwnerEntitlement,
  readAppEntitlementOwnerUser,
  searchAppResourceUserOwners,
} from '../../src/governance/owners.ts';
import {
  createRevokeTask,
  listTaskAudits,
  performTaskAction,
  readTask,
  searchTasks,
} from '../../src/governance/tasks.ts';
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
import { introspect, readUser } from '../../src/governance/users.ts';
import { locate, typeNameOf } from '../../src/governance/wire/expanded.ts';
import { collect, type Page, pages } from '../../src/governance/wire/paging.ts';
import { granted, startTenant, type Tenant } from '../support/governance-tenant.ts';

let tenant: Tenant;
afterEach(() => tenant.close());

const platform = { appId: 'app-github', resourceTypeId: 'team', resourceId: 'platform' };
const admin = { appId: 'app-github', id: 'ent-platform-admin' };
const security = { appId: 'app-lantern', id: 'ent-group-security' };

async function value<Value>(call: Promise<Result<Value, ServiceRefusal>>): Promise<Value> {
  const result = await call;
  if (!result.ok) throw new Error(`refused as ${result.refusal.kind}: ${result.refusal.message}`);
  return result.value;
}

/** All items, with the smallest pages, so that every list that is long enough is paged. */
function everything<Item>(
  read: (page: { pageSize: number; pageToken: string }) => Promise<Result<Page<Item>, ServiceRefusal>>,
): Promise<Item[]> {
  return value(collect(pages({ method: 'GET', path: 'a list' }, ({ pageToken }) => read({ pageSize: 10, pageToken }))));
}

describe.each([
  ['camel', false],
  ['snake', true],
] as const)('with %s_case query parameters', (queryCase, documentedOnly) => {
  beforeEach(async () => {
    tenant = await startTenant([], { queryCase, documentedOnly });
  });

  it('2 and 3: ownership sources are made once, and the second time is a conflict', async () => {
    const onEntitlement = { entitlement: admin, roleSlug: 'owner', source: security };
    expect(await value(createAppEntitlementOwnerEntitlement(tenant.client, onEntitlement))).toMatchObject({
      appId: 'app-github',
      entitlementId: 'ent-platform-admin',
      roleSlug: 'owner',
      appEntitlement: { id: 'ent-group-security', displayName: 'Security group' },
    });
    const again = await createAppEntitlementOwnerEntitlement(tenant.client, onEntitlement);
    expect(again).toMatchObject({ ok: false, refusal: { kind: 'conflict' } });
    const onApp = { appId: 'app-github', roleSlug: 'owner', source: security };
    expect(await value(createAppOwnerEntitlement(tenant.client, onApp))).toMatchObject({
      appId: 'app-github',
      roleSlug: 'owner',
      appEntitlement: { id: 'ent-group-security' },
    });
  });

  it('4: credential policies are found by name and by id', async () => {
    const all = await everything((page) => searchCredentialInventoryPolicies(tenant.client, page));
    expect(all.length).toBeGreaterThan(1);
    const [first, second] = all;
    const byId = await everything((page) =>
      searchCredentialInventoryPolicies(tenant.client, { ...page, refs: [{ id: second?.id ?? '' }] }),
    );
    expect(byId).toEqual([second]);
    const byName = await everything((page) =>
      searchCredentialInventoryPolicies(tenant.client, { ...page, query: String(first?.displayName) }),
    );
    expect(byName).toContainEqual(first);
  });

  it('5: a connector is updated in the fields that are given, and read back from the answer', async () => {
    const { connectorView, expanded } = await value(
      updateDelegatedConnector(tenant.client, {
        connectorAppId: 'app-github',
        connectorId: 'conn-github',
        changes: new Map<SettableConnectorField, unknown>([
          ['description', 'Now with more fog'],
          ['syncConfig.syncResourceTypeIds', ['team']],
          ['connectorSyncCronSchedule.cronSpec', '5 * * * *'],
        ]),
      }),
    );
    expect(connectorView.connector).toMatchObject({
      id: 'conn-github',
      displayName: 'GitHub sync',
      description: 'Now with more fog',
      syncConfig: { syncResourceTypeIds: ['team'] },
      connectorSyncCronSchedule: { cronSpec: '5 * * * *', timezone: 'Europe/Lisbon' },
      parallelSyncWorkerCount: 4,
    });
    expect(locate(expanded, connectorView.appPath).map(typeNameOf)).toEqual(['App']);
    expect(locate(expanded, connectorView.usersPath).map(typeNameOf)).toEqual(['User', 'User']);
    expect(JSON.stringify(connectorView)).not.toContain('sandbox-token');
  });

  it('6 and 12: entitlements and owners of a resource', async () => {
    const { list, expanded } = await value(listAppResourceEntitlements(tenant.client, platform));
    const view = list.find((one) => one.appEntitlement?.id === 'ent-platform-admin');
    expect(locate(expanded, view?.appPath)).toMatchObject([{ displayName: 'GitHub' }]);
    expect(locate(expanded, view?.appResourcePath)).toMatchObject([{ displayName: 'Platform team' }]);
    expect(locate(expanded, view?.appResourceTypePath)).toMatchObject([{ displayName: 'Team' }]);
    const owners = await value(listAppResourceOwners(tenant.client, platform));
    expect(owners.immutableUserIds).toEqual(['user-ana']);
    expect(owners.list.map((owner) => owner.displayName)).toContain('Ana Lindqvist');
  });

  it('7 and 8: MCP servers of every kind, and a catalog entry', async () => {
    const servers = await everything((page) => listMcpServers(tenant.client, 'app-github', page));
    expect(servers.length).toBeGreaterThan(0);
    expect(await value(readMcpServerCatalogEntry(tenant.client, 'mcp-tides'))).toMatchObject({ id: 'mcp-tides' });
    const unknown = await readMcpServerCatalogEntry(tenant.client, 'mcp-nothing');
    expect(unknown).toMatchObject({ ok: false, refusal: { kind: 'not-found' } });
  });

  it.each(['rule-unused-access', 'rule-left-behind', 'rule-old-printer', 'rule-storm-season', 'rule/ghost ferry #1'])(
    '9: the routing rule %j',
    async (id) => {
      const rule = await value(readFindingRoutingRule(tenant.client, id));
      expect(rule.id).toBe(id);
      expect(rule.displayName).not.toBe('');
    },
  );

  it('10 and 13: owners by role, and one of them', async () => {
    const owners = await everything((page) =>
      searchAppResourceUserOwners(tenant.client, platform, { ...page, roleSlug: 'owner' }),
    );
    expect(owners.map((owner) => owner.user)).toMatchObject([{ id: 'user-ana' }, { id: 'user-chen' }]);
    const request = { entitlement: admin, roleSlug: 'owner', userId: 'user-nobody' };
    const unknown = await readAppEntitlementOwnerUser(tenant.client, request);
    expect(unknown).toMatchObject({ ok: false, refusal: { kind: 'not-found' } });
  });

  it('11, 14, 15 and 16: the lists of the tenant, page by page', async () => {
    const lists = [
      await everything((page) => listRecoveryPolicies(tenant.client, page)),
      await everything((page) => listAutomationExecutions(tenant.client, page)),
      await everything((page) => listRoleSuggestions(tenant.client, page)),
      await everything((page) => listWorkloadFederationProviders(tenant.client, page)),
    ];
    for (const list of lists) {
      expect(list.length).toBeGreaterThan(0);
      expect(new Set(list.map((one) => one.id)).size).toBe(list.length);
    }
    const providers = await everything((page) => listWorkloadFederationProviders(tenant.client, page));
    expect(providers.every((one) => one.oidc !== undefined || one.spiffe !== undefined)).toBe(true);
  });
});

describe('the optional operations', () => {
  beforeEach(async () => {
    tenant = await startTenant([]);
  });

  it('list apps, search entitlements, read a user and tell who the bot is', async () => {
    const apps = await everything((page) => listApps(tenant.client, page));
    expect(apps).toHaveLength(12);
    const found = await value(searchAppEntitlements(tenant.client, { appIds: ['app-github'] }));
    expect(found.list.map((view) => view.appEntitlement?.id)).toContain('ent-platform-admin');
    expect(await value(readUser(tenant.client, 'user-ana'))).toMatchObject({ displayName: 'Ana Lindqvist' });
    expect(await value(introspect(tenant.client))).toMatchObject({
      userId: 'user-access-bot',
      tenantId: 'tenant-acme',
    });
  });

  it('tell the history of a task', async () => {
    const task = await granted(tenant);
    const history = await everything((page) => listTaskAudits(tenant.client, { ...page, taskId: task.id }));
    expect(history[0]).toMatchObject({ userId: 'user-access-bot', at: '2026-03-01T08:00:00.000Z' });
    expect(history.every((entry) => entry.kind !== '')).toBe(true);
  });

  it('read and change a task under its number, which a search does not take for an id', async () => {
    const { id, numericId } = await granted(tenant);
    const read = await value(readTask(tenant.client, numericId));
    expect(read.taskView.task).toMatchObject({ id, numericId });
    await value(performTaskAction(tenant.client, numericId, { verb: 'comment', comment: 'under its number' }));
    expect((await value(readTask(tenant.client, id))).taskView.task.commentCount).toBe(1);
    const found = (ref: string) => value(searchTasks(tenant.client, { refs: [{ id: ref }] }));
    expect((await found(numericId)).list).toEqual([]);
    expect((await found(id)).list).toHaveLength(1);
  });

  it('tell by its generation whether the policy on a task has changed', async () => {
    const { id } = await granted(tenant);
    const generation = async () => (await value(readTask(tenant.client, id))).taskView.task.policyGenerationId;
    const first = await generation();
    await value(performTaskAction(tenant.client, id, { verb: 'comment', comment: 'nothing changes' }));
    expect(await generation()).toBe(first);
    await value(performTaskAction(tenant.client, id, { verb: 'escalate', comment: 'the lamp is out' }));
    expect(await generation()).not.toBe(first);
    expect(first).not.toBe('');
  });

  it('refuse to take back what nobody has', async () => {
    const request = { appId: 'app-github', appEntitlementId: 'ent-platform-admin', identityUserId: 'user-dara' };
    const revoked = await createRevokeTask(tenant.client, request);
    expect(revoked).toMatchObject({ ok: false });
  });
});
