import { z } from 'zod';
import { duration, expandMask, flag, freeObject, readBody, text } from '../bodies.ts';
import { durationOf, secondsOf } from '../durations.ts';
import type { CatalogEntitlement } from '../entities/app-entitlement.ts';
import { isActive } from '../entities/identity-user.ts';
import { taskAnswer, taskExpansion } from '../entities/task-view.ts';
import { failedPrecondition, invalidArgument, permissionDenied } from '../errors.ts';
import { requirePermission } from '../permissions.ts';
import type { Call, Route } from '../route.ts';
import {
  noSource,
  openTask,
  refuseDuplicate,
  requireOneTarget,
  targetOf,
} from '../workflow/open-task.ts';
import { settleDue } from '../workflow/settle.ts';
import type { World } from '../world.ts';

const grantBody = z.strictObject({
  appId: text,
  appEntitlementId: text,
  appUserId: text,
  identityUserId: text,
  description: text,
  emergencyAccess: flag,
  grantDuration: duration,
  requestData: freeObject,
  expandMask,
  source: z
    .strictObject({
      conversationId: text,
      externalUrl: text,
      integrationId: text,
      isExtension: flag,
      requestId: text,
    })
    .nullish()
    .transform((value) => value ?? noSource),
});

function refuseUnsuitableTarget(
  world: World,
  identityUserId: string,
  found: CatalogEntitlement,
): void {
  const target = world.catalog.user(identityUserId);
  const isSuitable =
    target === undefined ||
    (isActive(target) &&
      (found.departments === null || found.departments.includes(target.department)));
  if (!isSuitable) throw permissionDenied('target user is not allowed to request that resource');
}

function refuseUnsuitableTerms(
  world: World,
  { entitlement }: CatalogEntitlement,
  terms: { readonly grantDuration: string | null; readonly emergencyAccess: boolean },
): void {
  if (terms.grantDuration !== null) {
    const seconds = secondsOf(terms.grantDuration);
    if (seconds <= 0) throw invalidArgument('grant_duration must be positive');
    const own = entitlement.durationGrant;
    const longest =
      world.catalog.ruleOf(entitlement)?.longest ?? (own === undefined ? null : secondsOf(own));
    if (longest !== null && seconds > longest) {
      throw invalidArgument(
        `grant_duration exceeds the longest grant of the entitlement, ${durationOf(longest)}`,
      );
    }
  }
  if (terms.emergencyAccess && !entitlement.emergencyGrantEnabled) {
    throw failedPrecondition('emergency access is not enabled for that entitlement');
  }
}

function createGrantTask(world: World, call: Call): object {
  requirePermission(call.caller, 'request');
  const body = readBody(grantBody, call.body);
  const wants = taskExpansion(body.expandMask);
  if (body.appId === '') throw invalidArgument('app_id is required');
  if (body.appEntitlementId === '') throw invalidArgument('app_entitlement_id is required');
  requireOneTarget(body);
  world.catalog.requireApplication(body.appId);
  const found = world.catalog.requireEntitlement(body.appId, body.appEntitlementId);
  if (found.entitlement.deletedAt !== null) throw failedPrecondition('app entitlement is deleted');
  const target = targetOf(world, body);
  refuseUnsuitableTarget(world, target.identityUserId, found);
  refuseUnsuitableTerms(world, found, body);
  const request = {
    kind: 'grant' as const,
    origin: body.source.conversationId === '' ? 'TASK_ORIGIN_API' : 'TASK_ORIGIN_CHATAPP',
    appId: body.appId,
    appEntitlementId: body.appEntitlementId,
    ...target,
    description: body.description,
    grantDuration: body.grantDuration,
    emergencyAccess: body.emergencyAccess,
    requestData: body.requestData,
    source: body.source,
  };
  refuseDuplicate(world, request);
  const task = world.state.change(() => openTask(world, request, call.caller.userId));
  settleDue(world);
  return taskAnswer(world, world.state.task(task.id) ?? task, call.caller, wants);
}

/** Endpoint 1: asks for access. */
export const taskGrantRoutes: readonly Route[] = [
  { method: 'POST', path: '/api/v1/task/grant', operation: 1, handle: createGrantTask },
];
