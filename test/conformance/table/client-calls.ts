import {
  listAppResourceEntitlements,
  listAppResourceOwners,
  listApps,
  searchAppEntitlements,
} from '../../../src/governance/app-resources.ts';
import type { GovernanceClient } from '../../../src/governance/client.ts';
import {
  type ConnectorChanges,
  type SettableConnectorField,
  updateDelegatedConnector,
} from '../../../src/governance/connectors.ts';
import { listEntitlementHolders, readGrantsFeed, readUserGrants } from '../../../src/governance/grants.ts';
import {
  createAppEntitlementOwnerEntitlement,
  createAppOwnerEntitlement,
  readAppEntitlementOwnerUser,
  searchAppResourceUserOwners,
} from '../../../src/governance/owners.ts';
import { readRequestSchema } from '../../../src/governance/request-schemas.ts';
import { listRiskLevels } from '../../../src/governance/risk-levels.ts';
import {
  createGrantTask,
  createRevokeTask,
  listTaskAudits,
  performTaskAction,
  readTask,
  searchTasks,
} from '../../../src/governance/tasks.ts';
import {
  listAutomationExecutions,
  listMcpServers,
  listRecoveryPolicies,
  listRoleSuggestions,
  listWorkloadFederationProviders,
  readFindingRoutingRule,
  readMcpServerCatalogEntry,
  searchCredentialInventoryPolicies,
} from '../../../src/governance/tenant-records.ts';
import { introspect, readUser, searchUsers } from '../../../src/governance/users.ts';
import type { Endpoint } from '../../../src/governance/wire/endpoint.ts';
import { taskExpandEntries } from './resources/task-values.ts';

/** An id that only arrives as itself where it is encoded as one segment. */
export const nastyId = (name: string): string => `../${name}?y#z %/é`;

/** Every entry of TaskExpandMask. */
const paths = ['*', ...Object.keys(taskExpandEntries)];

const connector = {
  id: nastyId('connector_id'),
  appId: nastyId('connector_app_id'),
  catalogId: 'catalog-1',
  description: 'described',
  displayName: 'Named',
  syncDisabledCategory: 'MAINTENANCE',
  syncDisabledReason: 'painting',
  canResumeSync: true,
  disableCheckBadSync: true,
  parallelSyncWorkerCount: 7,
  profileAllowList: ['department'],
  profileIgnoreList: ['costCentre'],
  userIds: ['user-1', 'user-2'],
  config: { '@type': 'type.acme.example/Config', region: 'north' },
  connectorSyncCronSchedule: { cronSpec: '0 * * * *', start: '2026-02-01T00:00:00Z', timezone: 'UTC' },
  oauthAuthorizedAs: {},
  status: {
    completedAt: '2026-02-01T00:00:03Z',
    startedAt: '2026-02-01T00:00:01Z',
    updatedAt: '2026-02-01T00:00:02Z',
    lastError: 'fog',
  },
  syncConfig: { syncResourceTypeIds: ['team'] },
} as const;

/** Every field that can be set, to what the connector above has there. */
const changes: ConnectorChanges = new Map<SettableConnectorField, unknown>([
  ['catalogId', connector.catalogId],
  ['description', connector.description],
  ['displayName', connector.displayName],
  ['syncDisabledCategory', connector.syncDisabledCategory],
  ['syncDisabledReason', connector.syncDisabledReason],
  ['canResumeSync', connector.canResumeSync],
  ['disableCheckBadSync', connector.disableCheckBadSync],
  ['parallelSyncWorkerCount', connector.parallelSyncWorkerCount],
  ['profileAllowList', connector.profileAllowList],
  ['profileIgnoreList', connector.profileIgnoreList],
  ['userIds', connector.userIds],
  ['config', connector.config],
  ['connectorSyncCronSchedule.cronSpec', connector.connectorSyncCronSchedule.cronSpec],
  ['connectorSyncCronSchedule.start', connector.connectorSyncCronSchedule.start],
  ['connectorSyncCronSchedule.timezone', connector.connectorSyncCronSchedule.timezone],
  ['oauthAuthorizedAs', connector.oauthAuthorizedAs],
  ['status.completedAt', connector.status.completedAt],
  ['status.startedAt', connector.status.startedAt],
  ['status.updatedAt', connector.status.updatedAt],
  ['status.lastError', connector.status.lastError],
  ['syncConfig.syncResourceTypeIds', connector.syncConfig.syncResourceTypeIds],
]);

const grant = {
  appId: 'app-1',
  appEntitlementId: 'ent-1',
  description: 'because',
  emergencyAccess: true,
  grantDuration: '5400s',
  requestData: { deep: [1, { two: null }] },
  expandMask: { paths },
  source: {
    conversationId: 'C1',
    externalUrl: 'https://acme.example/1',
    integrationId: 'T1',
    isExtension: true,
    requestId: 'request-1',
  },
} as const;

const page = { pageSize: 10, pageToken: 'token+/=' } as const;
const pageQuery = { pageSize: '10', pageToken: 'token+/=' };
const cursorQuery = { pageToken: 'token+/=' };
const source = { appId: nastyId('app_entitlement_ref_app_id'), id: nastyId('app_entitlement_ref_id') };
const entitlement = { appId: nastyId('app_id'), id: nastyId('entitlement_id') };
const entitlementOfUser = { appId: 'app-1', appEntitlementId: 'ent-1' };
const roleSlug = nastyId('role_slug');
const resource = {
  appId: nastyId('app_id'),
  resourceTypeId: nastyId('resource_type_id'),
  resourceId: nastyId('resource_id'),
};
const search = { ...page, query: 'words', refs: [{ id: 'policy-1' }] } as const;

