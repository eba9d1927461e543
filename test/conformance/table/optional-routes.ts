import { inConformance, inUnit, type TestReference } from './test-reference.ts';

/** A route that deployments have beside the sixteen endpoints. The interface does not promise it. */
export interface OptionalRoute {
  readonly operation: string;
  readonly method: 'GET' | 'POST';
  readonly path: string;
  readonly service: readonly TestReference[];
  readonly client: readonly TestReference[];
}

const operations = 'governance-operations';

/** Each verb of taskActions: the test of the service, and the order with which the client's test carries it out. */
const verbs: readonly (readonly [verb: string, service: string, order: string])[] = [
  ['approve', 'approving needs the id of a step', '{"verb":"approve","policyStepId":"s","comment":"c"}'],
  ['deny', 'a denial in the second step ends the task', '{"verb":"deny","policyStepId":"s","comment":"c"}'],
  ['comment', 'comments are counted and must say something', '{"verb":"comment","comment":"c"}'],
  [
    'reassign',
    'reassigning puts others in the place of the reviewers, in a step instance of its own',
    '{"verb":"reassign","newStepUserIds":["u"],"policyStepId":"s"}',
  ],
  [
    'escalate',
    'escalating moves the request under the emergency policy, with a new policy generation',
    '{"verb":"escalate","policyStepId":"s"}',
  ],
  ['restart', 'restarting begins at the first step again and forgets who approved', '{"verb":"restart","comment":"c"}'],
  ['close', 'closing ends a task without a decision', '{"verb":"close"}'],
  ['reset', 'a hard reset forgets the steps so far', '{"verb":"reset"}'],
  ['process', 'processing now does not wait for the lag', '{"verb":"process"}'],
  ['skip-step', 'skipping a step goes on to the next without an approver', '{"verb":"skip-step","policyStepId":"s"}'],
  [
    'update-grant-duration',
    'the duration of an open request can be changed within the limit of the entitlement',
    '{"verb":"update-grant-duration","duration":"3600s"}',
  ],
  [
    'update-request-data',
    'the request data of an open request can be changed',
    '{"verb":"update-request-data","data":{"a":1}}',
  ],
  [
    'approve-with-step-up',
    'approving with step-up answers with the address where the person finishes, and changes nothing',
    '{"verb":"approve-with-step-up","policyStepId":"s"}',
  ],
];

export const optionalRoutes: readonly OptionalRoute[] = [
  {
    operation: 'taskRead',
    method: 'GET',
    path: '/api/v1/tasks/{task_id}',
    service: inConformance('service-task-search', 'a task is read by id or by number, without anything expanded'),
    client: inUnit('governance-access-read', 'reading tasks > reads one by one where there is only taskRead'),
  },
  {
    operation: 'taskSearch',
    method: 'POST',
    path: '/api/v1/search/tasks',
    service: inConformance('service-task-search', 'each filter narrows the search'),
    client: inUnit(
      'governance-access-read',
      'reading tasks > asks for many tasks in one search and leaves unknown ones out',
    ),
  },
  ...verbs.map(([verb, service, order]) => ({
    operation: 'taskActions',
    method: 'POST' as const,
    path: `/api/v1/tasks/{task_id}/action/${verb}`,
    service: inConformance(verb === 'deny' ? 'service-policies' : 'service-task-actions', service),
    client: inUnit(operations, `the optional operations > carry out ${order}`),
  })),
  {
    operation: 'taskActions',
    method: 'POST',
    path: '/api/v1/tasks/{task_id}/action/retry-provisioning',
    service: inConformance('service-grant', 'an open task can carry an error outcome; a retry carries the grant out'),
    client: inUnit(operations, 'the optional operations > carry out {"verb":"retry-provisioning","policyStepId":"s"}'),
  },
  {
    operation: 'taskAudit',
    method: 'POST',
    path: '/api/v1/task/audits',
    service: inConformance('service-task-history', 'the history of a task tells who did what, oldest or newest first'),
    client: inUnit(operations, 'the optional operations > list the history of a task'),
  },
  {
    operation: 'taskRevoke',
    method: 'POST',
    path: '/api/v1/task/revoke',
    service: inConformance('service-task-history', 'access is given back by a task of its own'),
    client: inUnit(operations, 'the optional operations > give back access'),
  },
  {
    operation: 'userSearch',
    method: 'POST',
    path: '/api/v1/search/users',
    service: inConformance('service-users', 'a user is found by exact email, whatever its case'),
    client: inUnit(
      'governance-access-read',
      'finding a person by email > takes the one whose address it is, whatever the case, with their department',
    ),
  },
  {
    operation: 'userRead',
    method: 'GET',
    path: '/api/v1/users/{id}',
    service: inConformance('service-directory', 'a user is read by id'),
    client: inUnit(operations, 'the optional operations > read a user'),
  },
  {
    operation: 'appList',
    method: 'GET',
    path: '/api/v1/apps',
    service: inConformance('service-directory', 'the apps are listed in pages'),
    client: inUnit(operations, 'the optional operations > list apps'),
  },
  {
    operation: 'entitlementSearch',
    method: 'POST',
    path: '/api/v1/search/entitlements',
    service: inConformance('service-directory', 'entitlements are searched by words over all apps or some'),
    client: inUnit(operations, 'the optional operations > search entitlements'),
  },
  {
    operation: 'whoAmI',
    method: 'GET',
    path: '/api/v1/auth/introspect',
    service: inConformance('service-directory', 'a caller learns who it is and what it may do'),
    client: inUnit(operations, 'the optional operations > tell who the bot is'),
  },
];
