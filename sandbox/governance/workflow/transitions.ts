import type { Escalation } from '../entities/grant-policy.ts';
import type { StepEnding, StoredTask } from '../entities/stored-task.ts';
import { timestamp, type World } from '../world.ts';
import { dueAt, enterStep, leaveStep, recorded, withApprover } from './steps.ts';

/** Who does something to a task, and what they say. */
export interface Actor {
  readonly userId: string;
  readonly comment: string;
}

function ending(world: World, how: StepEnding['how'], by: Actor): StepEnding {
  return { how, userId: by.userId, at: timestamp(world), comment: by.comment };
}

/** Closes the task with an outcome. */
function closedWith(world: World, task: StoredTask, outcome: string): StoredTask {
  return {
    ...task,
    state: 'closed',
    outcome,
    outcomeTime: timestamp(world),
    currentStep: null,
    provisioning: null,
  };
}

/** Approves the current step; the task enters the next one. */
export function approve(world: World, task: StoredTask, by: Actor): StoredTask {
  const position = (task.currentStep?.position ?? 0) + 1;
  const left = leaveStep(withApprover(task, by.userId), ending(world, 'approved', by));
  return enterStep(world, recorded(world, left, 'approved', by.userId, by.comment), position);
}

/** Denies the request and closes it. */
export function deny(world: World, task: StoredTask, by: Actor): StoredTask {
  const left = leaveStep(withApprover(task, by.userId), ending(world, 'denied', by));
  return closedWith(world, recorded(world, left, 'denied', by.userId, by.comment), 'DENIED');
}

/** Enters the next step without a decision. */
export function skipStep(world: World, task: StoredTask, by: Actor): StoredTask {
  const position = (task.currentStep?.position ?? 0) + 1;
  const left = leaveStep(task, ending(world, 'skipped', by));
  return enterStep(world, recorded(world, left, 'skipped', by.userId, by.comment), position);
}

export function comment(world: World, task: StoredTask, by: Actor): StoredTask {
  return recorded(world, task, 'comment', by.userId, by.comment);
}

/** Withdraws the request: the task closes without a decision. */
export function close(world: World, task: StoredTask, by: Actor): StoredTask {
  const left = leaveStep(task, ending(world, 'cancelled', by));
  return closedWith(world, recorded(world, left, 'closed', by.userId, by.comment), 'CANCELLED');
}

/** Deletes the task; an open one is withdrawn first. */
export function remove(world: World, task: StoredTask, by: Actor): StoredTask {
  const ended = task.state === 'open' ? close(world, task, by) : task;
  return {
    ...recorded(world, ended, 'deleted', by.userId, by.comment),
    deletedAt: timestamp(world),
  };
}

/** Opens the same step again, as a new instance, with other reviewers. */
export function reassign(
  world: World,
  task: StoredTask,
  by: Actor,
  reviewerIds: readonly string[],
): StoredTask {
  const position = task.currentStep?.position ?? 0;
  const left = leaveStep(task, ending(world, 'reassigned', by));
  return enterStep(
    world,
    recorded(world, left, 'reassigned', by.userId, by.comment),
    position,
    reviewerIds,
  );
}

/**
 * Starts again at the first step of the same policy. Earlier decisions stay in the history but no
 * longer count.
 */
export function restart(world: World, task: StoredTask, by: Actor): StoredTask {
  const left = leaveStep(task, ending(world, 'restarted', by));
  const again = {
    ...left,
    approverIds: [],
    outcome: 'UNSPECIFIED',
    outcomeTime: null,
    provisioning: null,
  };
  return enterStep(world, recorded(world, again, 'restarted', by.userId, by.comment), 0);
}

/** Starts again as if the task were new: looks the policy up again and forgets the steps so far. */
export function hardReset(world: World, task: StoredTask, by: Actor): StoredTask {
  const blank = {
    ...task,
    currentStep: null,
    pastSteps: [],
    approverIds: [],
    outcome: 'UNSPECIFIED',
    outcomeTime: null,
    provisioning: null,
    policyId: policyFor(world, task, task.emergencyAccess),
    policyGenerationId: world.newId('generation'),
  };
  return enterStep(world, recorded(world, blank, 'reset', by.userId, by.comment), 0);
}

/** Moves the request to the emergency policy. */
export function escalate(world: World, task: StoredTask, by: Actor): StoredTask {
  const left = leaveStep(task, ending(world, 'escalated', by));
  const urgent = {
    ...left,
    emergencyAccess: true,
    approverIds: [],
    policyId: policyFor(world, task, true),
    policyGenerationId: world.newId('generation'),
  };
  return enterStep(world, recorded(world, urgent, 'escalated', by.userId, by.comment), 0);
}

/** What the policy wants where nobody has decided in time. */
export function escalateStep(world: World, task: StoredTask, { result }: Escalation): StoredTask {
  const nobody = { userId: '', comment: 'Nobody decided in time.' };
  switch (result.kind) {
    case 'cancel':
      return close(world, task, nobody);
    case 'skip':
      return skipStep(world, task, nobody);
    case 'replace': {
      const left = leaveStep(task, ending(world, 'escalated', nobody));
      const { policyId } = result;
      const replaced = { ...left, policyId, policyGenerationId: world.newId('generation') };
      return enterStep(world, recorded(world, replaced, 'escalated', '', nobody.comment), 0);
    }
    case 'reassign': {
      const dueAt = task.currentStep?.dueAt ?? null;
      const moved = reassign(world, task, nobody, result.userIds);
      const { currentStep } = moved;
      return currentStep === null
        ? moved
        : { ...moved, currentStep: { ...currentStep, dueAt, isEscalated: true } };
    }
  }
}

/** The end of a step that nobody decides: a form is filled in, a wait is over. */
export function completeStep(
  world: World,
  task: StoredTask,
  by: Actor,
  how: 'completed' | 'waited',
): StoredTask {
  const position = (task.currentStep?.position ?? 0) + 1;
  const left = leaveStep(task, ending(world, how, by));
  return enterStep(world, recorded(world, left, how, by.userId, by.comment), position);
}

/**
 * Ends a wait, or carries out now what is already approved: also what people were to set up by
 * hand.
 */
export function processNow(world: World, task: StoredTask, by: Actor): StoredTask {
  if (task.currentStep?.kind === 'wait') return completeStep(world, task, by, 'waited');
  const pressed = recorded(world, task, 'process-now', by.userId, by.comment);
  if (task.provisioning === null || task.outcome === 'ERROR') return pressed;
  return { ...pressed, provisioning: { ...task.provisioning, dueAt: timestamp(world) } };
}

/** Tries again after a failed attempt. */
export function retryProvisioning(world: World, task: StoredTask, by: Actor): StoredTask {
  const attempt = (task.provisioning?.attempt ?? 0) + 1;
  const again = {
    ...task,
    outcome: 'UNSPECIFIED',
    outcomeTime: null,
    provisioning: { dueAt: dueAt(world), attempt },
  };
  return recorded(world, again, 'retried', by.userId, by.comment);
}

/** Which policy a request for an entitlement follows. */
export function policyFor(
  world: World,
  task: Pick<StoredTask, 'kind' | 'appId' | 'appEntitlementId'>,
  emergencyAccess: boolean,
): string {
  const { entitlement } = world.catalog.requireEntitlement(task.appId, task.appEntitlementId);
  if (task.kind === 'revoke') return entitlement.revokePolicyId;
  if (!emergencyAccess)
    return entitlement.grantPolicyId || world.catalog.requireApplication(task.appId).grantPolicyId;
  return entitlement.emergencyGrantPolicyId || world.catalog.defaultEmergencyPolicyId;
}
