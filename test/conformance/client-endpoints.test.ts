import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { ServiceRefusal } from '../../src/domain/outward/service-refusal.ts';
import type { Result } from '../../src/domain/result.ts';
import { searchPolicies } from '../../src/operator/doctor/checks/governance-checks.ts';
import * as endpoints from '../../src/service/client/endpoints.ts';
import * as optional from '../../src/service/client/optional-operations.ts';
import { readAppOwnerIds } from '../../src/service/client/optional-operations.ts';
import type { CallInput, Endpoint } from '../../src/service/client/wire/endpoint.ts';
import { collect, type Page, pagesOf, readPage } from '../../src/service/client/wire/paging.ts';
import { startTenant, type Tenant } from '../support/governance-tenant.ts';

let tenant: Tenant;
afterEach(() => tenant.close());

async function value<Value>(call: Promise<Result<Value, ServiceRefusal>>): Promise<Value> {
  const result = await call;
  if (!result.ok) throw new Error(`refused as ${result.refusal.kind}: ${result.refusal.message}`);
  return result.value;
}

/** All items, with the smallest pages, so that every list that is long enough is paged. */
function everything<Path extends string, Item>(
  one: Endpoint<Path, Page<Item>>,
  input: CallInput<Path>,
): Promise<Item[]> {
  const read = ({ pageToken }: { readonly pageToken: string }) =>
    value(readPage(tenant.client, one, input, { pageSize: 10, pageToken }));
  return collect(pagesOf(one, read), ({ list }) => list);
}

describe.each([
  ['interface', false],
  ['deployed', true],
] as const)('in the dialect %s', (dialect, documentedOnly) => {
  beforeEach(async () => {
    tenant = await startTenant([], { dialect, documentedOnly });
  });

  it('every list is read to its end, each item once', async () => {
    const records = [
      await everything(endpoints.searchCredentialInventoryPolicies, { path: {} }),
      await everything(endpoints.listRecoveryPolicies, { path: {} }),
    ];
    for (const list of records) expect(new Set(list.map((one) => one.id)).size).toBe(list.length);
    expect(records.map((list) => list.length)).toEqual([13, 13]);
    const unpaged = [
      endpoints.listAutomationExecutions,
      endpoints.listRoleSuggestions,
      endpoints.listWorkloadFederationProviders,
    ];
    const counts = unpaged.map((one) =>
      everything(one, { path: {} }).then((list) => String(list.length), String),
    );
    // Deployments declare no query parameters for these three, so a second page of them cannot be
    // had there.
    const incomplete = expect.stringContaining('the service says that there is more, but it gives');
    expect(await Promise.all(counts)).toEqual(
      dialect === 'interface' ? ['32', '12', '12'] : [incomplete, incomplete, incomplete],
    );
    expect(
      await everything(endpoints.listMcpServers, { path: { app_id: 'app-github' } }),
    ).toHaveLength(12);
    const routes = {
      app_id: 'app-timetables',
      app_resource_type_id: 'group',
      app_resource_id: 'routes',
    };
    expect(await everything(endpoints.listAppResourceEntitlements, { path: routes })).toHaveLength(
      27,
    );
    const owners = await everything(endpoints.searchAppResourceUserOwners, {
      path: { app_id: 'app-github', resource_type_id: 'team', resource_id: 'platform' },
      query: { roleSlug: 'owner' },
    });
    expect(owners.map((owner) => owner.user)).toMatchObject([
      { id: 'user-ana' },
      { id: 'user-chen' },
    ]);
  });
});

describe('the optional operations', () => {
  beforeEach(async () => {
    tenant = await startTenant([]);
  });

  it('tell the doctor which people policies name and who owns an app', async () => {
    const policies = await everything(searchPolicies, { path: {} });
    expect(JSON.stringify(policies)).toContain('"userIds":["user-');
    expect(policies.map(({ displayName }) => displayName)).not.toContain('');
    const owners = await value(
      tenant.client.call(readAppOwnerIds, { path: { app_id: 'app-github' } }),
    );
    expect(owners).toEqual({ userIds: [] });
  });

  it('list apps, search entitlements, read a user and tell who the bot is', async () => {
    expect(await everything(optional.listApps, { path: {} })).toHaveLength(13);
    const body = { appIds: ['app-github'] };
    const found = await everything(optional.searchAppEntitlements, { path: {}, body });
    expect(found.map((view) => view.appEntitlement?.id)).toContain('ent-platform-admin');
    const ana = await value(tenant.client.call(optional.readUser, { path: { id: 'user-ana' } }));
    expect(ana).toMatchObject({ displayName: 'Ana Lindqvist' });
    expect(await value(tenant.client.call(optional.introspect, { path: {} }))).toEqual({
      userId: 'user-access-bot',
    });
  });
});
