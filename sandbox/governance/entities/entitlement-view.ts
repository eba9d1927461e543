import type { Caller } from '../caller.ts';
import { invalidArgument } from '../errors.ts';
import type { ExpandedObjects } from '../expanded.ts';
import { isActive } from '../workflow/grants.ts';
import type { World } from '../world.ts';
import type { AppEntitlement, CatalogEntitlement } from './app-entitlement.ts';
import { objectPermissions } from './object-permissions.ts';

/** The entitlement as returned: as seeded, with the current number of grants. */
export function entitlementOf(world: World, { entitlement }: CatalogEntitlement): AppEntitlement {
  const nowMs = world.now().getTime();
  const given = world.state.grants.filter(
    (grant) =>
      grant.appId === entitlement.appId &&
      grant.appEntitlementId === entitlement.id &&
      isActive(grant, nowMs),
  );
  return { ...entitlement, grantCount: String(Number(entitlement.grantCount) + given.length) };
}

const expandEntries: ReadonlySet<string> = new Set([
  'app_id',
  'app_resource_id',
  'app_resource_type_id',
]);

/** @throws ApiError for an entry that the search does not know */
export function entitlementExpansion(paths: readonly string[]): ReadonlySet<string> {
  const unknown = paths.find((path) => path !== '*' && !expandEntries.has(path));
  if (unknown !== undefined)
    throw invalidArgument(`invalid expand mask path ${JSON.stringify(unknown)}`);
  return paths.includes('*') ? expandEntries : new Set(paths);
}

/**
 * An AppEntitlementView; `wants`: what is put into `expanded` of its app, its resource and the
 * resource's type.
 */
export function entitlementView(
  world: World,
  found: CatalogEntitlement,
  caller: Caller,
  expanded: ExpandedObjects,
  wants = expandEntries,
): object {
  const { appId, appResourceTypeId, appResourceId } = found.entitlement;
  const { resource } = world.catalog.requireResource(appId, appResourceTypeId, appResourceId);
  const type = world.catalog.requireResourceType(appId, appResourceTypeId);
  const path = (entry: string, add: () => string) => (wants.has(entry) ? add() : '');
  return {
    appEntitlement: entitlementOf(world, found),
    appPath: path('app_id', () =>
      expanded.add('app', appId, world.catalog.requireApplication(appId)),
    ),
    appResourcePath: path('app_resource_id', () =>
      expanded.add('appResource', `${appId} ${type.id} ${resource.id}`, resource),
    ),
    appResourceTypePath: path('app_resource_type_id', () =>
      expanded.add('appResourceType', `${appId} ${type.id}`, type),
    ),
    objectPermissions: objectPermissions(caller, { request: caller.permissions.has('request') }),
  };
}
