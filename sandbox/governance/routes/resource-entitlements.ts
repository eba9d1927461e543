import { entitlementView } from '../entities/entitlement-view.ts';
import { ExpandedObjects } from '../expanded.ts';
import { pageRequestOf } from '../page-request.ts';
import { pageOf } from '../paging.ts';
import { requirePermission } from '../permissions.ts';
import type { Call, Route } from '../route.ts';
import type { World } from '../world.ts';

function listResourceEntitlements(world: World, call: Call): object {
  requirePermission(call.caller, 'read');
  const appId = call.path('app_id');
  const { resource } = world.catalog.requireResource(
    appId,
    call.path('app_resource_type_id'),
    call.path('app_resource_id'),
  );
  const entitlements = world.catalog.entitlementsOf(appId, resource.appResourceTypeId, resource.id);
  const page = pageOf(entitlements, ({ entitlement }) => entitlement.id, pageRequestOf(call), [
    6,
    appId,
    resource.id,
  ]);
  const expanded = new ExpandedObjects();
  const list = page.list.map((found) => entitlementView(world, found, call.caller, expanded));
  return { list, expanded: expanded.list, nextPageToken: page.nextPageToken };
}

/** Endpoint 6: the entitlements of an app resource. */
export const resourceEntitlementRoutes: readonly Route[] = [
  {
    method: 'GET',
    path: '/api/v1/apps/{app_id}/entitlements/resource_types/{app_resource_type_id}/resources/{app_resource_id}',
    operation: 6,
    handle: listResourceEntitlements,
  },
];
