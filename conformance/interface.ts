/**
 * The interface, declared by hand from its document: sixteen endpoints with every field of their
 * requests and answers. It is what the service of the sandbox, the bot's client and a tenant are
 * checked against, so it owns what is expected and never imports anything of the bot or the
 * sandbox: a mistake of theirs must not become the expectation.
 */
import {
  boolean,
  duration,
  each,
  integer,
  listOf,
  type Members,
  message,
  nullable,
  object,
  of,
  type Resource,
  string,
  strings,
  typedObject,
} from './field.ts';
import {
  appEntitlement,
  appEntitlementView,
  provisionPolicy,
} from './resources/app-entitlement.ts';
import { connector, connectorView, writableConnector } from './resources/connector.ts';
import { dispatcher, findingRoutingRule } from './resources/finding-routing-rule.ts';
import { authMode, mcpServer, mcpServerCatalogEntry } from './resources/mcp.ts';
import {
  appEntitlementOwnerEntitlement,
  appEntitlementOwnerUser,
  appOwnerEntitlement,
  appResourceUserOwner,
} from './resources/ownership.ts';
import { credentialInventoryPolicy, recoveryPolicy } from './resources/policies.ts';
import {
  actorObjectPermissions,
  externalRef,
  task,
  taskExpandMask,
  taskGrantSource,
  taskView,
} from './resources/task.ts';
import {
  automationExecution,
  roleSuggestion,
  suggestedEntitlement,
  workloadFederationProvider,
} from './resources/tenant-lists.ts';
import { attributeSource, user } from './resources/user.ts';

export interface DeclaredEndpoint {
  /** Row in the document's table. */
  readonly number: number;
  readonly method: 'GET' | 'POST';
  readonly path: string;
  readonly does: string;
  /** Whether a call changes something at the tenant. */
  readonly changes: boolean;
  readonly query: Members;
  readonly body: Members;
  readonly answer: Members;
}

/** Resources that answers carry, in the document's order. */
export const answeredResources: readonly Resource[] = [
  task,
  externalRef,
  taskView,
  actorObjectPermissions,
  appEntitlement,
  provisionPolicy,
  appEntitlementView,
  appEntitlementOwnerEntitlement,
  appOwnerEntitlement,
  appEntitlementOwnerUser,
  appResourceUserOwner,
  user,
  attributeSource,
  credentialInventoryPolicy,
  recoveryPolicy,
  connector,
  connectorView,
  mcpServerCatalogEntry,
  authMode,
  mcpServer,
  findingRoutingRule,
  dispatcher,
  automationExecution,
  roleSuggestion,
  suggestedEntitlement,
  workloadFederationProvider,
];

/**
 * Fields of GET requests that the document does not show: convention 6 asks for one, deployments
 * take the other.
 */
export const pagingBeyondTheDocument: ReadonlySet<number> = new Set([6, 12, 14, 15, 16]);

const paging: Members = { pageSize: integer, pageToken: string };
/** Lists that show no query parameters at all: only the next page is asked for with one. */
const cursorAlone: Members = { pageToken: string };
const expanded = listOf(typedObject);

function pageOf(item: Resource): Members {
  return { list: listOf(of(item)), nextPageToken: string };
}

function reads(
  number: number,
  path: string,
  does: string,
  answer: Members,
  query: Members = {},
): DeclaredEndpoint {
  return { number, method: 'GET', path, does, changes: false, query, body: {}, answer };
}

const ownershipSource: Members = { appEntitlementRef: message(each('appId id', string)) };

