/**
 * What the interface says beside its fields, clause by clause, and which tests show it on both sides. Long because it is one
 * list, in the order of the document.
 */
import { type Clause, inConformance, inTable, inUnit } from './test-reference.ts';

/** Conventions 1 to 9, in order; the title is that of the section. */
const conventions: readonly Clause[] = [
  {
    what: '1. The base URL is the tenant’s own',
    service: inConformance('service-http', 'an unknown route is not found, with or without a token'),
    client: inUnit('governance-http', 'addresses > keeps a path prefix of the base address'),
  },
  {
    what: '2. Bodies are JSON',
    service: inConformance(
      'service-http',
      'the body [] is refused, because it is no JSON object',
      'a body that is not declared as JSON is refused',
    ),
    client: inUnit('governance-properties', 'listMcpServers > fails on text that is no JSON'),
  },
  {
    what: '2. Field names are camelCase',
    service: inTable('answers', 'the service answers > nothing that the interface does not have'),
    client: inTable('client-sends', 'the client sends > nothing else to endpoint 1'),
  },
  {
    what: '3. Timestamps are ISO 8601',
    service: inTable('answers', 'the service answers > AutomationExecution.createdAt: date-time'),
    client: inTable('client-reads', 'the client reads > AutomationExecution.createdAt: date-time'),
  },
  {
    what: '3. Durations are strings, in protobuf seconds',
    service: [
      ...inTable('requests', 'the service takes > endpoint 1, body grantDuration: string (duration) | null'),
      ...inTable('answers', 'the service answers > AppEntitlement.durationGrant: string (duration)'),
    ],
    client: inUnit(
      'governance-conventions',
      'durations > 3600s is 3600 seconds',
      'durations > "1h" is none',
      'durations > 5400 seconds are sent as 5400s',
      'durations > come back as they were sent',
    ),
  },
  {
    what: '4. 64-bit integers are strings',
    service: inTable('answers', 'the service answers > Task.numericId: string (int64)'),
    client: inTable('client-reads', 'the client reads > Task.numericId: string (int64)'),
  },
  {
    what: '5. Fields marked nullable may be null, in requests',
    service: inConformance('service-grant', 'null stands for a field that is not set'),
    client: inUnit(
      'governance-access',
      'asking for a grant > leaves out the duration and the request data that were not given',
    ),
  },
  {
    what: '5. Fields marked nullable may be null, in answers',
    service: inTable('answers', 'the service answers > Task.deletedAt: date-time | null'),
    client: inUnit('governance-decode', 'an answer with everything null or left out > is a list with nothing in it'),
  },
  {
    what: '6. Lists carry `list` and `nextPageToken`; the next page is asked for with `pageToken`',
    service: inTable('requests', 'the service takes > endpoint 14, query pageToken: string'),
    client: inConformance(
      'client-endpoints',
      'with camel_case query parameters > 11, 14, 15 and 16: the lists of the tenant, page by page',
    ),
  },
  {
    what: '6. Paging ends when no next token is returned, not on a short page',
    service: inConformance(
      'service-entitlements',
      'pages cover everything once; one before the end is shorter than asked for',
    ),
    client: inUnit(
      'governance-conventions',
      'paging > goes on over short and empty pages until no token is left',
      'paging > ends at the same cursor again',
      'paging > fails when a service invents cursors without end',
    ),
  },
  {
    what: '7. `expanded` holds objects with an `@type`',
    service: inTable('answers', 'the service answers > endpoint 1, expanded: object with @type[] | null'),
    client: inUnit(
      'governance-conventions',
      'what a path locates in expanded > is of the type that "type.googleapis.com/c1.api.user.v1.User" ends in',
    ),
  },
  {
    what: '7. Fields ending in `Path` locate objects in `expanded` by JSONPath',
    service: inConformance(
      'service-expanded',
      'several approvers are located by one path that an RFC 9535 evaluator resolves',
      'the tasks of a search share one expanded list, each pointing at its own objects',
    ),
    client: inUnit(
      'governance-conventions',
      'what a path locates in expanded > "$.expanded[1]"',
      'what a path locates in expanded > is something or nothing for any string, and never an error',
    ),
  },
  {
    what: '8. `...Configured` tells that a secret is set; the secret is never returned',
    service: [
      ...inConformance(
        'service-mcp',
        'every way to sign in is there, with each kind of secret set somewhere and shown nowhere',
      ),
      ...inConformance('service-connectors', 'secrets of the configuration are never returned, only that they are set'),
    ],
    client: inUnit(
      'governance-endpoints',
      'the sixteen endpoints > 8: lists the MCP servers of an app, and nothing secret of them',
    ),
  },
  {
    what: '9. Read-only fields are not set by callers',
    service: inTable(
      'requests',
      'the service refuses > connector.createdAt in an update, which is read-only',
      'the service refuses > connector.status in an update, which is read-only',
      'the service refuses > connector.oauthAuthorizedAs in an update, which is read-only',
    ),
    client: inUnit(
      'governance-requests',
      'an update of a connector > made from a connector that was read leaves out what is read-only, at every depth',
    ),
  },
];

