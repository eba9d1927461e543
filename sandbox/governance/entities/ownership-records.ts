import type { World } from '../world.ts';
import { entitlementOf } from './entitlement-view.ts';
import type { OwnerSource } from './owner-source.ts';

/** AppOwnerEntitlement (docs/spec/interface.md#ownership-records). */
export function appOwnerEntitlement(world: World, source: OwnerSource): object {
  const found = world.catalog.requireEntitlement(source.sourceAppId, source.sourceEntitlementId);
  return {
    appEntitlement: entitlementOf(world, found),
    appId: source.appId,
    createdAt: source.createdAt,
    roleSlug: source.roleSlug,
  };
}

/** AppEntitlementOwnerEntitlement (docs/spec/interface.md#ownership-records). */
export function appEntitlementOwnerEntitlement(world: World, source: OwnerSource): object {
  return { ...appOwnerEntitlement(world, source), entitlementId: source.entitlementId };
}
