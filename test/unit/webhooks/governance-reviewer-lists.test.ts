import { describe, expect, it } from 'vitest';
import type { OptionalOperation } from '../../../src/domain/settings/access-settings.ts';
import { createReviewerLists } from '../../../src/extras/webhooks/answerers/reviewer-lists.ts';
import { onlyWith, TenantCapabilities } from '../../../src/service/capabilities.ts';
import { startGovernanceServer } from '../../support/governance-server.ts';

type Respond = Parameters<typeof startGovernanceServer>[0];

const leads = { appId: 'app-okta', entitlementId: 'ent-leads' };
const north = { appId: 'app-lighthouse', resourceTypeId: 'lamp', resourceId: 'resource-north' };
const holder = (id: string, more = {}) => ({ user: { id, status: 'ENABLED', ...more } });

async function governanceOf(respond: Respond, ...operations: OptionalOperation[]) {
  const server = await startGovernanceServer(respond);
  const governance = server.port(...operations);
  const lists = createReviewerLists(
    onlyWith(new TenantCapabilities(new Set(operations)), server.client),
  );
  return { server, governance, lists, [Symbol.asyncDispose]: () => server[Symbol.asyncDispose]() };
}

/** A list without an end: page after page, each with what `rowsOf` says. */
function endless(rowsOf: (page: number) => readonly object[]): Respond {
  let page = 0;
  return () => {
    page += 1;
    return { json: { list: rowsOf(page), nextPageToken: `page-${page}` } };
  };
}

describe('the holders of an entitlement', () => {
  it('are read on all pages, each once, with their status and without deleted users', async () => {
    await using rig = await governanceOf(
      ({ target }) => ({
        json: target.includes('page-2')
          ? { list: [holder('user-ana'), { user: null, appUserId: 'robot' }], nextPageToken: '' }
          : {
              list: [
                holder('user-ana'),
                holder('user-ben', { status: 'DISABLED' }),
                holder('user-gone', { deletedAt: '2026-01-01T00:00:00Z' }),
                holder(''),
              ],
              nextPageToken: 'page-2',
            },
      }),
      'entitlementHolders',
    );
    expect(await rig.lists.listHolders(leads, 128)).toMatchObject([
      { id: 'user-ana', status: 'ENABLED' },
      { id: 'user-ben', status: 'DISABLED' },
    ]);
    expect(rig.server.asked[0]?.target).toContain(
      '/api/v1/apps/app-okta/entitlements/ent-leads/grants',
    );
  });

  it('are not read on when there are more than anybody needs', async () => {
    const rows = (page: number) =>
      Array.from({ length: 50 }, (_, at) => holder(`user-${page}-${at}`));
    await using rig = await governanceOf(endless(rows), 'entitlementHolders');
    expect(await rig.lists.listHolders(leads, 128)).toHaveLength(150);
    expect(rig.server.asked).toHaveLength(3);
  });

  it('are a failure when the list goes on without anybody new', async () => {
    const rows = (page: number) => [{ ...holder('user-ana'), appUserId: `account-${page}` }];
    await using rig = await governanceOf(endless(rows), 'entitlementHolders');
    await expect(rig.lists.listHolders(leads, 128)).rejects.toMatchObject({
      kind: 'decode',
      certainlyNotDone: true,
    });
    expect(rig.server.asked).toHaveLength(128);
  });

  it('are a failure when a page breaks off', async () => {
    await using broken = await governanceOf(
      ({ target }) =>
        target.includes('page-2')
          ? { status: 500, json: {} }
          : { json: { list: [holder('user-ana')], nextPageToken: 'page-2' } },
      'entitlementHolders',
    );
    await expect(broken.lists.listHolders(leads, 128)).rejects.toMatchObject({ kind: 'http' });
  });
});

it('hears unknown, without a call, of lists that the tenant cannot tell', async () => {
  await using rig = await governanceOf(() => ({ json: {} }));
  expect(await rig.lists.listHolders(leads)).toBeNull();
  expect(await rig.lists.listEntitlementOwners(leads, { most: 5 })).toBeNull();
  expect(await rig.lists.listAppOwners('app-okta', 5)).toBeNull();
  expect(rig.server.asked).toEqual([]);
});

it('stops at an owners list that is longer than anybody needs', async () => {
  const rows = (page: number) =>
    Array.from({ length: 100 }, (_, at) => ({ id: `user-${page}-${at}` }));
  await using rig = await governanceOf(endless(rows));
  expect(await rig.governance.listResourceOwners(north, 128)).toHaveLength(200);
});

describe('the managers of a person', () => {
  const users = new Map<string, object>([
    ['user-ben', { id: 'user-ben', managerIds: ['user-ana', 'user-gone', 'user-ana', ''] }],
    ['user-ana', { id: 'user-ana', displayName: 'Ana', status: 'ENABLED' }],
    ['user-led', { id: 'user-led', managerIds: Array.from({ length: 21 }, (_, at) => `m-${at}`) }],
  ]);
  const byId: Respond = ({ target }) => {
    const user = users.get(target.split('?')[0]?.split('/').at(-1) ?? '');
    return user === undefined
      ? { status: 404, json: { code: 5, message: 'not found', details: [] } }
      : { json: { userView: { user } } };
  };

  it('contain each person who still exists in the service once', async () => {
    await using rig = await governanceOf(byId, 'userRead');
    const managers = await rig.governance.managersOf('user-ben');
    expect(managers).toMatchObject([{ id: 'user-ana', name: 'Ana', status: 'ENABLED' }]);
  });

  it('are empty for a person who is missing, has none, or has implausibly many', async () => {
    await using rig = await governanceOf(byId, 'userRead');
    for (const id of ['user-nobody', 'user-ana', 'user-led'])
      expect(await rig.governance.managersOf(id)).toEqual([]);
    expect(rig.server.asked).toHaveLength(3);
  });
});