const notes: readonly Clause[] = [
  {
    what: 'Task.numericId is accepted in place of the id in path parameters, not in searches',
    service: inConformance(
      'service-task-search',
      'a task is read by id or by number, without anything expanded',
      'refs find tasks by id, not by number',
    ),
    client: [
      ...inUnit('governance-task-fields', 'a task is asked for by its number as well as by its id'),
      ...inConformance(
        'client-endpoints',
        'the optional operations > read and change a task under its number, which a search does not take for an id',
      ),
    ],
  },
  {
    what: 'Task.userId may be empty where an account belongs to nobody known',
    service: inConformance(
      'service-grant',
      'an account that belongs to nobody known leaves the user of the task empty',
    ),
    client: inUnit(
      'governance-decode',
      'an answer with everything null or left out > is a task with sensible defaults (null)',
    ),
  },
  {
    what: 'Task.policyGenerationId changes when the policy on the task changes',
    service: inConformance(
      'service-task-actions',
      'escalating moves the request under the emergency policy, with a new policy generation',
    ),
    client: inConformance(
      'client-endpoints',
      'the optional operations > tell by its generation whether the policy on a task has changed',
    ),
  },
  {
    what: 'immutableUserIds are owners that callers cannot remove (endpoint 12)',
    service: inConformance('service-owners', 'owners that the system manages are named'),
    client: inUnit(
      'governance-endpoints',
      'the sixteen endpoints > 12: lists all owners of a resource with those that cannot be removed',
    ),
  },
  {
    what: 'Role suggestions can be filtered by state; the parameter is not shown (endpoint 15)',
    service: inConformance(
      'service-tenant-lists',
      'role suggestions come with every documented field, and can be filtered by state',
    ),
    client: inTable('client-sends', 'the client sends > nothing else to endpoint 15'),
  },
];

const authentication: readonly Clause[] = [
  {
    what: '1. Every request carries a bearer token',
    service: inConformance(
      'service-token',
      'a call without a token, or with one nobody gave out, is refused with a challenge',
      'a token works until its lifetime is over and then needs replacing',
    ),
    client: inUnit(
      'governance-token',
      'the access token > is renewed a minute ahead of its end, whatever its life',
      'the access token > is replaced once after a 401, also for a grant, and the call goes on',
    ),
  },
  {
    what: '2. Client credentials are sent in the body, not in headers',
    service: inConformance(
      'service-token',
      'credentials in a form body give a bearer token with its lifetime',
      'credentials in the Authorization header are refused, also when the body has them too',
    ),
    client: inUnit(
      'governance-token',
      'the access token > is asked for with the credentials in the form body and nowhere else',
    ),
  },
  {
    what: '3. `objectPermissions` and `actions` are those of the caller',
    service: inConformance(
      'service-allowed-actions',
      'actions and permissions are those of the caller, whoever that is',
    ),
    client: inTable('client-reads', 'the client reads > ActorObjectPermissions.extra: object (string to boolean)'),
  },
  {
    what: '4. Token endpoint address and lifetime are the tenant’s choice',
    service: inConformance('service-token', 'credentials in a form body give a bearer token with its lifetime'),
    client: inUnit(
      'governance-token',
      'the access token > may come from another place',
      'a token endpoint > that names no life is obeyed for five minutes',
    ),
  },
  {
    what: '5. What a caller may not do is refused',
    service: inConformance('service-tenant-lists', 'a caller without the permission to read sees none of it'),
    client: inUnit('governance-refusals', 'an answer that says no > without any body is still a refusal'),
  },
];

