import { z } from 'zod';
import { readBody, text } from '../bodies.ts';
import { type OwnerSource, ownerRoles } from '../entities/owner-source.ts';
import {
  appEntitlementOwnerEntitlement,
  appOwnerEntitlement,
} from '../entities/ownership-records.ts';
import { invalidArgument, notFound, ServiceError } from '../errors.ts';
import { requirePermission } from '../permissions.ts';
import type { Call, Route } from '../route.ts';
import { timestamp, type World } from '../world.ts';

const sourceBody = z.strictObject({
  appEntitlementRef: z.strictObject({ appId: text, id: text }).nullish(),
});

/** The source that the path names; the body may repeat its ids and must not contradict them. */
function newSource(world: World, call: Call, entitlementId: string): OwnerSource {
  requirePermission(call.caller, 'administer');
  const { appEntitlementRef } = readBody(sourceBody, call.body);
  const appId = world.catalog.requireApplication(call.path('app_id')).id;
  if (entitlementId !== '') world.catalog.requireEntitlement(appId, entitlementId);
  const roleSlug = call.path('role_slug');
  if (!ownerRoles.has(roleSlug)) throw notFound('role', roleSlug);
  const sourceAppId = call.path('app_entitlement_ref_app_id');
  const sourceEntitlementId = call.path('app_entitlement_ref_id');
  const given = appEntitlementRef ?? { appId: sourceAppId, id: sourceEntitlementId };
  if (given.appId !== sourceAppId || given.id !== sourceEntitlementId) {
    throw invalidArgument('app_entitlement_ref does not match the path');
  }
  world.catalog.requireEntitlement(sourceAppId, sourceEntitlementId);
  if (sourceAppId === appId && sourceEntitlementId === entitlementId) {
    throw invalidArgument('an entitlement cannot be its own ownership source');
  }
  return {
    appId,
    entitlementId,
    roleSlug,
    sourceAppId,
    sourceEntitlementId,
    createdAt: timestamp(world),
  };
}

function isSame(left: OwnerSource, right: OwnerSource): boolean {
  return (
    left.appId === right.appId &&
    left.entitlementId === right.entitlementId &&
    left.roleSlug === right.roleSlug &&
    left.sourceAppId === right.sourceAppId &&
    left.sourceEntitlementId === right.sourceEntitlementId
  );
}

function added(world: World, source: OwnerSource): OwnerSource {
  if (world.state.ownerSources.some((one) => isSame(one, source))) {
    throw new ServiceError(6, 'ownership source already exists');
  }
  world.state.change(() => world.state.addOwnerSource(source));
  return source;
}

/** Endpoints 2 and 3: holders of one entitlement become owners of another one, or of an app. */
export const ownerSourceRoutes: readonly Route[] = [
  {
    method: 'POST',
    path: '/api/v2/apps/{app_id}/entitlements/{entitlement_id}/owners/entitlements/{role_slug}/{app_entitlement_ref_app_id}/{app_entitlement_ref_id}',
    operation: 2,
    handle(world, call) {
      const source = added(world, newSource(world, call, call.path('entitlement_id')));
      return { appEntitlementOwnerEntitlement: appEntitlementOwnerEntitlement(world, source) };
    },
  },
  {
    method: 'POST',
    path: '/api/v2/apps/{app_id}/owners/entitlements/{role_slug}/{app_entitlement_ref_app_id}/{app_entitlement_ref_id}',
    operation: 3,
    handle(world, call) {
      return {
        appOwnerEntitlement: appOwnerEntitlement(world, added(world, newSource(world, call, ''))),
      };
    },
  },
];
