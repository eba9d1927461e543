import type { PolicyStep } from '../entities/grant-policy.ts';
import type { StepEnding, StoredStep, StoredTask } from '../entities/stored-task.ts';
import { timestamp, type World } from '../world.ts';
import { reviewersOf } from './reviewers.ts';

/** The task with one more entry in its history. `userId` "" means the service itself. */
export function recorded(world: World, task: StoredTask, what: string, userId: string, comment: string): StoredTask {
  const at = timestamp(world);
  return {
    ...task,
    events: [...task.events, { id: world.newId('event'), what, userId, at, comment }],
    updatedAt: at,
  };
}

/** The policy's description of the step that the task is in; undefined while access is given or after the end. */
export function currentPolicyStep(world: World, task: StoredTask): PolicyStep | undefined {
  if (task.currentStep?.kind !== 'approval') return undefined;
  return world.catalog.requirePolicy(task.policyId).steps[task.currentStep.position];
}

/** The task without a current step; the step moves to its past, with how it ended. */
export function leaveStep(task: StoredTask, ending: StepEnding): StoredTask {
  if (task.currentStep === null) return task;
  return { ...task, currentStep: null, pastSteps: [...task.pastSteps, { ...task.currentStep, ending }] };
}

/**
 * The task in the policy's step at `position`, or, past the last one, in the step that carries the grant out.
 * @param reviewerIds who decides instead of those the policy names
 */
export function enterStep(
  world: World,
  task: StoredTask,
  position: number,
  reviewerIds?: readonly string[],
): StoredTask {
  const policyStep = world.catalog.requirePolicy(task.policyId).steps[position];
  const entitlement = world.catalog.requireEntitlement(task.appId, task.appEntitlementId);
  const step: StoredStep = {
    id: world.newId('step'),
    kind: policyStep === undefined ? 'provision' : 'approval',
    position,
    reviewerIds:
      policyStep === undefined
        ? []
        : [
            ...(reviewerIds ??
              reviewersOf(policyStep.reviewers, { identityUserId: task.identityUserId, entitlement }, world)),
          ],
    policyGenerationId: task.policyGenerationId,
    startedAt: timestamp(world),
    ending: null,
  };
  const provisioning = policyStep === undefined ? { dueAt: dueAt(world), attempt: 1 } : null;
  return { ...task, currentStep: step, provisioning };
}

/** When a grant or revocation that starts now will be done. */
export function dueAt(world: World): string {
  return new Date(world.now().getTime() + world.grantLagMs).toISOString();
}
