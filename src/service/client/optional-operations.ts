/**
 * The operations that deployments add to the interface
 * (docs/spec/deployments.md#optional-operations), by the names that access.yaml gives them.
 */
import { z } from 'zod';
import { appEntitlementPage, pageOf, taskAnswer, taskView, user } from './endpoints.ts';
import { endpoint } from './wire/endpoint.ts';
import { expandedField } from './wire/expanded.ts';
import {
  dateTime,
  list,
  nameText,
  nameWord,
  nested,
  pageOfEach,
  text,
  word,
} from './wire/wire-fields.ts';

/**
 * One task by its id or numeric id. It takes no expand mask: the tenant decides what is expanded.
 */
export const getTask = endpoint('GET', '/api/v1/tasks/{task_id}', taskAnswer, {
  operation: 'taskRead',
});

const viewOfTask = z.object({ task: z.object({ id: z.string().min(1).max(200) }) });

/** The tasks that match everything in the body. The views of a page share its `expanded`. */
export const searchTasks = endpoint(
  'POST',
  '/api/v1/search/tasks',
  pageOfEach(taskView, (raw) => viewOfTask.safeParse(raw).data?.task.id ?? null),
  { operation: 'taskSearch' },
);

/**
 * Carries out one action with the bot's credentials. Refusals: `closed`, `step-moved-on` (somebody
 * was faster), `forbidden`, `invalid`, `not-found`, `conflict`. The answer tells the task as it was
 * **before** the action, so nothing of it is read.
 */
export const performTaskAction = endpoint(
  'POST',
  '/api/v1/tasks/{task_id}/action/{verb}',
  z.looseObject({}),
  {
    operation: 'taskActions',
    effect: 'write',
  },
);

/**
 * One entry of a task's comments and history (docs/spec/deployments.md#task-history). An act and a
 * comment are separate entries: a comment is an object, and its author is the entry's `userId`. A
 * comment in any other form is ignored, because typed justifications have been seen beside the
 * bot's id and would pass for its words.
 */
const taskAudit = z.object({
  /** Distinguishes equal entries: two pages of them must not count as a repeated page. */
  id: word,
  /** The task that the entry is about. */
  ticketId: word,
  userId: word,
  comment: z
    .object({ comment: z.string() })
    .transform((written) => written.comment)
    .catch(''),
});

/** The comments and history of the task `taskId`. */
export const listTaskAudits = endpoint('POST', '/api/v1/task/audits', pageOf(taskAudit), {
  operation: 'taskAudit',
});

/**
 * Requests that an entitlement be revoked; answers the new task. Refusals and repetition as
 * `createGrantTask`.
 */
export const createRevokeTask = endpoint('POST', '/api/v1/task/revoke', taskAnswer, {
  operation: 'taskRevoke',
  effect: 'creation',
});

/** The identity users that match everything in the body: `email` (exact), `refs`. */
export const searchUsers = endpoint(
  'POST',
  '/api/v1/search/users',
  pageOf(z.object({ user: nested(user) })),
  {
    operation: 'userSearch',
  },
);

export const readUser = endpoint(
  'GET',
  '/api/v1/users/{id}',
  z.object({ userView: z.object({ user }) }).transform((answer) => answer.userView.user),
  { operation: 'userRead' },
);

export const listApps = endpoint(
  'GET',
  '/api/v1/apps',
  // The catalog of everything in the app, where it has one of its own.
  pageOf(
    z.object({
      id: text,
      displayName: nameText,
      defaultRequestCatalogId: word,
      deletedAt: dateTime.catch(null),
    }),
  ),
  {
    operation: 'appList',
  },
);

/** The entitlements of the apps `appIds`. */
export const searchAppEntitlements = endpoint(
  'POST',
  '/api/v1/search/entitlements',
  appEntitlementPage,
  {
    operation: 'entitlementSearch',
  },
);

/** The owner of the bot's credentials: the service records every action under this user. */
export const introspect = endpoint('GET', '/api/v1/auth/introspect', z.object({ userId: text }), {
  operation: 'whoAmI',
});

/** The form that is filled in with a request. */
export const readRequestSchema = endpoint(
  'GET',
  '/api/v1/request_schemas/{request_schema_id}',
  z
    .object({
      requestSchema: z.looseObject({ id: word, form: z.unknown(), justificationVisibility: word }),
    })
    .transform((answer) => answer.requestSchema),
  { operation: 'requestSchemas' },
);

