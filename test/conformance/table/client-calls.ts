import { type ConnectorChanges, connectorUpdate } from '../../../src/admin/connector-changes.ts';
import type { GovernanceClient } from '../../../src/governance/client.ts';
import * as endpoints from '../../../src/governance/endpoints.ts';
import * as optional from '../../../src/governance/optional-operations.ts';
import type { AnyEndpoint, CallInput, Endpoint } from '../../../src/governance/wire/endpoint.ts';
import { type Page, type PageRequest, readPage } from '../../../src/governance/wire/paging.ts';
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
const changes: ConnectorChanges = new Map<string, unknown>([
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

const pageQuery = { pageSize: '10', pageToken: 'token+/=' };
const cursorQuery = { pageToken: 'token+/=' };
const source = { appId: nastyId('app_entitlement_ref_app_id'), id: nastyId('app_entitlement_ref_id') };
const search = { query: 'words', refs: [{ id: 'policy-1' }] };

/** One call of an endpoint with every field, and what the interface wants of it on the wire. */
export interface ClientCall {
  readonly endpoint: number;
  readonly call: (client: GovernanceClient) => Promise<unknown>;
  readonly query?: Readonly<Record<string, string>>;
  readonly body?: Readonly<Record<string, unknown>>;
}

/** Every parameter of a path, each with an id of its own. */
function nastyPath({ path }: AnyEndpoint): Readonly<Record<string, string>> {
  return Object.fromEntries([...path.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => [name, nastyId(name)]));
}

const calling =
  (one: AnyEndpoint, more: Pick<CallInput<string>, 'body'> = {}) =>
  (client: GovernanceClient) =>
    client.call(one, { path: nastyPath(one), ...more });

const paging =
  (one: Endpoint<string, Page<unknown>>, more: Pick<CallInput<string>, 'query' | 'body'> = {}) =>
  (client: GovernanceClient) => {
    const page: PageRequest = { pageSize: 10, pageToken: 'token+/=' };
    return readPage(client, one, { path: nastyPath(one), ...more }, page);
  };

const grants = [{ identityUserId: 'user-1' }, { appUserId: 'appuser-1' }].map((user) => ({ ...grant, ...user }));
const update = connectorUpdate(nastyId('connector_app_id'), nastyId('connector_id'), changes);
const wholeUpdate = { connector, updateMask: [...changes.keys()].join(','), expandMask: { paths: ['*'] } };
const ref = { appEntitlementRef: source };

export const clientCalls: readonly ClientCall[] = [
  ...grants.map((body) => ({ endpoint: 1, call: calling(endpoints.createGrantTask, { body }), body })),
  { endpoint: 2, call: calling(endpoints.createAppEntitlementOwnerEntitlement, { body: ref }), body: ref },
  { endpoint: 3, call: calling(endpoints.createAppOwnerEntitlement, { body: ref }), body: ref },
  {
    endpoint: 4,
    call: paging(endpoints.searchCredentialInventoryPolicies, { body: search }),
    body: { ...search, pageSize: 10, pageToken: 'token+/=' },
  },
  { endpoint: 5, call: calling(endpoints.updateDelegatedConnector, { body: update }), body: wholeUpdate },
  { endpoint: 6, call: paging(endpoints.listAppResourceEntitlements), query: pageQuery },
  { endpoint: 7, call: calling(endpoints.readMcpServerCatalogEntry) },
  { endpoint: 8, call: paging(endpoints.listMcpServers), query: pageQuery },
  { endpoint: 9, call: calling(endpoints.readFindingRoutingRule) },
  {
    endpoint: 10,
    call: paging(endpoints.searchAppResourceUserOwners, { query: { roleSlug: 'steward' } }),
    query: { ...pageQuery, roleSlug: 'steward' },
  },
  { endpoint: 11, call: paging(endpoints.listRecoveryPolicies), query: pageQuery },
  { endpoint: 12, call: paging(endpoints.listAppResourceOwners), query: pageQuery },
  { endpoint: 13, call: calling(endpoints.readAppEntitlementOwnerUser) },
  { endpoint: 14, call: paging(endpoints.listAutomationExecutions), query: cursorQuery },
  { endpoint: 15, call: paging(endpoints.listRoleSuggestions), query: cursorQuery },
  { endpoint: 16, call: paging(endpoints.listWorkloadFederationProviders), query: cursorQuery },
];

/** A call of each optional operation. */
export const optionalCalls: Readonly<Record<string, ClientCall['call']>> = Object.fromEntries(
  Object.values(optional).map((one) => [one.operation ?? '', calling(one)]),
);

/** The endpoint that a call goes to, with what it decodes: told by a client that sends nothing. */
export function endpointOfCall(call: ClientCall['call']): AnyEndpoint {
  const called: AnyEndpoint[] = [];
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
