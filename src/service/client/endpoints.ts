/**
 * Long because it declares the sixteen endpoints of the interface, in their order. Of a record that
 * administration shows, a wrong id is a failure; its other fields are those of `records.ts`. What
 * deployments add is in `optional-operations.ts`.
 */
import { z } from 'zod';
import * as records from './records.ts';
import { type Endpoint, endpoint, isDeeperThan } from './wire/endpoint.ts';
import { expandedField } from './wire/expanded.ts';
import { members, type ShownMembers, spelled } from './wire/shown-fields.ts';
import {
  dateTime,
  flag,
  list,
  marker,
  nameText,
  nested,
  numberText,
  openEnum,
  orUntold,
  text,
  texts,
  word,
} from './wire/wire-fields.ts';

/** Kept as it came: shown so, or read leniently by the snapshot. */
const undescribed = z.unknown().optional();

/** A record that administration shows, by its id. */
function recordWith(shown: ShownMembers) {
  return spelled({ id: text, ...shown });
}
/** Who owns something, in a role: a user, or everybody who holds an entitlement. */
function ownershipOf<Members extends ShownMembers>(shown: Members) {
  return spelled({ appId: undescribed, createdAt: undescribed, ...shown, roleSlug: text });
}

export function pageOf<Item extends z.ZodType>(item: Item) {
  return z.object({ list: list(item), nextPageToken: text });
}

/** The deployments' own names of origins (docs/spec/deployments.md#names-and-values), and ours. */
const originNames: Readonly<Record<string, string>> = {
  TASK_ORIGIN_SLACK: 'TASK_ORIGIN_CHATAPP',
  TASK_ORIGIN_JIRA: 'TASK_ORIGIN_TICKETING',
  TASK_ORIGIN_COPILOT: 'TASK_ORIGIN_ASSISTANT',
};

/** Task. The snapshot reads it; administration shows the rest. Only the id is required. */
const task = z.object({
  id: z.string().min(1, 'expected an id'),
  /** int64 as text, for people; accepted in place of the id in paths, never in searches. */
  numericId: numberText,
  /** An empty one tells that there is none. */
  description: orUntold(z.string()),
  state: openEnum(['TASK_STATE_UNSPECIFIED']),
  type: undescribed,
  processing: openEnum(['TASK_PROCESSING_TYPE_UNSPECIFIED']),
  origin: openEnum(['TASK_ORIGIN_UNSPECIFIED']).transform(
    (origin) => originNames[origin] ?? origin,
  ),
  userId: text,
  createdByUserId: text,
  /** TaskActionType; a tenant may name more than the interface lists. */
  actions: texts,
  approverIds: orUntold(z.array(z.string())),
  stepApproverIds: orUntold(z.array(z.string())),
  policy: undescribed,
  form: undescribed,
  data: undescribed,
  emergencyAccess: orUntold(z.boolean()),
  recommendation: openEnum(['INSIGHT_RECOMMENDATION_UNSPECIFIED']),
  deletedAt: dateTime,
  /** Read leniently: a wrong detail must not cost the card. */
  revocationTargets: undescribed,
  createdAt: dateTime,
  displayName: undescribed,
  ...members(`
    analysisId annotations commentCount externalRefs insightIds policyGenerationId updatedAt
  `),
});

/**
 * Policies and forms have some ten levels. What is nested deeper could not be shown to the person
 * who decides.
 */
const deepestView = 40;

/** TaskView with its paths into `expanded`; the task itself is required. */
export const taskView = z
  .object({
    task,
    objectPermissions: undescribed,
    accessReviewPath: word,
    appPath: text,
    appUserPath: word,
    appUserLastUsagePath: text,
    approversPath: text,
    createdByUserPath: word,
    entitlementsPath: text,
    identityUserPath: text,
    insightsPath: text,
    stepApproversPath: text,
    userPath: text,
    ...members(`
      principalResourcePath resourceBindingsPath roleResourcePath scopeResourcePath
    `),
  })
  .refine((view) => !isDeeperThan(deepestView, view), 'nested too deep');

/**
 * The answer of every operation that returns one task. A missing `taskView` is a decode failure.
 */
