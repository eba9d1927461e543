import { z } from 'zod';
import { expandedField } from './wire/expanded.ts';
import { dateTime, flag, openEnum, text, texts } from './wire/fields.ts';
import { taskOriginNames } from './wire/spelling.ts';

/** A member that interface.md does not describe: kept as it is; the snapshot reads it leniently. */
const undescribed = z.unknown().optional();

/** Task: the fields that the snapshot reads; every other member is passed on as it came. Only the id is required. */
const task = z.looseObject({
  id: z.string().min(1, 'expected an id'),
  /** int64 as text, for people; accepted in place of the id in paths, never in searches. */
  numericId: text,
  description: text,
  state: openEnum(['TASK_STATE_UNSPECIFIED']),
  type: undescribed,
  processing: openEnum(['TASK_PROCESSING_TYPE_UNSPECIFIED']),
  origin: openEnum(['TASK_ORIGIN_UNSPECIFIED']).transform((origin) => taskOriginNames[origin] ?? origin),
  userId: text,
  createdByUserId: text,
  /** TaskActionType; a tenant may name more than interface.md lists. */
  actions: texts,
  approverIds: texts,
  stepApproverIds: texts,
  policy: undescribed,
  emergencyAccess: flag,
  recommendation: openEnum(['INSIGHT_RECOMMENDATION_UNSPECIFIED']),
  deletedAt: dateTime,
});

/** TaskView with the paths into `expanded` that the snapshot follows; the task itself is required. */
export const taskView = z.looseObject({
  task,
  appPath: text,
  appUserLastUsagePath: text,
  approversPath: text,
  entitlementsPath: text,
  identityUserPath: text,
  insightsPath: text,
  stepApproversPath: text,
  userPath: text,
});
export type TaskView = z.output<typeof taskView>;

/** The answer of every operation that returns one task. A missing `taskView` is a decode failure. */
export const taskAnswer = z.object({ taskView, expanded: expandedField });
export type TaskAnswer = z.output<typeof taskAnswer>;

const id = z.string().catch('');

/** `task.type` of a task that grants or revokes (deployments.md, Wire). interface.md does not show the shape, so every member is read softly. */
const accessType = z.object({
  appId: id,
  appEntitlementId: id,
  appUserId: id,
  identityUserId: id,
  outcome: id,
  outcomeTime: z.string().nullable().catch(null),
  grantDuration: z.string().nullable().catch(null),
  source: z.object({ requestId: id }).nullable().catch(null),
});
const anyType = z.union([
  z.object({ grant: accessType }).transform(({ grant }) => ({ kind: 'grant' as const, ...grant })),
  z.object({ revoke: accessType }).transform(({ revoke }) => ({ kind: 'revoke' as const, ...revoke })),
]);
export type AccessType = z.output<typeof anyType>;

/** null for a task of another type, or one whose type says nothing. */
export function readAccessType(type: unknown): AccessType | null {
  return anyType.safeParse(type).data ?? null;
}