/** `value` is the word that people read. */
export const listRiskLevels = endpoint(
  'GET',
  '/api/v1/attributes/risk_levels',
  pageOf(z.object({ id: text, value: nameText })),
  { operation: 'riskLevels' },
);

const grantEvent = z.object({
  eventType: text,
  date: dateTime,
  ticketId: text,
  appId: text,
  appEntitlementId: text,
  appUserId: text,
});

/**
 * The access that was added and removed since `after` in the apps `appRefs`, with the accounts in
 * `expanded`.
 */
export const readGrantsFeed = endpoint(
  'POST',
  '/api/v1/grants/feed',
  pageOf(z.object({ feed: nested(grantEvent), appUserPath: text })).extend({
    expanded: expandedField,
  }),
  { operation: 'grantsFeed' },
);

/** The accounts that have an entitlement, and the people behind them. */
export const listEntitlementHolders = endpoint(
  'GET',
  '/api/v1/apps/{app_id}/entitlements/{app_entitlement_id}/grants',
  pageOf(z.looseObject({ user: nested(user), appUserId: text })),
  { operation: 'entitlementHolders' },
);

const binding = z.object({
  appId: text,
  appEntitlementId: text,
  appUserId: word,
  createdAt: dateTime,
  deprovisionAt: dateTime,
  deletedAt: dateTime,
});
export type GrantBinding = z.output<typeof binding>;

/**
 * Every account of a person in the app; those that have the entitlement are filled in. null where
 * the answer has no list.
 */
export const readUserGrants = endpoint(
  'GET',
  '/api/v1/apps/{app_id}/entitlements/{app_entitlement_id}/users/{identity_user_id}/grants',
  // A list that is not there says nothing; an unset one is empty.
  z
    .object({ bindings: z.array(binding).nullish() })
    .transform(({ bindings }) => (bindings === undefined ? null : (bindings ?? []))),
  { operation: 'userGrants' },
);

/** A list that is not there says nothing; an unset one is empty. */
const sources = z
  .array(z.object({ appId: word, id: word }))
  .nullish()
  .transform((value) => (value === undefined ? null : (value ?? [])))
  .catch(null);

const account = z.object({
  id: text,
  appId: word,
  displayName: nameWord,
  username: nameWord,
  email: nameWord,
  identityUserId: word,
  deletedAt: dateTime.catch(null),
  status: nested(z.object({ status: word })).catch(null),
});
const accountView = z.object({ appUser: nested(account) });

const foundGrant = z.object({
  entitlement: nested(
    z.object({
      appEntitlement: nested(
        z.object({ id: word, appId: word, displayName: nameWord, alias: nameWord, slug: nameWord }),
      ),
    }),
  ).catch(null),
  appEntitlementUserBinding: z.object({
    appId: text,
    appEntitlementId: text,
    appUserId: text,
    appUser: nested(accountView).catch(null),
    grantSources: sources,
    originatingTicketId: word,
    appEntitlementUserBindingCreatedAt: dateTime.catch(null),
    appEntitlementUserBindingDeprovisionAt: dateTime,
  }),
});

export type FoundGrant = z.output<typeof foundGrant>;

/**
 * What the person `userId` has of everything that the body names: `appIds`, `entitlementRefs`,
 * `entitlementSlugs` (docs/spec/deployments.md#what-a-person-has).
 */
export const searchGrants = endpoint('POST', '/api/v1/search/grants', pageOf(foundGrant), {
  operation: 'grantSearch',
});

/** The accounts of a person in one app. */
export const listUserAccounts = endpoint(
  'GET',
  '/api/v1/apps/{app_id}/users/{user_id}/app_users',
  pageOf(accountView),
  { operation: 'userAccounts' },
);

const owners = z.object({ userIds: list(z.string()) });

/** The ids of everybody who owns an app (docs/spec/deployments.md#people-and-apps). */
export const readAppOwnerIds = endpoint('GET', '/api/v1/apps/{app_id}/ownerids', owners, {
  operation: 'appOwnerIds',
});

/** The ids of everybody who owns an entitlement. */
export const readEntitlementOwnerIds = endpoint(
  'GET',
  '/api/v1/apps/{app_id}/entitlements/{entitlement_id}/ownerids',
  owners,
  { operation: 'entitlementOwnerIds' },
);