export const taskAnswer = z.object({ taskView, expanded: expandedField });
export type TaskAnswer = z.output<typeof taskAnswer>;

/**
 * Endpoint 1: requests an entitlement for a person. Refusals: `duplicate` with the open task's id,
 * `forbidden`, `invalid`, `not-found`. Never sent twice, except after a 401; after a failure that
 * is not `certainlyNotDone` the task may exist.
 */
export const createGrantTask = endpoint('POST', '/api/v1/task/grant', taskAnswer, {
  effect: 'creation',
});

/**
 * Endpoint 2: makes the person who holds the last entitlement an owner of the first. Refused as
 * `conflict` where it is one already.
 */
export const createAppEntitlementOwnerEntitlement = endpoint(
  'POST',
  '/api/v2/apps/{app_id}/entitlements/{entitlement_id}/owners/entitlements/{role_slug}/{app_entitlement_ref_app_id}/{app_entitlement_ref_id}',
  z.object({
    appEntitlementOwnerEntitlement: ownershipOf({
      entitlementId: undescribed,
      ...records.ownerEntitlement,
    }),
  }),
  { effect: 'write' },
);

/**
 * Endpoint 3: makes the person who holds the entitlement an owner of the app. Refused as `conflict`
 * where it is one already.
 */
export const createAppOwnerEntitlement = endpoint(
  'POST',
  '/api/v2/apps/{app_id}/owners/entitlements/{role_slug}/{app_entitlement_ref_app_id}/{app_entitlement_ref_id}',
  z.object({ appOwnerEntitlement: ownershipOf(records.ownerEntitlement) }),
  { effect: 'write' },
);

/** Endpoint 4: the credential policies whose name matches `query` (empty matches all). */
export const searchCredentialInventoryPolicies = endpoint(
  'POST',
  '/api/v1/search/credential-inventory-policies',
  pageOf(recordWith(records.credentialPolicyMembers)),
);

/** Endpoint 5: updates a delegated connector; answers it as it became. */
export const updateDelegatedConnector = endpoint(
  'POST',
  '/api/v1/apps/{connector_app_id}/connectors/{connector_id}/delegated',
  z.object({
    connectorView: z.object({
      connector: recordWith(records.connectorMembers),
      appPath: text,
      capabilitiesPath: word,
      usersPath: text,
    }),
    expanded: expandedField,
  }),
  { effect: 'write' },
);

/** AppEntitlement: what the catalogue keeps of it. Ids are unique only per `(appId, id)`. */
const appEntitlement = z.object({
  id: text,
  alias: nameText,
  description: nameText,
  displayName: nameText,
  slug: nameText,
  appId: text,
  appResourceId: text,
  appResourceTypeId: text,
  riskLevelValueId: text,
  requestSchemaId: text,
  emergencyGrantEnabled: flag,
  overrideAccessRequestsDefaults: flag,
  grantPolicyId: word,
  emergencyGrantPolicyId: word,
  /** `"3600s"`; excludes `durationUnset`. */
  durationGrant: text,
  durationUnset: marker,
  deletedAt: dateTime,
});

/** AppEntitlementView: a list item, with paths into the `expanded` of its page. */
const appEntitlementView = z.object({
  appEntitlement: nested(appEntitlement),
  appPath: text,
  appResourcePath: text,
  appResourceTypePath: text,
});
export type AppEntitlementView = z.output<typeof appEntitlementView>;

/** A page of views, with the objects that their paths point into. */
export const appEntitlementPage = pageOf(appEntitlementView).extend({ expanded: expandedField });
export type AppEntitlementPage = z.output<typeof appEntitlementPage>;

/**
 * A list item with what only administration shows. The catalogue reads a marker's presence; people
 * see it, too.
 */
const shownEntitlementView = appEntitlementView.extend({
  appEntitlement: nested(spelled({ ...records.entitlementMembers, ...appEntitlement.shape })),
  objectPermissions: undescribed,
});

/** Endpoint 6: the entitlements of an app resource. */
export const listAppResourceEntitlements = endpoint(
  'GET',
  '/api/v1/apps/{app_id}/entitlements/resource_types/{app_resource_type_id}/resources/{app_resource_id}',
  pageOf(shownEntitlementView).extend({ expanded: expandedField }),
);

