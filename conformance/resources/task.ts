import {
  boolean,
  dateTime,
  each,
  flags,
  int64,
  integer,
  listOf,
  nullable,
  object,
  of,
  path,
  type Resource,
  string,
  strings,
  typedObject,
  unshown,
} from '../field.ts';
import {
  externalRefSource,
  taskActionType,
  taskOrigin,
  taskProcessing,
  taskRecommendation,
  taskState,
} from './task-values.ts';

export const externalRef: Resource = {
  name: 'ExternalRef',
  members: { externalRefSource, ...each('name url', string) },
};

export const task: Resource = {
  name: 'Task',
  members: {
    actions: nullable(listOf(taskActionType)),
    analysisId: string,
    annotations: nullable(listOf(typedObject)),
    approverIds: nullable(strings),
    commentCount: integer,
    createdAt: nullable(dateTime),
    createdByUserId: string,
    data: nullable(object),
    deletedAt: nullable(dateTime),
    description: string,
    displayName: string,
    emergencyAccess: boolean,
    externalRefs: nullable(listOf(of(externalRef))),
    form: nullable(unshown('Form')),
    id: string,
    insightIds: nullable(strings),
    numericId: int64,
    origin: taskOrigin,
    policy: nullable(unshown('PolicyInstance')),
    policyGenerationId: string,
    processing: taskProcessing,
    recommendation: taskRecommendation,
    revocationTargets: nullable(listOf(unshown('TaskRevocationTarget'))),
    state: taskState,
    stepApproverIds: nullable(strings),
    type: nullable(unshown('TaskType')),
    updatedAt: nullable(dateTime),
    userId: string,
  },
};

export const actorObjectPermissions: Resource = {
  name: 'ActorObjectPermissions',
  members: { ...each('delete edit read', boolean), extra: flags },
};

export const taskView: Resource = {
  name: 'TaskView',
  members: {
    task: nullable(of(task)),
    objectPermissions: nullable(of(actorObjectPermissions)),
    ...each(
      'accessReviewPath appPath appUserLastUsagePath appUserPath approversPath createdByUserPath entitlementsPath ' +
        'identityUserPath insightsPath principalResourcePath resourceBindingsPath roleResourcePath scopeResourcePath ' +
        'stepApproversPath userPath',
      path,
    ),
  },
};

/** Sent only. */
export const taskExpandMask: Resource = {
  name: 'TaskExpandMask',
  members: { paths: nullable(strings) },
};

/** Sent only. */
export const taskGrantSource: Resource = {
  name: 'TaskGrantSource',
  members: {
    ...each('conversationId externalUrl integrationId', string),
    isExtension: boolean,
    requestId: string,
  },
};
