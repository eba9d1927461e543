import { requirePermission } from '../permissions.ts';
import type { Call, Route } from '../route.ts';
import { holdersOfOwnerSources } from '../workflow/reviewers.ts';
import type { World } from '../world.ts';

/** Apps have no owners of their own: the holders of an entitlement may own one (endpoint 3). */
function readAppOwnerIds(world: World, call: Call): object {
  requirePermission(call.caller, 'read');
  const { id } = world.catalog.requireApplication(call.path('app_id'));
  return { userIds: [...new Set(holdersOfOwnerSources(world, { appId: id, id: '' }))] };
}

function readEntitlementOwnerIds(world: World, call: Call): object {
  requirePermission(call.caller, 'read');
  const { entitlement, owners } = world.catalog.requireEntitlement(
    call.path('app_id'),
    call.path('entitlement_id'),
  );
  const own = owners.map(({ userId }) => userId);
  return { userIds: [...new Set([...own, ...holdersOfOwnerSources(world, entitlement)])] };
}

/** Optional operations appOwnerIds and entitlementOwnerIds. */
export const ownerIdRoutes: readonly Route[] = [
  {
    method: 'GET',
    path: '/api/v1/apps/{app_id}/ownerids',
    operation: 'appOwnerIds',
    handle: readAppOwnerIds,
  },
  {
    method: 'GET',
    path: '/api/v1/apps/{app_id}/entitlements/{entitlement_id}/ownerids',
    operation: 'entitlementOwnerIds',
    handle: readEntitlementOwnerIds,
  },
];