/**
 * Endpoint 6 for the catalogue: of a hundred thousand entitlements the details of administration
 * would take long to decode.
 */
export const listCatalogueEntitlements: Endpoint<
  typeof listAppResourceEntitlements.path,
  AppEntitlementPage
> = {
  ...listAppResourceEntitlements,
  answer: appEntitlementPage,
};

/** Endpoint 7: one entry of the MCP server catalog. */
export const readMcpServerCatalogEntry = endpoint(
  'GET',
  '/api/v1/mcp_server_catalog/{catalog_id}',
  z.object({ catalogEntry: recordWith(records.catalogEntryMembers) }),
);

/** Endpoint 8: the MCP servers of an app, which have no id but their connector's. */
export const listMcpServers = endpoint(
  'GET',
  '/api/v1/apps/{app_id}/mcp_servers',
  pageOf(spelled({ ...records.mcpServerMembers, connectorId: text })),
);

/** Endpoint 9: one finding routing rule. */
export const readFindingRoutingRule = endpoint(
  'GET',
  '/api/v1/findings/routing-rules/{id}',
  z.object({ routingRule: recordWith(records.routingRuleMembers) }),
);

/**
 * Endpoint 10: the users who own an app resource; with `roleSlug` in the query those in one role.
 */
export const searchAppResourceUserOwners = endpoint(
  'GET',
  '/api/v2/apps/{app_id}/resource_types/{resource_type_id}/resources/{resource_id}/owners/users',
  pageOf(ownershipOf({ ...members('resourceId resourceTypeId'), ...records.ownerUser })),
);

/** Endpoint 11: the recovery policies. */
export const listRecoveryPolicies = endpoint(
  'GET',
  '/api/v1/recovery-policies',
  pageOf(recordWith(records.recoveryPolicyMembers)),
);

/** User: what says who somebody is. */
export const user = z.looseObject({
  id: text,
  displayName: nameText,
  email: nameText,
  delegatedUserId: text,
  emails: texts,
  managerIds: texts,
  deletedAt: dateTime,
  status: openEnum(['UNKNOWN']),
});
export type IdentityUser = z.output<typeof user>;

/**
 * Endpoint 12: all owners of an app resource; `immutableUserIds` are those that callers cannot
 * remove.
 */
export const listAppResourceOwners = endpoint(
  'GET',
  '/api/v1/apps/{app_id}/resource_types/{resource_type_id}/resource/{resource_id}/owners',
  pageOf(z.object({ ...records.userMembers, ...user.shape })).extend({ immutableUserIds: texts }),
);

/** Endpoint 13: one user as owner of an entitlement in a role. */
export const readAppEntitlementOwnerUser = endpoint(
  'GET',
  '/api/v2/apps/{app_id}/entitlements/{entitlement_id}/owners/users/{role_slug}/{user_ref_id}',
  z.object({
    appEntitlementOwnerUser: ownershipOf({ entitlementId: undescribed, ...records.ownerUser }),
  }),
);

/** Endpoint 14, the one list of the interface that is not called `list`. */
export const listAutomationExecutions = endpoint(
  'GET',
  '/api/v1/automation_executions',
  z
    .object({
      automationExecutions: list(recordWith(records.executionMembers)),
      nextPageToken: text,
    })
    .transform(({ automationExecutions, nextPageToken }) => ({
      list: automationExecutions,
      nextPageToken,
    })),
  { hasNoPageSize: true },
);

/**
 * Endpoint 15. The interface mentions a filter by state without showing its name, so none is sent.
 */
export const listRoleSuggestions = endpoint(
  'GET',
  '/api/v1/role-mining/suggestions',
  pageOf(recordWith(records.roleSuggestionMembers)),
  {
    hasNoPageSize: true,
  },
);

/** Endpoint 16. */
export const listWorkloadFederationProviders = endpoint(
  'GET',
  '/api/v1/workload_federation/providers',
  pageOf(recordWith(records.federationProviderMembers)),
  { hasNoPageSize: true },
);