/** One call of the client's function of an endpoint with every field, and what the interface wants of it on the wire. */
export interface ClientCall {
  readonly endpoint: number;
  readonly call: (client: GovernanceClient) => Promise<unknown>;
  readonly query?: Readonly<Record<string, string>>;
  readonly body?: Readonly<Record<string, unknown>>;
}

export const clientCalls: readonly ClientCall[] = [
  {
    endpoint: 1,
    call: (client) => createGrantTask(client, { ...grant, identityUserId: 'user-1' }),
    body: { ...grant, identityUserId: 'user-1' },
  },
  {
    endpoint: 1,
    call: (client) => createGrantTask(client, { ...grant, appUserId: 'appuser-1' }),
    body: { ...grant, appUserId: 'appuser-1' },
  },
  {
    endpoint: 2,
    call: (client) => createAppEntitlementOwnerEntitlement(client, { entitlement, roleSlug, source }),
    body: { appEntitlementRef: source },
  },
  {
    endpoint: 3,
    call: (client) => createAppOwnerEntitlement(client, { appId: entitlement.appId, roleSlug, source }),
    body: { appEntitlementRef: source },
  },
  { endpoint: 4, call: (client) => searchCredentialInventoryPolicies(client, search), body: search },
  {
    endpoint: 5,
    call: (client) =>
      updateDelegatedConnector(client, {
        connectorAppId: nastyId('connector_app_id'),
        connectorId: nastyId('connector_id'),
        changes,
      }),
    body: { connector, updateMask: [...changes.keys()].join(','), expandMask: { paths: ['*'] } },
  },
  {
    endpoint: 6,
    call: (client) =>
      listAppResourceEntitlements(
        client,
        {
          appId: nastyId('app_id'),
          resourceTypeId: nastyId('app_resource_type_id'),
          resourceId: nastyId('app_resource_id'),
        },
        page,
      ),
    query: pageQuery,
  },
  { endpoint: 7, call: (client) => readMcpServerCatalogEntry(client, nastyId('catalog_id')) },
  { endpoint: 8, call: (client) => listMcpServers(client, nastyId('app_id'), page), query: pageQuery },
  { endpoint: 9, call: (client) => readFindingRoutingRule(client, nastyId('id')) },
  {
    endpoint: 10,
    call: (client) => searchAppResourceUserOwners(client, resource, { ...page, roleSlug: 'steward' }),
    query: { ...pageQuery, roleSlug: 'steward' },
  },
  { endpoint: 11, call: (client) => listRecoveryPolicies(client, page), query: pageQuery },
  { endpoint: 12, call: (client) => listAppResourceOwners(client, resource, page), query: pageQuery },
  {
    endpoint: 13,
    call: (client) => readAppEntitlementOwnerUser(client, { entitlement, roleSlug, userId: nastyId('user_ref_id') }),
  },
  { endpoint: 14, call: (client) => listAutomationExecutions(client, page), query: cursorQuery },
  { endpoint: 15, call: (client) => listRoleSuggestions(client, page), query: cursorQuery },
  { endpoint: 16, call: (client) => listWorkloadFederationProviders(client, page), query: cursorQuery },
];

/** A call of the client's function of each optional operation. */
export const optionalCalls: Readonly<Record<string, ClientCall['call']>> = {
  taskRead: (client) => readTask(client, 'task-1'),
  taskSearch: (client) => searchTasks(client, {}),
  taskActions: (client) => performTaskAction(client, 'task-1', { verb: 'comment', comment: 'c' }),
  taskAudit: (client) => listTaskAudits(client, { taskId: 'task-1' }),
  taskRevoke: (client) => createRevokeTask(client, { ...entitlementOfUser, identityUserId: 'user-1' }),
  userSearch: (client) => searchUsers(client, {}),
  userRead: (client) => readUser(client, 'user-1'),
  appList: (client) => listApps(client),
  entitlementSearch: (client) => searchAppEntitlements(client, {}),
  whoAmI: (client) => introspect(client),
  riskLevels: (client) => listRiskLevels(client),
  requestSchemas: (client) => readRequestSchema(client, 'schema-1'),
  entitlementHolders: (client) => listEntitlementHolders(client, { appId: 'app-1', entitlementId: 'ent-1' }),
  grantsFeed: (client) => readGrantsFeed(client, { after: '2026-11-01T00:00:00Z', appIds: ['app-1'] }),
  userGrants: (client) => readUserGrants(client, { appId: 'a', entitlementId: 'e', identityUserId: 'u' }),
};

/** The endpoint that a call goes to, with what it decodes: told by a client that sends nothing. */
export function endpointOfCall(call: ClientCall['call']): Endpoint<string, unknown> {
  const called: Endpoint<string, unknown>[] = [];
  const listening: GovernanceClient = {
    call: (endpoint) => {
      called.push(endpoint);
      return new Promise(() => undefined);
    },
    close: () => Promise.resolve(),
  };
  void call(listening);
  const [endpoint] = called;
  if (endpoint === undefined) throw new Error('the function called nothing');
  return endpoint;
}
