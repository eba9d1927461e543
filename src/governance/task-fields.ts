import { z } from 'zod';
import { objectPermissions } from './app-entitlement-fields.ts';
import { expandedField } from './wire/expanded.ts';
import { dateTime, flag, freeObject, integer, list, openEnum, text, texts } from './wire/fields.ts';

/** ExternalRef: the same task elsewhere, for example a ticket. interface.md says that the list is not used so far. */
const externalRef = z.object({
  externalRefSource: openEnum(['UNSPECIFIED']),
  name: text,
  url: text,
});

/**
 * Members that interface.md does not describe (TaskType, PolicyInstance, Form, TaskRevocationTarget): kept as they are; the snapshot
 * reads them leniently.
 */
const unshown = z
  .unknown()
  .nullish()
  .transform((value): unknown => value ?? null);

/** Task with every field. Only the id is required. */
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
  /** Changes when the policy on the task changes. */
  policyGenerationId: text,
  emergencyAccess: flag,
  data: freeObject,
  form: unshown,
  analysisId: text,
  /** Each names its type in `@type`; interface.md does not describe the other members. */
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

/** TaskView with every path into `expanded`; the task itself is required. */
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

/** The answer of every operation that returns one task. A missing `taskView` is a decode failure. */
export const taskAnswer = z.object({ taskView, expanded: expandedField });
export type TaskAnswer = z.output<typeof taskAnswer>;
