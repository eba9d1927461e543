import { z } from 'zod';
import { objectPermissions } from './app-entitlement-fields.ts';
import { expandedField } from './wire/expanded.ts';
import { dateTime, flag, freeObject, integer, list, openEnum, text, texts } from './wire/fields.ts';

/** ExternalRef: where the task is known elsewhere, for example a ticket. interface.md calls the list of them unused so far. */
const externalRef = z.object({
  externalRefSource: openEnum(['UNSPECIFIED']),
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
  state: openEnum(['TASK_STATE_UNSPECIFIED']),
  processing: openEnum(['TASK_PROCESSING_TYPE_UNSPECIFIED']),
  type: unshown,
  origin: openEnum(['TASK_ORIGIN_UNSPECIFIED']),
  userId: text,
  createdByUserId: text,
  /** TaskActionType; a tenant may name more than interface.md lists. */
  actions: texts,
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
  recommendation: openEnum(['INSIGHT_RECOMMENDATION_UNSPECIFIED']),
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
