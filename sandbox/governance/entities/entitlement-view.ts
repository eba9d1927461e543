import type { ExpandedObjects } from '../expanded.ts';
import type { Caller } from '../tokens.ts';
import { isActive } from '../workflow/grants.ts';
import type { World } from '../world.ts';
import type { AppEntitlement, CatalogEntitlement } from './app-entitlement.ts';
import { objectPermissions } from './object-permissions.ts';

/** The entitlement as returned: as seeded, with the current number of grants. */
export function entitlementOf(world: World, { entitlement }: CatalogEntitlement): AppEntitlement {
  const nowMs = world.now().getTime();
  const given = world.state.grants.filter(
    (grant) => grant.appId === entitlement.appId && grant.appEntitlementId === entitlement.id && isActive(grant, nowMs),
  );
  return { ...entitlement, grantCount: String(Number(entitlement.grantCount) + given.length) };
}

/** An AppEntitlementView; its app, resource and resource type are always put into `expanded`. */
export function entitlementView(
  world: World,
  found: CatalogEntitlement,
  caller: Caller,
  expanded: ExpandedObjects,
): object {
  const { appId, appResourceTypeId, appResourceId } = found.entitlement;
  const { resource } = world.catalog.requireResource(appId, appResourceTypeId, appResourceId);
  const type = world.catalog.requireResourceType(appId, appResourceTypeId);
  return {
    appEntitlement: entitlementOf(world, found),
    appPath: expanded.add('app', appId, world.catalog.requireApplication(appId)),
    appResourcePath: expanded.add('appResource', `${appId} ${type.id} ${resource.id}`, resource),
    appResourceTypePath: expanded.add('appResourceType', `${appId} ${type.id}`, type),
    objectPermissions: objectPermissions(caller, { request: caller.permissions.has('request') }),
  };
}
