import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { Result } from '../../src/domain/result.ts';
import type { ServiceRefusal } from '../../src/domain/service-refusal.ts';
import { listAppResourceEntitlements, listApps, searchAppEntitlements } from '../../src/governance/app-resources.ts';
import { searchAppResourceUserOwners } from '../../src/governance/owners.ts';
import { listTaskAudits } from '../../src/governance/tasks.ts';
import {
  listAutomationExecutions,
  listMcpServers,
  listRecoveryPolicies,
  listRoleSuggestions,
  listWorkloadFederationProviders,
  searchCredentialInventoryPolicies,
} from '../../src/governance/tenant-records.ts';
import { introspect, readUser } from '../../src/governance/users.ts';
import { collect, type Page, pages } from '../../src/governance/wire/paging.ts';
import { granted, startTenant, type Tenant } from '../support/governance-tenant.ts';

let tenant: Tenant;
afterEach(() => tenant.close());

const platform = { appId: 'app-github', resourceTypeId: 'team', resourceId: 'platform' };
const routes = { appId: 'app-timetables', resourceTypeId: 'group', resourceId: 'routes' };

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
  ['interface', false],
  ['deployed', true],
] as const)('in the dialect %s', (dialect, documentedOnly) => {
  beforeEach(async () => {
    tenant = await startTenant([], { dialect, documentedOnly });
  });

  it('every list is read to its end, each item once', async () => {
    const { client } = tenant;
    const records = [
      await everything((page) => searchCredentialInventoryPolicies(client, page)),
      await everything((page) => listRecoveryPolicies(client, page)),
      await everything((page) => listAutomationExecutions(client, page)),
      await everything((page) => listRoleSuggestions(client, page)),
      await everything((page) => listWorkloadFederationProviders(client, page)),
    ];
    for (const list of records) expect(new Set(list.map((one) => one.id)).size).toBe(list.length);
    // Deployments declare no query parameters for the last three, so a second page of them cannot be had there.
    const last = dialect === 'deployed' ? [10, 10, 10] : [32, 12, 12];
    expect(records.map((list) => list.length)).toEqual([13, 13, ...last]);
    expect(await everything((page) => listMcpServers(client, 'app-github', page))).toHaveLength(12);
    expect(await everything((page) => listAppResourceEntitlements(client, routes, page))).toHaveLength(27);
    const owners = await everything((page) =>
      searchAppResourceUserOwners(client, platform, { ...page, roleSlug: 'owner' }),
    );
    expect(owners.map((owner) => owner.user)).toMatchObject([{ id: 'user-ana' }, { id: 'user-chen' }]);
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
});
