/**
 * Calls as the bot makes them: from an order, or from the words of an operator, never with a body
 * that a test wrote.
 */

import { searchPolicies } from '../src/operator/doctor/checks/governance-checks.ts';
import { createAccessGovernance } from '../src/service/access-governance.ts';
import { TenantCapabilities } from '../src/service/capabilities.ts';
import * as catalogs from '../src/service/client/catalog-operations.ts';
import type { GovernanceClient } from '../src/service/client/client.ts';
import * as optional from '../src/service/client/optional-operations.ts';
import * as requestSettings from '../src/service/client/request-settings-operations.ts';
import type { AnyEndpoint } from '../src/service/client/wire/endpoint.ts';
import type { PageRequest } from '../src/service/client/wire/paging.ts';
import type { GrantOrder } from '../src/use-cases/ports/ports.ts';
import { callByRow, idsOf } from './operator-calls.ts';

/** An id that only arrives as itself where it is encoded as one segment. */
export const nastyId = (name: string): string => `../${name}?y#z %/é`;

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
  connectorSyncCronSchedule: {
    cronSpec: '0 * * * *',
    start: '2026-02-01T00:00:00Z',
    timezone: 'UTC',
  },
  oauthAuthorizedAs: {},
  status: {
    completedAt: '2026-02-01T00:00:03Z',
    startedAt: '2026-02-01T00:00:01Z',
    updatedAt: '2026-02-01T00:00:02Z',
    lastError: 'fog',
  },
  syncConfig: { syncResourceTypeIds: ['team'] },
} as const;

const {
  id: _id,
  appId: _appId,
  connectorSyncCronSchedule,
  status,
  syncConfig,
  ...plain
} = connector;

const within = (name: string, members: object): Readonly<Record<string, unknown>> =>
  Object.fromEntries(Object.entries(members).map(([key, value]) => [`${name}.${key}`, value]));

/** Every field that can be set, by its path. */
const setFields: Readonly<Record<string, unknown>> = {
  ...plain,
  ...within('connectorSyncCronSchedule', connectorSyncCronSchedule),
  ...within('status', status),
  ...within('syncConfig', syncConfig),
};

const source = {
  conversationId: 'C1',
  externalUrl: 'https://acme.example/1',
  integrationId: 'T1',
  isExtension: true,
  requestId: 'request-1',
};

const order: GrantOrder = {
  appId: 'app-1',
  entitlementId: 'ent-1',
  identityUserId: 'user-1',
  justification: 'because',
  emergency: true,
  durationSeconds: 5_400,
  requestData: { deep: 'water' },
  source,
};

/** What the interface wants of that order. */
const wantedGrant = {
  appId: 'app-1',
  appEntitlementId: 'ent-1',
  identityUserId: 'user-1',
  description: 'because',
  emergencyAccess: true,
  grantDuration: '5400s',
  requestData: { deep: 'water' },
  expandMask: { paths: ['*'] },
  source,
};

const page: Required<PageRequest> = { pageSize: 10, pageToken: 'token+/=' };
const pageQuery = { pageSize: '10', pageToken: 'token+/=' };
const cursorQuery = { pageToken: 'token+/=' };
const ref = {
  appEntitlementRef: {
    appId: nastyId('app_entitlement_ref_app_id'),
    id: nastyId('app_entitlement_ref_id'),
  },
};
const search = { query: 'words', refs: [{ id: 'policy-1' }, { id: 'policy-2' }] };

/** One call of an endpoint with every field, and what the interface wants of it on the wire. */
export interface ClientCall {
  readonly endpoint: number;
  readonly call: (client: GovernanceClient) => Promise<unknown>;
  readonly query?: Readonly<Record<string, string>>;
  readonly body?: Readonly<Record<string, unknown>>;
}

/** Every parameter of a path, each with an id of its own. */
function nastyPath({ path }: AnyEndpoint): Readonly<Record<string, string>> {
  return Object.fromEntries(
    [...path.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => [name, nastyId(name)]),
  );
}

const calling = (one: AnyEndpoint) => (client: GovernanceClient) =>
  client.call(one, { path: nastyPath(one) });

/** What a row of the operator's table sends, with these fields. */
const byRow = (
  endpoint: number,
  wanted: Pick<ClientCall, 'query' | 'body'> = {},
  fields: Readonly<Record<string, unknown>> = {},
): ClientCall => ({
  endpoint,
  call(client) {
    const ids = Object.fromEntries(idsOf(endpoint).map((name) => [name, nastyId(name)]));
    return callByRow(client, endpoint, ids, page, fields);
  },
  ...wanted,
});

const wholeUpdate = {
  connector,
  updateMask: Object.keys(setFields).join(','),
  expandMask: { paths: ['*'] },
};

export const clientCalls: readonly ClientCall[] = [
  {
    endpoint: 1,
    call: (client) =>
      createAccessGovernance(client, { tenant: new TenantCapabilities(new Set()) }).requestGrant(
        order,
      ),
    body: wantedGrant,
  },
  byRow(2, { body: ref }),
  byRow(3, { body: ref }),
  byRow(4, { body: { ...search, ...page } }, search),
  byRow(5, { body: wholeUpdate }, setFields),
  byRow(6, { query: pageQuery }),
  byRow(7),
  byRow(8, { query: pageQuery }),
  byRow(9),
  byRow(10, { query: { ...pageQuery, roleSlug: 'steward' } }, { roleSlug: 'steward' }),
  byRow(11, { query: pageQuery }),
  byRow(12, { query: pageQuery }),
  byRow(13),
  byRow(14, { query: cursorQuery }),
  byRow(15, { query: cursorQuery }),
  byRow(16, { query: cursorQuery }),
];

/** A call of an optional operation, of which one may have several. */
interface OptionalCall {
  readonly operation: string;
  readonly call: ClientCall['call'];
}

/** A call of each optional operation. The whole module is imported so that none is left out. */
export const optionalCalls: readonly OptionalCall[] = [
  ...[optional, catalogs, requestSettings]
    .flatMap((one) => Object.values(one))
    .map((one) => ({
      operation: one.operation ?? '',
      call: calling(one),
    })),
  { operation: 'policySearch', call: calling(searchPolicies) },
];

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
