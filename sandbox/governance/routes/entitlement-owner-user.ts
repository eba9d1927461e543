import { notFound } from '../errors.ts';
import { requirePermission } from '../permissions.ts';
import type { Call, Route } from '../route.ts';
import type { World } from '../world.ts';

function getEntitlementOwnerUser(world: World, call: Call): object {
  requirePermission(call.caller, 'read');
  const { entitlement, owners } = world.catalog.requireEntitlement(
    call.path('app_id'),
    call.path('entitlement_id'),
  );
  const user = world.catalog.requireUser(call.path('user_ref_id'));
  const owner = owners.find(
    (one) => one.userId === user.id && one.roleSlug === call.path('role_slug'),
  );
  if (owner === undefined) throw notFound('app entitlement owner', user.id);
  return {
    appEntitlementOwnerUser: {
      appId: entitlement.appId,
      createdAt: owner.createdAt,
      entitlementId: entitlement.id,
      roleSlug: owner.roleSlug,
      user,
    },
  };
}

/** Endpoint 13: one owner of an entitlement, by role and user. */
export const entitlementOwnerUserRoutes: readonly Route[] = [
  {
    method: 'GET',
    path: '/api/v2/apps/{app_id}/entitlements/{entitlement_id}/owners/users/{role_slug}/{user_ref_id}',
    operation: 13,
    handle: getEntitlementOwnerUser,
  },
];