const errors: readonly Clause[] = [
  {
    what: '1. Not both `appUserId` and `identityUserId`',
    service: inConformance('service-grant-refusals', 'both target ids are refused'),
    client: inUnit(
      'governance-requests',
      'both user ids > of a grant are a type error, and a refusal before anything is sent',
    ),
  },
  {
    what: '2. Error bodies, codes and statuses (as deployments have them)',
    service: inConformance(
      'service-http',
      'errors are JSON with a code and a message, and details only where there are some',
      'a known route with the wrong method says which method it takes',
    ),
    client: inUnit(
      'governance-refusals',
      'an answer that says no > HTTP 503 to a grant is a failure (http, certainly not done: false)',
      'an answer that says no > HTTP 404 with a proxy’s page is a failure, not a refusal',
      'an answer that says no > carries the service’s id for the call, from a header or a detail',
    ),
  },
];

const limits: readonly Clause[] = [
  {
    what: '1. A page of MCP servers holds at most 100 (endpoint 8)',
    service: inConformance('service-mcp', 'a page of MCP servers holds at most 100'),
    client: inUnit(
      'governance-conventions',
      'paging > brings {"pageSize":5000,"pageToken":"a"} into the bounds of the service',
    ),
  },
  {
    what: '2. Page sizes 10 to 100 (as deployments have them)',
    service: inConformance('service-entitlements', 'a page size outside 10..100 is refused, 0 means the default'),
    client: inUnit('governance-conventions', 'paging > brings {"pageSize":1} into the bounds of the service'),
  },
  {
    what: '2. Rate limits, with or without Retry-After',
    service: inConformance('service-faults', 'an injected status answers in the shape of an error and does nothing'),
    client: inUnit(
      'governance-refusals',
      'an answer that says no > HTTP 429 to a grant is a failure (rate-limited, certainly not done: true)',
      'an answer that says no > Retry-After "7" means 7000 ms',
    ),
  },
  {
    what: '2. Requests of at most 4 MiB',
    service: inConformance('service-http', 'a body over 4 MiB is refused, with a length and without one'),
    client: inUnit('governance-http', 'addresses > does not send a body of more than 4 MiB'),
  },
];

const versioning: readonly Clause[] = [
  {
    what: '1. Paths under /api/v1 and /api/v2, as the endpoints have them',
    service: inTable('table', 'the table has every route of the service, and the service every endpoint of the table'),
    client: inTable('table', 'the table has every endpoint of the client, and the client every endpoint of the table'),
  },
  {
    what: '1. The owners list of endpoint 12 has the literal segment `resource`',
    service: inConformance('service-owners', 'the literal segment is singular'),
    client: inTable('client-sends', 'the client sends > endpoint 12, path resource_id: string'),
  },
  {
    what: '3. Enumerations are open',
    service: inConformance('service-mcp', 'enumerations are open: one server has a value that no list has'),
    client: inTable('values', 'the client keeps > TaskActionType, TASK_ACTION_TYPE_APPROVE'),
  },
  {
    what: '3. A tenant may offer an action that no list has',
    service: inConformance('service-allowed-actions', 'some tasks offer an action that no published list has'),
    client: inUnit('governance-snapshot', 'what has no published values yet > is kept as it is'),
  },
];

/** Every clause by the section of the document that it is from. */
export const clauses: Readonly<Record<string, readonly Clause[]>> = {
  Conventions: conventions,
  'Notes on fields': notes,
  Authentication: authentication,
  Errors: errors,
  Limits: limits,
  Versioning: versioning,
};