export const endpoints: readonly DeclaredEndpoint[] = [
  {
    number: 1,
    method: 'POST',
    path: '/api/v1/task/grant',
    does: 'Creates a grant task',
    changes: true,
    query: {},
    body: {
      ...each('appId appEntitlementId appUserId identityUserId description', string),
      emergencyAccess: boolean,
      grantDuration: nullable(duration),
      requestData: nullable(object),
      expandMask: nullable(message(taskExpandMask.members)),
      source: nullable(message(taskGrantSource.members)),
    },
    answer: { taskView: nullable(of(taskView)), expanded: nullable(expanded) },
  },
  {
    number: 2,
    method: 'POST',
    path: '/api/v2/apps/{app_id}/entitlements/{entitlement_id}/owners/entitlements/{role_slug}/{app_entitlement_ref_app_id}/{app_entitlement_ref_id}',
    does: 'Creates an ownership source on an entitlement',
    changes: true,
    query: {},
    body: ownershipSource,
    answer: { appEntitlementOwnerEntitlement: of(appEntitlementOwnerEntitlement) },
  },
  {
    number: 3,
    method: 'POST',
    path: '/api/v2/apps/{app_id}/owners/entitlements/{role_slug}/{app_entitlement_ref_app_id}/{app_entitlement_ref_id}',
    does: 'Creates an ownership source on an app',
    changes: true,
    query: {},
    body: ownershipSource,
    answer: { appOwnerEntitlement: of(appOwnerEntitlement) },
  },
  {
    number: 4,
    method: 'POST',
    path: '/api/v1/search/credential-inventory-policies',
    does: 'Searches credential inventory policies',
    changes: false,
    query: {},
    body: { ...paging, query: string, refs: listOf(message({ id: string })) },
    answer: pageOf(credentialInventoryPolicy),
  },
  {
    number: 5,
    method: 'POST',
    path: '/api/v1/apps/{connector_app_id}/connectors/{connector_id}/delegated',
    does: 'Updates a delegated connector',
    changes: true,
    query: {},
    body: {
      connector: message(writableConnector.members),
      expandMask: message({ paths: strings }),
      updateMask: string,
    },
    answer: { connectorView: of(connectorView), expanded },
  },
  reads(
    6,
    '/api/v1/apps/{app_id}/entitlements/resource_types/{app_resource_type_id}/resources/{app_resource_id}',
    'Lists app entitlements of an app resource',
    { expanded, ...pageOf(appEntitlementView) },
    paging,
  ),
  reads(7, '/api/v1/mcp_server_catalog/{catalog_id}', 'Reads an MCP server catalog entry', {
    catalogEntry: of(mcpServerCatalogEntry),
  }),
  reads(
    8,
    '/api/v1/apps/{app_id}/mcp_servers',
    'Lists MCP servers of an app',
    pageOf(mcpServer),
    paging,
  ),
  reads(9, '/api/v1/findings/routing-rules/{id}', 'Reads a finding routing rule', {
    routingRule: of(findingRoutingRule),
  }),
  reads(
    10,
    '/api/v2/apps/{app_id}/resource_types/{resource_type_id}/resources/{resource_id}/owners/users',
    'Searches user ownership sources of an app resource',
    pageOf(appResourceUserOwner),
    { ...paging, roleSlug: string },
  ),
  reads(11, '/api/v1/recovery-policies', 'Lists recovery policies', pageOf(recoveryPolicy), paging),
  reads(
    12,
    '/api/v1/apps/{app_id}/resource_types/{resource_type_id}/resource/{resource_id}/owners',
    'Lists all owners of an app resource',
    { immutableUserIds: strings, ...pageOf(user) },
    paging,
  ),
  reads(
    13,
    '/api/v2/apps/{app_id}/entitlements/{entitlement_id}/owners/users/{role_slug}/{user_ref_id}',
    'Reads one user as owner of an entitlement',
    { appEntitlementOwnerUser: of(appEntitlementOwnerUser) },
  ),
  reads(
    14,
    '/api/v1/automation_executions',
    'Lists automation executions',
    { automationExecutions: listOf(of(automationExecution)), nextPageToken: string },
    cursorAlone,
  ),
  reads(
    15,
    '/api/v1/role-mining/suggestions',
    'Lists role suggestions',
    pageOf(roleSuggestion),
    cursorAlone,
  ),
  reads(
    16,
    '/api/v1/workload_federation/providers',
    'Lists workload federation providers',
    pageOf(workloadFederationProvider),
    cursorAlone,
  ),
];

/** The endpoint with a number; fails for a number that the document does not have. */
export function endpointOf(number: number): DeclaredEndpoint {
  const one = endpoints.find((endpoint) => endpoint.number === number);
  if (one === undefined) throw new RangeError(`the interface has no endpoint ${number}`);
  return one;
}

/** The names in a path, in order. */
export function pathParameters(path: string): readonly string[] {
  return [...path.matchAll(/\{(\w+)\}/g)].map((match) => match[1] ?? '');
}

/** A path with its parameters filled in, each percent-encoded as one segment. */
export function filledPath(path: string, parameters: Readonly<Record<string, string>>): string {
  return path.replaceAll(/\{(\w+)\}/g, (_, name: string) =>
    encodeURIComponent(parameters[name] ?? ''),
  );
}
