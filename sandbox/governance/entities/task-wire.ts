import type { Caller } from '../caller.ts';
import { allowedActions } from '../workflow/allowed-actions.ts';
import { displayNameOf } from '../workflow/open-task.ts';
import type { World } from '../world.ts';
import { policyInstance } from './policy-instance.ts';
import type { StoredTask } from './stored-task.ts';
import { remarksOn } from './task-remarks.ts';

function processingOf(task: StoredTask): string {
  if (task.state === 'closed') return 'TASK_PROCESSING_TYPE_DONE';
  const isCarriedOut = task.provisioning !== null && task.outcome !== 'ERROR';
  return isCarriedOut ? 'TASK_PROCESSING_TYPE_PROCESSING' : 'TASK_PROCESSING_TYPE_WAITING';
}

/** Task.type: one key, `grant` or `revoke`, as deployments return it. */
function taskType(task: StoredTask): object {
  const shared = {
    appId: task.appId,
    appEntitlementId: task.appEntitlementId,
    appUserId: task.appUserId,
    identityUserId: task.identityUserId,
    outcomeTime: task.outcomeTime,
    source: task.source,
  };
  return task.kind === 'grant'
    ? {
        grant: {
          ...shared,
          grantDuration: task.grantDuration,
          outcome: `GRANT_OUTCOME_${task.outcome}`,
        },
      }
    : { revoke: { ...shared, outcome: `REVOKE_OUTCOME_${task.outcome}` } };
}

/** A task with every field of the interface's Task, as the caller sees it. */
export function taskOf(world: World, task: StoredTask, caller: Caller): object {
  const { entitlement } = world.catalog.requireEntitlement(task.appId, task.appEntitlementId);
  return {
    id: task.id,
    numericId: task.numericId,
    displayName: displayNameOf(world, task),
    description: task.description,
    state: task.state === 'open' ? 'TASK_STATE_OPEN' : 'TASK_STATE_CLOSED',
    processing: processingOf(task),
    type: taskType(task),
    origin: task.origin,
    userId: task.identityUserId,
    createdByUserId: task.createdByUserId,
    actions: allowedActions(world, task, caller),
    approverIds: task.approverIds,
    stepApproverIds: task.currentStep?.reviewerIds ?? [],
    policy: policyInstance(world.catalog, task),
    policyGenerationId: task.policyGenerationId,
    emergencyAccess: task.emergencyAccess,
    data: task.requestData,
    form: world.catalog.requestForm(entitlement.requestSchemaId),
    ...remarksOn(task, entitlement),
    commentCount: task.events.filter((event) => event.what !== 'created' && event.comment !== '')
      .length,
    insightIds: task.insightIds,
    recommendation: task.recommendation,
    revocationTargets: task.revocationTargets,
    createdAt: task.createdAt,
    updatedAt: task.updatedAt,
    deletedAt: task.deletedAt,
  };
}
