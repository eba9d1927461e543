/** The one table of `npm run admin`: a row for each endpoint of the interface beside the request. */
import {
  createAppEntitlementOwnerEntitlement,
  createAppOwnerEntitlement,
  listAppResourceEntitlements,
  listAppResourceOwners,
  listAutomationExecutions,
  listMcpServers,
  listRecoveryPolicies,
  listRoleSuggestions,
  listWorkloadFederationProviders,
  readAppEntitlementOwnerUser,
  readFindingRoutingRule,
  readMcpServerCatalogEntry,
  searchAppResourceUserOwners,
  searchCredentialInventoryPolicies,
  updateDelegatedConnector,
} from '../../../service/client/endpoints.ts';
import { listEntitlementHolders } from '../../../service/client/optional-operations.ts';
import type { CallInput, Endpoint } from '../../../service/client/wire/endpoint.ts';
import type { Page } from '../../../service/client/wire/paging.ts';
import { withoutSecrets } from './viewer.ts';

/** What was typed for a row. */
export interface RowInput {
  /** By their names in the path. */
  readonly ids: Readonly<Record<string, string>>;
  /** What the ids stand for, as a question names it. */
  readonly titles: Readonly<Record<string, string>>;
  /** By their paths, such as `status.lastError`. */
  readonly fields: ReadonlyMap<string, unknown>;
}

export interface RowWords {
  readonly name: string;
  readonly about: string;
  /** What may be typed as `field=value`. */
  readonly fields?: readonly string[];
  /** Only where something changes: what becomes of what. */
  readonly question?: (input: RowInput) => readonly string[];
  /** What is sent beside the path and, of a reading, the fields. */
  readonly body?: (input: RowInput) => Readonly<Record<string, unknown>>;
}

export interface ListRow extends RowWords {
  readonly list: Endpoint<string, Page<unknown>>;
}
export interface RecordRow extends RowWords {
  readonly one: Endpoint<string, object>;
}
export type EndpointRow = ListRow | RecordRow;

/** What is sent for a row. */
export function sentBy(row: EndpointRow, input: RowInput): CallInput<string> {
  const { method } = 'list' in row ? row.list : row.one;
  const path = input.ids;
  if (method === 'POST')
    return { path, body: row.body?.(input) ?? Object.fromEntries(input.fields) };
  return {
    path,
    query: Object.fromEntries([...input.fields].map(([name, value]) => [name, String(value)])),
  };
}

/** The ids of a path, in their order. */
export function idsIn(path: string): readonly string[] {
  return [...path.matchAll(/\{(\w+)\}/g)].map(([, id = '']) => id);
}

/** What may stand in the place of an id: a name, where people give one. */
export function kindOf(id: string): 'app' | 'entitlement' | 'person' | null {
  if (id.endsWith('app_id')) return 'app';
  if (/(?:^|app_)entitlement_(?:ref_)?id$/.test(id)) return 'entitlement';
  return id === 'user_ref_id' ? 'person' : null;
}

const ownersAdded = (owned: string, { ids, titles }: RowInput): readonly string[] => [
  `Everybody who holds ${titles.app_entitlement_ref_id} of ${titles.app_entitlement_ref_app_id} becomes an owner (${ids.role_slug}) of ${owned}.`,
];
const holders = ({ ids }: RowInput) => ({
  appEntitlementRef: { appId: ids.app_entitlement_ref_app_id, id: ids.app_entitlement_ref_id },
});

/**
 * What a caller may set of a connector (docs/spec/interface.md#connector), by its path. Everything
 * else is read-only and never sent.
 */
const connectorFields = [
  'displayName',
  'description',
  'connectorSyncCronSchedule.cronSpec',
  'connectorSyncCronSchedule.timezone',
  'connectorSyncCronSchedule.start',
  'syncConfig.syncResourceTypeIds',
  'parallelSyncWorkerCount',
  'canResumeSync',
  'disableCheckBadSync',
  'syncDisabledCategory',
  'syncDisabledReason',
  'userIds',
  'profileAllowList',
  'profileIgnoreList',
  'config',
  'catalogId',
  'status.lastError',
  'status.startedAt',
  'status.updatedAt',
  'status.completedAt',
  'oauthAuthorizedAs',
];

