import { z } from 'zod';
import { duration, freeObject, readBody, text, texts } from '../bodies.ts';
import { secondsOf } from '../durations.ts';
import { isActive } from '../entities/identity-user.ts';
import type { StoredTask } from '../entities/stored-task.ts';
import { taskAnswer } from '../entities/task-view.ts';
import { failedPrecondition, invalidArgument, permissionDenied } from '../errors.ts';
import type { Call, Route } from '../route.ts';
import { allowedActions } from '../workflow/allowed-actions.ts';
import { settleDue } from '../workflow/settle.ts';
import { recorded } from '../workflow/steps.ts';
import {
  type Actor,
  approve,
  close,
  comment,
  completeStep,
  deny,
  escalate,
  hardReset,
  processNow,
  reassign,
  restart,
  retryProvisioning,
  skipStep,
} from '../workflow/transitions.ts';
import type { World } from '../world.ts';
import { taskByPath } from './find-task.ts';

/** Everything that the bodies of the verbs may carry; each verb accepts only its own. */
const fields = {
  comment: text,
  policyStepId: text,
  newStepUserIds: texts,
  duration,
  data: freeObject,
};
type FieldName = keyof typeof fields;
type ActionInput = { readonly [Name in FieldName]: z.infer<(typeof fields)[Name]> };

export interface Verb {
  /** The value of Task.actions that offers it, without its prefix. */
  readonly action: string;
  readonly accepts: readonly FieldName[];
  readonly requires?: FieldName;
  /** Whether it can be done to a closed task. */
  readonly onClosed?: true;
  readonly apply: (world: World, task: StoredTask, by: Actor, input: ActionInput) => StoredTask;
}

function newReviewers(world: World, ids: readonly string[]): readonly string[] {
  if (ids.length === 0) throw invalidArgument('new_step_user_ids is required');
  for (const id of ids) {
    if (!isActive(world.catalog.requireUser(id)))
      throw invalidArgument(`user is not active: ${id}`);
  }
  return [...new Set(ids)];
}

function withDuration(
  world: World,
  task: StoredTask,
  by: Actor,
  wanted: string | null,
): StoredTask {
  if (wanted === null || secondsOf(wanted) <= 0) throw invalidArgument('duration must be positive');
  const { entitlement } = world.catalog.requireEntitlement(task.appId, task.appEntitlementId);
  if (
    entitlement.durationGrant !== undefined &&
    secondsOf(wanted) > secondsOf(entitlement.durationGrant)
  ) {
    throw invalidArgument(
      `duration exceeds the longest grant of the entitlement, ${entitlement.durationGrant}`,
    );
  }
  return recorded(world, { ...task, grantDuration: wanted }, 'duration-changed', by.userId, '');
}

const stepAndComment = ['policyStepId', 'comment'] as const;

/** Answers a form step, checked against its form. */
function withAnswers(
  world: World,
  task: StoredTask,
  by: Actor,
  data: Record<string, unknown>,
): StoredTask {
  const step = world.catalog.requirePolicy(task.policyId).steps[task.currentStep?.position ?? -1];
  const form = formShape.parse(
    step?.kind === 'form' ? world.catalog.requestForm(step.schemaId) : {},
  );
  const missing = form.fields.find(({ name, required }) => required && (data[name] ?? '') === '');
  if (missing !== undefined) throw invalidArgument(`request data: ${missing.name} is required`);
  return completeStep(world, { ...task, requestData: data }, by, 'completed');
}

const formShape = z.object({
  fields: z.array(z.object({ name: z.string(), required: z.boolean().default(false) })).default([]),
});

/** Changes nothing: the person finishes it on the page that the answer names. */
const stepUp: Verb = {
  action: 'APPROVE_WITH_STEP_UP',
  accepts: stepAndComment,
  requires: 'policyStepId',
  apply: (_world, task) => task,
};

