import { afterEach, beforeEach, expect, it } from 'vitest';
import { OutwardFailure } from '../../src/domain/outward/outward-failure.ts';
import type { OptionalOperation } from '../../src/domain/settings/access-settings.ts';
import { createRequestCatalogs } from '../../src/extras/catalogs/request-catalogs.ts';
import type { RequestCatalogs } from '../../src/extras/catalogs/tenant-catalogs.ts';
import { onlyWith, TenantCapabilities } from '../../src/service/capabilities.ts';
import { startTenant, type Tenant } from '../support/governance-tenant.ts';

const operations = new Set<OptionalOperation>(['catalogs', 'grantSearch', 'appList']);
const finance = { appId: 'app-lantern', entitlementId: 'ent-group-finance' };
const staff = { appId: 'app-lantern', entitlementId: 'ent-group-staff' };

let tenant: Tenant;
beforeEach(async () => {
  tenant = await startTenant([]);
});
afterEach(() => tenant.close());

function reader(which = operations): RequestCatalogs {
  return createRequestCatalogs(onlyWith(new TenantCapabilities(which), tenant.client));
}

it('reads catalogs, what is in them, who sees them, and who holds that', async () => {
  const catalogs = reader();
  expect(await catalogs.list()).toEqual([
    expect.objectContaining({ id: 'catalog-everybody', visibleToEveryone: true, isOffered: true }),
    expect.objectContaining({ id: 'catalog-counting-house', access: [finance], isOffered: true }),
    expect.objectContaining({ id: 'catalog-storm', isOffered: false }),
    expect.objectContaining({ id: 'catalog-deckhand', isOffered: true }),
  ]);
  expect(await catalogs.ownOfApps()).toEqual(['catalog-berth']);
  expect(await catalogs.read('catalog-berth')).toMatchObject({ id: 'catalog-berth' });
  expect(await catalogs.read('catalog-none')).toBe('none');
  const content = await catalogs.content('catalog-counting-house');
  expect(Object.keys(content ?? {})).toEqual(['app-ledger']);
  expect(await catalogs.audience('catalog-counting-house')).toEqual([finance]);
  expect(await catalogs.heldOf('user-ines', [staff, finance])).toEqual({
    held: [finance],
    isAll: true,
  });
  expect(await catalogs.heldOf('user-ben', [finance])).toEqual({ held: [], isAll: true });
  expect(await catalogs.holdsAnything('user-ben')).toBe(true);
  expect(await catalogs.holdsAnything('user-vera')).toBe(false);
});

it('knows no apps without appList', async () => {
  expect(await reader(new Set(['catalogs', 'grantSearch'])).ownOfApps()).toBeNull();
});

it.each([
  ['REQUEST_CATALOG_UNENROLLMENT_BEHAVIOR_LEAVE_ACCESS_AS_IS', 'stays'],
  ['REQUEST_CATALOG_UNENROLLMENT_BEHAVIOR_REVOKE_ALL', 'goes'],
  ['REQUEST_CATALOG_UNENROLLMENT_BEHAVIOR_REVOKE_UNJUSTIFIED', 'goes-unless-shared'],
  ['REQUEST_CATALOG_UNENROLLMENT_BEHAVIOR_NEW_ONE_DAY', 'unknown'],
  [null, 'unknown'],
  [7, 'unknown'],
])('reads what leaving a profile does: %s', async (value, unenrolment) => {
  tenant.service.fault({
    method: 'GET',
    path: '/api/v1/catalogs/catalog-deckhand',
    kind: 'patch',
    changes: [{ path: 'requestCatalogView.requestCatalog.unenrollmentBehavior', value }],
  });
  expect(await reader().read('catalog-deckhand')).toMatchObject({ isProfile: true, unenrolment });
});

it('takes no other catalog and nobody else’s grants for an answer', async () => {
  const { service } = tenant;
  const id = 'requestCatalogView.requestCatalog.id';
  const other = [{ path: id, value: 'catalog-storm' }];
  const path = '/api/v1/catalogs/catalog-berth';
  service.fault({ method: 'GET', path, kind: 'patch', changes: other });
  await expect(reader().read('catalog-berth')).rejects.toThrow(OutwardFailure);
  const owner = '**.identityUserId';
  service.fault({
    method: 'POST',
    path: '/api/v1/search/grants',
    kind: 'patch',
    changes: [{ path: owner, value: 'user-jonas' }],
  });
  await expect(reader().heldOf('user-ines', [finance])).rejects.toThrow(OutwardFailure);
});
