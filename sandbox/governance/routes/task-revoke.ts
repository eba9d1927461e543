import { z } from 'zod';
import { readBody, text } from '../bodies.ts';
import { taskAnswer } from '../entities/task-view.ts';
import { failedPrecondition, invalidArgument } from '../errors.ts';
import { requirePermission } from '../permissions.ts';
import type { Call, Route } from '../route.ts';
import { isActive, sameAccess } from '../workflow/grants.ts';
import {
  noSource,
  openTask,
  refuseDuplicate,
  requireOneTarget,
  targetOf,
} from '../workflow/open-task.ts';
import { settleDue } from '../workflow/settle.ts';
import type { World } from '../world.ts';

const revokeBody = z.strictObject({
  appId: text,
  appEntitlementId: text,
  appUserId: text,
  identityUserId: text,
  description: text,
});

function createRevokeTask(world: World, call: Call): object {
  requirePermission(call.caller, 'request');
  const body = readBody(revokeBody, call.body);
  if (body.appId === '') throw invalidArgument('app_id is required');
  if (body.appEntitlementId === '') throw invalidArgument('app_entitlement_id is required');
  requireOneTarget(body);
  world.catalog.requireEntitlement(body.appId, body.appEntitlementId);
  const request = {
    kind: 'revoke' as const,
    origin: 'TASK_ORIGIN_API',
    appId: body.appId,
    appEntitlementId: body.appEntitlementId,
    ...targetOf(world, body),
    description: body.description,
    grantDuration: null,
    emergencyAccess: false,
    requestData: null,
    source: noSource,
  };
  refuseDuplicate(world, request);
  const nowMs = world.now().getTime();
  if (!world.state.grants.some((grant) => sameAccess(grant, request) && isActive(grant, nowMs))) {
    throw failedPrecondition('target user does not hold that entitlement');
  }
  const task = world.state.change(() => openTask(world, request, call.caller.userId));
  settleDue(world);
  return taskAnswer(world, world.state.task(task.id) ?? task, call.caller, new Set());
}

/** Optional operation taskRevoke: gives access back. */
export const taskRevokeRoutes: readonly Route[] = [
  {
    method: 'POST',
    path: '/api/v1/task/revoke',
    operation: 'taskRevoke',
    handle: createRevokeTask,
  },
];
