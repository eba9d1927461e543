import { z } from 'zod';
import { objectPermissions } from './object-permissions.ts';
import { expandedField } from './wire/expanded.ts';
import { dateTime, flag, freeObject, integer, list, openEnum, openEnums, text, texts } from './wire/fields.ts';

/** TaskActionType (interface.md, Task). Open: a tenant may name more. */
const actions = openEnums([
  'TASK_ACTION_TYPE_UNSPECIFIED',
  'TASK_ACTION_TYPE_CLOSE',
  'TASK_ACTION_TYPE_APPROVE',
  'TASK_ACTION_TYPE_DENY',
  'TASK_ACTION_TYPE_COMMENT',
  'TASK_ACTION_TYPE_DELETE',
  'TASK_ACTION_TYPE_REASSIGN',
  'TASK_ACTION_TYPE_RESTART',
  'TASK_ACTION_TYPE_SEND_REMINDER',
  'TASK_ACTION_TYPE_PROVISION_COMPLETE',
  'TASK_ACTION_TYPE_PROVISION_CANCELLED',
  'TASK_ACTION_TYPE_PROVISION_ERRORED',
  'TASK_ACTION_TYPE_ROLLBACK_SKIPPED',
  'TASK_ACTION_TYPE_PROVISION_APP_USER_TARGET_CREATED',
  'TASK_ACTION_TYPE_HARD_RESET',
  'TASK_ACTION_TYPE_ESCALATE_TO_EMERGENCY_ACCESS',
  'TASK_ACTION_TYPE_CHANGE_POLICY',
  'TASK_ACTION_TYPE_RECALCULATE_DENIAL_FROM_BASE_POLICY_DECISIONS',
  'TASK_ACTION_TYPE_SET_INSIGHTS_AND_RECOMMENDATION',
  'TASK_ACTION_TYPE_SET_ANALYSIS_ID',
  'TASK_ACTION_TYPE_RECALCULATE_APPROVERS_LIST',
  'TASK_ACTION_TYPE_PROCESS_NOW',
  'TASK_ACTION_TYPE_APPROVE_WITH_STEP_UP',
  'TASK_ACTION_TYPE_SKIP_STEP',
  'TASK_ACTION_TYPE_ROLLBACK_CANCELLED',
  'TASK_ACTION_TYPE_UPDATE_REQUEST_DATA',
  'TASK_ACTION_TYPE_UPDATE_GRANT_DURATION',
  'TASK_ACTION_TYPE_RETRY_PROVISIONING',
]);

const state = openEnum(['TASK_STATE_UNSPECIFIED', 'TASK_STATE_OPEN', 'TASK_STATE_CLOSED']);

const processing = openEnum([
  'TASK_PROCESSING_TYPE_UNSPECIFIED',
  'TASK_PROCESSING_TYPE_PROCESSING',
  'TASK_PROCESSING_TYPE_WAITING',
  'TASK_PROCESSING_TYPE_DONE',
]);

const origin = openEnum([
  'TASK_ORIGIN_UNSPECIFIED',
  'TASK_ORIGIN_PROFILE_MEMBERSHIP_AUTOMATION',
  'TASK_ORIGIN_CHATAPP',
  'TASK_ORIGIN_API',
  'TASK_ORIGIN_TICKETING',
  'TASK_ORIGIN_ASSISTANT',
  'TASK_ORIGIN_WEBAPP',
  'TASK_ORIGIN_TIME_REVOKE',
  'TASK_ORIGIN_NON_USAGE_REVOKE',
  'TASK_ORIGIN_PROFILE_MEMBERSHIP_MANUAL',
  'TASK_ORIGIN_PROFILE_MEMBERSHIP',
  'TASK_ORIGIN_AUTOMATION',
  'TASK_ORIGIN_ACCESS_REVIEW',
  'TASK_ORIGIN_CASCADE_DELETE',
]);

const recommendation = openEnum([
  'INSIGHT_RECOMMENDATION_UNSPECIFIED',
  'INSIGHT_RECOMMENDATION_APPROVE',
  'INSIGHT_RECOMMENDATION_DENY',
  'INSIGHT_RECOMMENDATION_REVIEW',
]);

/** ExternalRef: where the task is known elsewhere, for example a ticket. interface.md calls the list of them unused so far. */
const externalRef = z.object({
  externalRefSource: openEnum(['UNSPECIFIED', 'TICKETING']),
  name: text,
  url: text,
});

/**
 * Members whose shape interface.md does not show (TaskType, PolicyInstance, Form, TaskRevocationTarget): kept as they come, read
 * softly by the snapshot.
 */
const unshown = z
  .unknown()
  .nullish()
  .transform((value): unknown => value ?? null);

/** Task, every field. Only the id has to be there. */
const task = z.object({
  id: z.string().min(1, 'expected an id'),
  /** int64 as text, for people; accepted in place of the id in paths, never in searches. */
  numericId: text,
  displayName: text,
  description: text,
  state,
  processing,
  type: unshown,
  origin,
  userId: text,
  createdByUserId: text,
  actions,
  approverIds: texts,
  stepApproverIds: texts,
  policy: unshown,
  /** Another one than before where the policy on the task has changed. */
  policyGenerationId: text,
  emergencyAccess: flag,
  data: freeObject,
  form: unshown,
  analysisId: text,
  /** Each says with `@type` what it is; what else it holds is not shown. */
  annotations: list(z.looseObject({ '@type': text })),
  commentCount: integer,
  externalRefs: list(externalRef),
  insightIds: texts,
  recommendation,
  revocationTargets: list(unshown),
  createdAt: dateTime,
  updatedAt: dateTime,
  deletedAt: dateTime,
});

/** TaskView with every path into `expanded`; the task itself has to be there. */
export const taskView = z.object({
  task,
  objectPermissions,
  accessReviewPath: text,
  appPath: text,
  appUserLastUsagePath: text,
  appUserPath: text,
  approversPath: text,
  createdByUserPath: text,
  entitlementsPath: text,
  identityUserPath: text,
  insightsPath: text,
  principalResourcePath: text,
  resourceBindingsPath: text,
  roleResourcePath: text,
  scopeResourcePath: text,
  stepApproversPath: text,
  userPath: text,
});
export type TaskView = z.output<typeof taskView>;

/** Answer of everything that gives one task. A missing `taskView` is a decode failure. */
export const taskAnswer = z.object({ taskView, expanded: expandedField });
export type TaskAnswer = z.output<typeof taskAnswer>;

/** TaskExpandMask.paths. */
export type TaskExpandPath =
  | '*'
  | 'access_review_id'
  | 'user_id'
  | 'created_by_user_id'
  | 'app_id'
  | 'app_user_id'
  | 'app_entitlement_ids'
  | 'step_approver_ids'
  | 'approver_ids'
  | 'identity_user_id'
  | 'insight_ids'
  | 'app_user_last_usage'
  | 'entitlement_scope_bindings'
  | 'scope_role_resources'
  | 'resource';

/** TaskExpandMask. */
export interface TaskExpandMask {
  readonly paths: readonly TaskExpandPath[];
}