/**
 * Only the fields given are sent, and `updateMask` names exactly them, so that the rest of a message
 * stays as it is. No field lies deeper than `status.lastError`.
 */
function connectorUpdate({ ids, fields }: RowInput): Readonly<Record<string, unknown>> {
  const connector: Record<string, unknown> = { id: ids.connector_id, appId: ids.connector_app_id };
  for (const [path, value] of fields) {
    const [name = '', member] = path.split('.');
    connector[name] =
      member === undefined ? value : { ...Object(connector[name]), [member]: value };
  }
  return { connector, expandMask: { paths: ['*'] }, updateMask: [...fields.keys()].join(',') };
}

export const endpointRows: readonly EndpointRow[] = [
  {
    name: 'entitlements',
    about: 'what can be asked for on a resource of an app',
    list: listAppResourceEntitlements,
  },
  {
    name: 'owners',
    about: 'who owns a resource of an app; immutableUserIds are managed by the system',
    list: listAppResourceOwners,
  },
  {
    name: 'user-owners',
    about:
      'the people who are owners of a resource, each with their role; roleSlug=... shows one role only',
    fields: ['roleSlug'],
    list: searchAppResourceUserOwners,
  },
  {
    name: 'entitlement-owner',
    about: 'one person as owner of an entitlement in a role',
    one: readAppEntitlementOwnerUser,
  },
  {
    name: 'add-entitlement-owners',
    about: 'makes everybody who holds the second entitlement an owner of the first',
    one: createAppEntitlementOwnerEntitlement,
    question: (input) =>
      ownersAdded(`${input.titles.entitlement_id} of ${input.titles.app_id}`, input),
    body: holders,
  },
  {
    name: 'add-app-owners',
    about: 'makes everybody who holds the entitlement an owner of the first app',
    one: createAppOwnerEntitlement,
    question: (input) => ownersAdded(`${input.titles.app_id}`, input),
    body: holders,
  },
  {
    name: 'who-has',
    about: 'who has an entitlement',
    list: listEntitlementHolders,
  },
  {
    name: 'credential-policies',
    about:
      'the policies that say which credentials people may enrol; query=... finds them by name, refs:=[...] by id',
    fields: ['query', 'refs'],
    list: searchCredentialInventoryPolicies,
  },
  {
    name: 'recovery-policies',
    about: 'how somebody who lost a credential gets back in',
    list: listRecoveryPolicies,
  },
  {
    name: 'update-connector',
    about: `changes settings of an app’s connector: ${connectorFields.join(', ')}`,
    fields: connectorFields,
    one: updateDelegatedConnector,
    question: ({ ids, titles, fields }) => [
      `These fields of ${ids.connector_id} of ${titles.connector_app_id} change:`,
      ...Object.entries(Object(withoutSecrets(Object.fromEntries(fields)))).map(
        ([field, value]) => `${field}: ${JSON.stringify(value)}`,
      ),
    ],
    body: connectorUpdate,
  },
  {
    name: 'mcp-catalog',
    about: 'one kind of MCP server that the service supports',
    one: readMcpServerCatalogEntry,
  },
  {
    name: 'mcp-servers',
    about: 'the MCP servers registered on an app, and which of their secrets are set',
    list: listMcpServers,
  },
  {
    name: 'routing-rule',
    about: 'one rule for findings: what it catches, what it does, and who is told',
    one: readFindingRoutingRule,
  },
  {
    name: 'executions',
    about: 'the runs of automations; most tenants give only the first page',
    list: listAutomationExecutions,
  },
  {
    name: 'role-suggestions',
    about: 'the roles that the service’s analysis suggests; most tenants give only the first page',
    list: listRoleSuggestions,
  },
  {
    name: 'federation-providers',
    about: 'who may vouch for workloads',
    list: listWorkloadFederationProviders,
  },
];