/** By the last part of the path, for example `approve`. */
export const taskVerbs: Readonly<Record<string, Verb>> = {
  approve: {
    action: 'APPROVE',
    accepts: stepAndComment,
    requires: 'policyStepId',
    apply: approve,
  },
  deny: { action: 'DENY', accepts: stepAndComment, apply: deny },
  comment: {
    action: 'COMMENT',
    accepts: ['comment'],
    requires: 'comment',
    onClosed: true,
    apply: comment,
  },
  close: { action: 'CLOSE', accepts: ['comment'], apply: close },
  restart: { action: 'RESTART', accepts: ['comment'], apply: restart },
  escalate: {
    action: 'ESCALATE_TO_EMERGENCY_ACCESS',
    accepts: stepAndComment,
    apply: escalate,
  },
  reassign: {
    action: 'REASSIGN',
    accepts: ['newStepUserIds', ...stepAndComment],
    apply: (world, task, by, input) =>
      reassign(world, task, by, newReviewers(world, input.newStepUserIds)),
  },
  reset: { action: 'HARD_RESET', accepts: ['comment'], apply: hardReset },
  process: { action: 'PROCESS_NOW', accepts: [], apply: processNow },
  'skip-step': {
    action: 'SKIP_STEP',
    accepts: stepAndComment,
    requires: 'policyStepId',
    apply: skipStep,
  },
  'retry-provisioning': {
    action: 'RETRY_PROVISIONING',
    accepts: stepAndComment,
    apply: retryProvisioning,
  },
  'update-grant-duration': {
    action: 'UPDATE_GRANT_DURATION',
    accepts: ['duration'],
    apply: (world, task, by, input) => withDuration(world, task, by, input.duration),
  },
  'update-request-data': {
    action: 'UPDATE_REQUEST_DATA',
    accepts: ['data'],
    apply: (world, task, by, input) => withAnswers(world, task, by, input.data ?? {}),
  },
  'approve-with-step-up': stepUp,
};

function inputOf(verb: Verb, body: unknown): ActionInput {
  const accepted = Object.fromEntries(verb.accepts.map((name) => [name, fields[name]]));
  const given = readBody(z.strictObject(accepted), body);
  const input = z.object(fields).parse(given);
  if (verb.requires !== undefined && input[verb.requires] === '') {
    const snake = verb.requires.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
    throw invalidArgument(`${snake} is required`);
  }
  return input;
}

/**
 * Refuses an action that the task's state, its current step or the caller does not allow, in that
 * order.
 */
function refuseUnlessPossible(
  world: World,
  task: StoredTask,
  call: Call,
  verb: Verb,
  stepId: string,
): void {
  if (task.state === 'closed' && verb.onClosed === undefined)
    throw failedPrecondition('task is closed');
  if (stepId !== '' && stepId !== task.currentStep?.id) {
    if (!task.pastSteps.some((step) => step.id === stepId)) {
      throw invalidArgument(`policy step not found on the task: ${stepId}`);
    }
    throw permissionDenied('this request has advanced to a new approval step');
  }
  if (!allowedActions(world, task, call.caller).includes(`TASK_ACTION_TYPE_${verb.action}`)) {
    throw permissionDenied(`action ${verb.action} is not allowed on this task`);
  }
}

/**
 * Does to the task what the verb says, in the caller's name.
 * @returns the answer of the action: the task as it was before
 * @throws ServiceError where the body is wrong, or the action is not possible now or not for this
 * caller
 */
export function actOn(world: World, call: Call, verb: Verb): object {
  const input = inputOf(verb, call.body);
  const before = taskByPath(world, call.path('task_id'));
  refuseUnlessPossible(world, before, call, verb, input.policyStepId);
  const by = { userId: call.caller.userId, comment: input.comment };
  const answer = {
    ...taskAnswer(world, before, call.caller, new Set()),
    ticketActionId: world.newId('action'),
  };
  world.state.change(() => {
    const after = verb.apply(world, before, by, input);
    if (after !== before) world.state.putTask(after);
  });
  settleDue(world);
  if (verb !== stepUp) return answer;
  return { ...answer, redirectUrl: `${call.baseUrl}/task/${before.numericId}/step-up` };
}

/** Optional operation taskActions. The answer shows the task as it was before the action. */
export const taskActionRoutes: readonly Route[] = Object.entries(taskVerbs).map(([name, verb]) => ({
  method: 'POST',
  path: `/api/v1/tasks/{task_id}/action/${name}`,
  operation: 'taskActions',
  handle: (world, call) => actOn(world, call, verb),
}));
