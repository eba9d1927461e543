import { z } from 'zod';
import type { ProvisionPolicy } from '../entities/app-entitlement.ts';
import type { ApprovalStep, PolicyStep } from '../entities/grant-policy.ts';
import type { StepEnding, StoredStep, StoredTask } from '../entities/stored-task.ts';
import { timestamp, type World } from '../world.ts';
import { reviewersOf } from './reviewers.ts';

/** The task with one more entry in its history. `userId` "" means the service itself. */
export function recorded(
  world: World,
  task: StoredTask,
  what: string,
  userId: string,
  comment: string,
): StoredTask {
  const at = timestamp(world);
  return {
    ...task,
    events: [...task.events, { id: world.newId('event'), what, userId, at, comment }],
    updatedAt: at,
  };
}

/**
 * The policy's description of the step that the task is in; undefined while nobody decides and
 * after the end.
 */
export function currentPolicyStep(world: World, task: StoredTask): ApprovalStep | undefined {
  const step = world.catalog.requirePolicy(task.policyId).steps[task.currentStep?.position ?? -1];
  return task.currentStep?.kind === 'approval' && step?.kind === 'approval' ? step : undefined;
}

/** The task without a current step; the step moves to its past, with how it ended. */
export function leaveStep(task: StoredTask, ending: StepEnding): StoredTask {
  if (task.currentStep === null) return task;
  return {
    ...task,
    currentStep: null,
    pastSteps: [...task.pastSteps, { ...task.currentStep, ending }],
  };
}

export function withApprover(task: StoredTask, userId: string): StoredTask {
  return task.approverIds.includes(userId)
    ? task
    : { ...task, approverIds: [...task.approverIds, userId] };
}

/**
 * A reviewer who requests for another person has approved by doing so: nobody is asked in the step.
 */
function approvesItself(
  { kind, createdByUserId, identityUserId }: StoredTask,
  step: StoredStep,
): boolean {
  const isForAnother = kind === 'grant' && createdByUserId !== identityUserId;
  return isForAnother && step.kind === 'approval' && step.reviewerIds.includes(createdByUserId);
}

/** The task after a step that its requester has approved by requesting. */
function afterOwnApproval(world: World, task: StoredTask, position: number): StoredTask {
  const userId = task.createdByUserId;
  const left = leaveStep(withApprover(task, userId), {
    how: 'approved',
    userId,
    at: timestamp(world),
    comment: '',
  });
  return enterStep(world, recorded(world, left, 'approved', userId, ''), position + 1);
}

/**
 * The people who act in a step, and the people that the policy names. They differ if somebody is
 * away and has a delegate.
 */
function peopleOf(world: World, task: StoredTask, step: PolicyStep | undefined) {
  const entitlement = world.catalog.requireEntitlement(task.appId, task.appEntitlementId);
  if (step === undefined) {
    const byHand = handsOf(task.kind === 'grant' ? entitlement.entitlement.provisionerPolicy : {});
    return { reviewerIds: byHand, assignedUserIds: byHand };
  }
  if (step.kind === 'form') return { reviewerIds: [task.identityUserId], assignedUserIds: [] };
  if (step.kind !== 'approval') return { reviewerIds: [], assignedUserIds: [] };
  const assigned = reviewersOf(
    step.reviewers,
    { identityUserId: task.identityUserId, entitlement },
    world,
  );
  const acting = (id: string) =>
    (step.allowDelegation ? world.catalog.user(id)?.delegatedUserId : '') || id;
  return { reviewerIds: [...new Set(assigned.map(acting))], assignedUserIds: assigned };
}

/**
 * The people that a manual provisioning policy names. Every other policy carries itself out in the
 * sandbox.
 */
function handsOf({ manual }: ProvisionPolicy): string[] {
  const named = z.object({
    assignee: z.object({ users: z.object({ userIds: z.array(z.string()) }) }),
  });
  return named.safeParse(manual).data?.assignee.users.userIds ?? [];
}

/** Whether a webhook sets it up, and somebody takes what is sent there. */
function isHandedOver(world: World, task: StoredTask): boolean {
  const hookId = provisionHookOf(world, task);
  return hookId !== null && world.isReceived(hookId);
}

/** The webhook that a task's set-up is handed to; null where there is none. */
export function provisionHookOf(world: World, task: StoredTask): string | null {
  const { entitlement } = world.catalog.requireEntitlement(task.appId, task.appEntitlementId);
  const isGrant = task.kind === 'grant';
  const policy = isGrant ? entitlement.provisionerPolicy : entitlement.deprovisionerPolicy;
  return webhookPolicy.safeParse(policy).data?.webhook.webhookId ?? null;
}

const webhookPolicy = z.object({ webhook: z.object({ webhookId: z.string() }) });

/** After how long something happens to a step by itself. */
function secondsOf(step: PolicyStep | undefined): number | null {
  if (step?.kind === 'wait') return step.seconds;
  return step?.kind === 'approval' ? (step.escalation?.seconds ?? null) : null;
}

const never = '9999-12-31T00:00:00.000Z';

/**
 * The task in the policy's step at `position`, or, past the last one, in the step that carries the
 * grant out. A step that accepts or rejects ends the policy at once, and one that its requester
 * reviews is approved at once.
 * @param reviewerIds who decides instead of those the policy names
 */
export function enterStep(
  world: World,
  task: StoredTask,
  position: number,
  reviewerIds?: readonly string[],
): StoredTask {
  const { steps } = world.catalog.requirePolicy(task.policyId);
  const policyStep = steps[position];
  const people = peopleOf(world, task, policyStep);
  const at = timestamp(world);
  const seconds = secondsOf(policyStep);
  const step: StoredStep = {
    id: world.newId('step'),
    kind: policyStep?.kind ?? 'provision',
    position,
    ...people,
    ...(reviewerIds === undefined ? {} : { reviewerIds: [...reviewerIds] }),
    policyGenerationId: task.policyGenerationId,
    startedAt: at,
    dueAt: seconds === null ? null : new Date(world.now().getTime() + seconds * 1000).toISOString(),
    isEscalated: false,
    ending: null,
  };
  const entered = { ...task, currentStep: step, provisioning: null };
  if (approvesItself(entered, step)) return afterOwnApproval(world, entered, position);
  const ended = (how: StepEnding['how']) =>
    leaveStep(entered, { how, userId: '', at, comment: '' });
  if (step.kind === 'accept') return enterStep(world, ended('completed'), steps.length);
  if (step.kind === 'reject')
    return { ...ended('completed'), state: 'closed', outcome: 'DENIED', outcomeTime: at };
  if (step.kind !== 'provision') return entered;
  const isByHand = step.reviewerIds.length > 0 || isHandedOver(world, task);
  return { ...entered, provisioning: { dueAt: isByHand ? never : dueAt(world), attempt: 1 } };
}

/** When a grant or revocation that starts now will be done. */
export function dueAt(world: World): string {
  return new Date(world.now().getTime() + world.grantLagMs).toISOString();
}
