/** What people may ask for, by who sees it: for deployments that tell it. */
import type { CompanyCatalog } from '../../company-schema.ts';
import { entitlementOf, entitlementView } from '../entities/entitlement-view.ts';
import { ExpandedObjects } from '../expanded.ts';
import { pageRequestOf } from '../page-request.ts';
import { pageOf } from '../paging.ts';
import { requirePermission } from '../permissions.ts';
import type { Call, Route } from '../route.ts';
import { seededAt } from '../seed.ts';
import type { World } from '../world.ts';

function accessEntitlements(world: World, { access }: CompanyCatalog) {
  return access.map(({ appId, id }) => world.catalog.requireEntitlement(appId, id));
}

/** A RequestCatalogView. */
function catalogView(world: World, catalog: CompanyCatalog): object {
  return {
    requestCatalog: {
      id: catalog.id,
      displayName: catalog.name,
      description: catalog.description,
      createdByUserId: '',
      published: catalog.published,
      visibleToEveryone: catalog.everyone,
      accessEntitlements:
        catalog.access.length === 0
          ? null
          : accessEntitlements(world, catalog).map((one) => entitlementOf(world, one)),
      requestBundle: catalog.enrolment !== null,
      enrollmentBehavior: 'REQUEST_CATALOG_ENROLLMENT_BEHAVIOR_BYPASS_ENTITLEMENT_REQUEST_POLICY',
      unenrollmentBehavior: `REQUEST_CATALOG_UNENROLLMENT_BEHAVIOR_${catalog.unenrolment}`,
      unenrollmentEntitlementBehavior: 'REQUEST_CATALOG_UNENROLLMENT_ENTITLEMENT_BEHAVIOR_BYPASS',
      annotations: null,
      createdAt: seededAt,
      updatedAt: seededAt,
      deletedAt: null,
    },
    memberCount: '0',
    createdByUserPath: '',
    accessEntitlementsPath: '',
  };
}

function listCatalogs(world: World, call: Call): object {
  requirePermission(call.caller, 'read');
  const listed = world.catalog.requestCatalogs.filter((one) => one.standardOf === null);
  const page = pageOf(listed, ({ id }) => id, pageRequestOf(call), ['catalogs']);
  const list = page.list.map((one) => catalogView(world, one));
  return { list, expanded: [], nextPageToken: page.nextPageToken };
}

function readCatalog(world: World, call: Call): object {
  requirePermission(call.caller, 'read');
  const catalog = world.catalog.requireRequestCatalog(call.path('id'));
  return { requestCatalogView: catalogView(world, catalog), expanded: [] };
}

function listContent(world: World, call: Call): object {
  requirePermission(call.caller, 'read');
  const catalog = world.catalog.requireRequestCatalog(call.path('catalog_id'));
  const refs = world.catalog
    .entitlementsIn(catalog)
    .map(({ entitlement: { appId, id } }) => ({ appId, id }));
  return { refs };
}

function listAccessEntitlements(world: World, call: Call): object {
  requirePermission(call.caller, 'read');
  const catalog = world.catalog.requireRequestCatalog(call.path('catalog_id'));
  const all = accessEntitlements(world, catalog);
  const page = pageOf(
    all,
    ({ entitlement: { appId, id } }) => `${appId} ${id}`,
    pageRequestOf(call),
    ['visibility', catalog.id],
  );
  const expanded = new ExpandedObjects();
  const list = page.list.map((one) => entitlementView(world, one, call.caller, expanded));
  return { list, expanded: expanded.list, nextPageToken: page.nextPageToken };
}

/** The optional operation catalogs. */
export const requestCatalogRoutes: readonly Route[] = [
  { method: 'GET', path: '/api/v1/catalogs', operation: 'catalogs', handle: listCatalogs },
  { method: 'GET', path: '/api/v1/catalogs/{id}', operation: 'catalogs', handle: readCatalog },
  {
    method: 'GET',
    path: '/api/v1/catalogs/{catalog_id}/requestable_entitlementIDs',
    operation: 'catalogs',
    handle: listContent,
  },
  {
    method: 'GET',
    path: '/api/v1/catalogs/{catalog_id}/visibility_entitlements',
    operation: 'catalogs',
    handle: listAccessEntitlements,
  },
];
