/**
 * Answers written by hand from docs/spec/interface.md and docs/spec/deployments.md, not produced by
 * any code of the project.
 */

const user = (id: string, displayName: string, email: string) => ({
  '@type': 'type.googleapis.com/c1.api.user.v1.User',
  id,
  displayName,
  email,
  department: 'Harbour Ops',
  status: 'ENABLED',
  createdAt: '2025-01-01T00:00:00Z',
});

/** Endpoint 1: a grant task with everything expanded, the paths as deployments write them. */
export const grantAnswer = {
  taskView: {
    task: {
      id: 'task-foghorn',
      numericId: '9007199254740993',
      displayName: 'Foghorn operator for Noor',
      description: 'INC-42: fog over the north rock',
      state: 'TASK_STATE_OPEN',
      processing: 'TASK_PROCESSING_TYPE_WAITING',
      origin: 'TASK_ORIGIN_CHATAPP',
      recommendation: 'INSIGHT_RECOMMENDATION_REVIEW',
      actions: [
        'TASK_ACTION_TYPE_APPROVE',
        'TASK_ACTION_TYPE_DENY',
        'TASK_ACTION_TYPE_BLOW_THE_HORN',
      ],
      approverIds: ['user-ana'],
      stepApproverIds: ['user-liam', 'user-oskar'],
      createdByUserId: 'user-bot',
      userId: 'user-noor',
      emergencyAccess: true,
      commentCount: 0,
      insightIds: ['insight-1'],
      analysisId: '',
      annotations: null,
      data: null,
      deletedAt: null,
      externalRefs: [],
      form: null,
      policy: { current: { id: 'step-1', approval: {} }, history: [] },
      policyGenerationId: 'generation-1',
      revocationTargets: null,
      type: {
        grant: {
          appId: 'app-lighthouse',
          appEntitlementId: 'entitlement-foghorn',
          identityUserId: 'user-noor',
          appUserId: '',
          grantDuration: '3600s',
          outcome: 'GRANT_OUTCOME_UNSPECIFIED',
          outcomeTime: null,
          source: {
            conversationId: 'C1',
            externalUrl: '',
            integrationId: 'T1',
            requestId: 'request-7',
            isExtension: false,
          },
        },
      },
      createdAt: '2026-03-01T07:59:00Z',
      updatedAt: '2026-03-01T07:59:30Z',
    },
    objectPermissions: { delete: false, edit: true, read: true, extra: { comment: true } },
    accessReviewPath: '',
    appPath: '$.expanded[0]',
    appUserLastUsagePath: '$.expanded[7]',
    appUserPath: null,
    approversPath: '$.expanded[4]',
    createdByUserPath: '$.expanded[5]',
    entitlementsPath: '$.expanded[1]',
    identityUserPath: '$.expanded[2]',
    insightsPath: '$.expanded[6]',
    principalResourcePath: '',
    resourceBindingsPath: '',
    roleResourcePath: '',
    scopeResourcePath: '',
    stepApproversPath: '$.expanded[3]',
    userPath: '$.expanded[2]',
  },
  expanded: [
    {
      '@type': 'type.googleapis.com/c1.api.app.v1.App',
      id: 'app-lighthouse',
      displayName: 'Lighthouse Control',
    },
    {
      '@type': 'type.googleapis.com/c1.api.app.v1.AppEntitlement',
      id: 'entitlement-foghorn',
      appId: 'app-lighthouse',
      displayName: 'Foghorn operator',
      description: 'May sound the foghorn',
      riskLevelValueId: 'risk-loud',
    },
    user('user-noor', 'Noor van Dijk', 'noor@acme.example'),
    {
      '@type': 'type.googleapis.com/c1.api.task.v1.StepApproverUsers',
      users: [
        user('user-liam', 'Liam O’Connor', 'liam@acme.example'),
        user('user-oskar', 'Oskar Ek', 'oskar@acme.example'),
      ],
    },
    user('user-ana', 'Ana Lindqvist', 'ana@acme.example'),
    user('user-bot', 'Access Bot', ''),
    {
      '@type': 'type.googleapis.com/c1.api.insight.v1.Insight',
      id: 'insight-1',
      description: 'Nobody in the team has it',
    },
    { '@type': 'type.googleapis.com/google.protobuf.Timestamp', value: '2026-02-01T00:00:00Z' },
  ],
} as const;

/** `grantAnswer` with some members of the view, the task, or `expanded` replaced. */
export function grantAnswerWith(changes: {
  task?: Readonly<Record<string, unknown>>;
  view?: Readonly<Record<string, unknown>>;
  expanded?: unknown;
}): unknown {
  const { taskView, expanded } = grantAnswer;
  return {
    taskView: { ...taskView, ...changes.view, task: { ...taskView.task, ...changes.task } },
    expanded: changes.expanded === undefined ? expanded : changes.expanded,
  };
}

/** A User as userSearch lists it. */
export const listedUser = (id: string, displayName: string, email: string) => ({
  user: user(id, displayName, email),
});

/** Endpoint 6: one list item, with paths into the page's `expanded`. */
export const entitlementItem = (id: string, more: Readonly<Record<string, unknown>> = {}) => ({
  appEntitlement: {
    id,
    appId: 'app-lighthouse',
    appResourceId: 'resource-north',
    appResourceTypeId: 'lamp',
    displayName: `Keeper ${id}`,
    alias: `keeper-${id}`,
    description: '',
    slug: id,
    riskLevelValueId: '',
    emergencyGrantEnabled: false,
    durationGrant: '604800s',
    grantCount: '12',
    purpose: 'APP_ENTITLEMENT_PURPOSE_VALUE_UNSPECIFIED',
    createdAt: '2025-01-01T00:00:00Z',
    deletedAt: null,
    annotations: null,
    provisionerPolicy: null,
    ...more,
  },
  appPath: '$.expanded[0]',
  appResourcePath: '$.expanded[1]',
  appResourceTypePath: '',
  objectPermissions: null,
});

export const lighthouseExpanded = [
  {
    '@type': 'type.googleapis.com/c1.api.app.v1.App',
    id: 'app-lighthouse',
    displayName: 'Lighthouse Control',
  },
  {
    '@type': 'type.googleapis.com/c1.api.app.v1.AppResource',
    id: 'resource-north',
    displayName: 'North Rock lamp',
  },
];
