import type { World } from '../world.ts';
import { entitlementOf } from './entitlement-view.ts';
import type { OwnerSource } from './owner-source.ts';

/** AppOwnerEntitlement (interface.md, "Ownership records"). */
export function appOwnerEntitlement(world: World, source: OwnerSource): object {
  const found = world.catalog.requireEntitlement(source.sourceAppId, source.sourceEntitlementId);
  return {
    appEntitlement: entitlementOf(world, found),
    appId: source.appId,
    createdAt: source.createdAt,
    roleSlug: source.roleSlug,
  };
}

/** AppEntitlementOwnerEntitlement (interface.md, "Ownership records"). */
export function appEntitlementOwnerEntitlement(world: World, source: OwnerSource): object {
  return { ...appOwnerEntitlement(world, source), entitlementId: source.entitlementId };
}
