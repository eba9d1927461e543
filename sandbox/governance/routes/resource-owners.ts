import { pageRequestOf } from '../page-request.ts';
import { pageOf } from '../paging.ts';
import { requirePermission } from '../permissions.ts';
import type { Call, Route } from '../route.ts';
import type { World } from '../world.ts';

function listResourceOwners(world: World, call: Call): object {
  requirePermission(call.caller, 'read');
  const appId = call.path('app_id');
  const { resource, owners } = world.catalog.requireResource(
    appId,
    call.path('resource_type_id'),
    call.path('resource_id'),
  );
  const page = pageOf(owners, ({ userId }) => userId, pageRequestOf(call), [
    12,
    appId,
    resource.id,
  ]);
  return {
    list: page.list.map(({ userId }) => world.catalog.requireUser(userId)),
    immutableUserIds: owners.filter((owner) => owner.managedBySystem).map((owner) => owner.userId),
    nextPageToken: page.nextPageToken,
  };
}

function searchResourceOwnerUsers(world: World, call: Call): object {
  requirePermission(call.caller, 'read');
  const appId = call.path('app_id');
  const { resource, owners } = world.catalog.requireResource(
    appId,
    call.path('resource_type_id'),
    call.path('resource_id'),
  );
  const roleSlug = call.query('roleSlug');
  const found = owners.filter((owner) => roleSlug === '' || owner.roleSlug === roleSlug);
  const page = pageOf(found, ({ userId }) => userId, pageRequestOf(call), [
    10,
    appId,
    resource.id,
    roleSlug,
  ]);
  const list = page.list.map((owner) => ({
    appId,
    createdAt: owner.createdAt,
    resourceId: resource.id,
    resourceTypeId: resource.appResourceTypeId,
    roleSlug: owner.roleSlug,
    user: world.catalog.requireUser(owner.userId),
  }));
  return { list, nextPageToken: page.nextPageToken };
}

/**
 * Endpoint 12: everybody who owns an app resource. Endpoint 10: the same by role, with the records
 * of ownership.
 */
export const resourceOwnerRoutes: readonly Route[] = [
  {
    method: 'GET',
    path: '/api/v1/apps/{app_id}/resource_types/{resource_type_id}/resource/{resource_id}/owners',
    operation: 12,
    handle: listResourceOwners,
  },
  {
    method: 'GET',
    path: '/api/v2/apps/{app_id}/resource_types/{resource_type_id}/resources/{resource_id}/owners/users',
    operation: 10,
    handle: searchResourceOwnerUsers,
  },
];
