import { describe, expect, it } from 'vitest';
import { entitlementItem, lighthouseExpanded } from '../../support/governance-fixtures.ts';
import { startGovernanceServer } from '../../support/governance-server.ts';

describe('the entitlements of an app, by search', () => {
  it('are collected from all pages, without those of other apps', async () => {
    await using server = await startGovernanceServer(({ body }) =>
      body.includes('"pageToken":"next"')
        ? {
            json: {
              list: [entitlementItem('two'), entitlementItem('other', { appId: 'app-other' })],
            },
          }
        : {
            json: {
              list: [entitlementItem('one')],
              expanded: lighthouseExpanded,
              nextPageToken: 'next',
            },
          },
    );
    const found = await server.port('entitlementSearch').searchEntitlements('app-lighthouse');
    expect(found.map((one) => [one.id, one.resourceId, one.resourceName])).toEqual([
      ['one', 'resource-north', 'North Rock lamp'],
      ['two', 'resource-north', ''],
    ]);
    const body = {
      appIds: ['app-lighthouse'],
      expandMask: { paths: ['app_id', 'app_resource_id'] },
    };
    expect(server.asked.map((one) => [one.target, JSON.parse(one.body)])).toEqual([
      ['/api/v1/search/entitlements', { ...body, pageSize: 25 }],
      ['/api/v1/search/entitlements', { ...body, pageSize: 25, pageToken: 'next' }],
    ]);
  });

  it('tell the policy of their app where they name none', async () => {
    const [app] = lighthouseExpanded;
    await using server = await startGovernanceServer(() => ({
      json: {
        list: [entitlementItem('own', { grantPolicyId: 'own' }), entitlementItem('silent')],
        expanded: [{ ...app, grantPolicyId: 'of the app' }],
      },
    }));
    const found = await server.port('entitlementSearch').searchEntitlements('app-lighthouse');
    expect(found.map((one) => [one.policyId, one.appPolicyId])).toEqual([
      ['own', undefined],
      [undefined, 'of the app'],
    ]);
  });

  it('are a failure if the service repeats a cursor, because some may be missing', async () => {
    await using server = await startGovernanceServer((_, count) => ({
      json: { list: [entitlementItem(`item-${count}`)], nextPageToken: 'again' },
    }));
    const governance = server.port('entitlementSearch');
    await expect(governance.searchEntitlements('app-lighthouse')).rejects.toMatchObject({
      kind: 'decode',
      message: expect.stringMatching('^POST /api/v1/search/entitlements: nextPageToken: '),
    });
    await expect(
      governance.listEntitlements({ appId: 'a', resourceTypeId: 't', resourceId: 'r' }),
    ).rejects.toThrow('/resources/{app_resource_id}: nextPageToken');
  });

  it('are not searched for in a tenant without entitlementSearch', async () => {
    await using server = await startGovernanceServer();
    const governance = server.port();
    await expect(governance.searchEntitlements('app-lighthouse')).rejects.toThrow(
      'entitlementSearch',
    );
    expect(server.asked).toEqual([]);
  });
});
