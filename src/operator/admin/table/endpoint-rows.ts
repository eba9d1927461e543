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
import {
  listEntitlementHolders,
  searchAutomationExecutions,
  searchRoleSuggestions,
} from '../../../service/client/optional-operations.ts';
import type { Endpoint } from '../../../service/client/wire/endpoint.ts';
import type { Page } from '../../../service/client/wire/paging.ts';
import { withoutSecrets } from '../secrets.ts';
import { connectorUpdate, readConnectorChanges } from './connector-fields.ts';

/** What was typed for a row. */
export interface RowInput {
  /** By their names in the path. */
  readonly ids: Readonly<Record<string, string>>;
  /** The same as a question names them. */
  readonly titles: Readonly<Record<string, string>>;
  /** Of each flag what was typed, in its order. */
  readonly flag: (name: string) => readonly string[];
}

export interface RowWords {
  readonly name: string;
  readonly about: string;
  /** What is typed beside the ids of the path: `[--role <slug>]`. */
  readonly flags?: string;
  /** What is wrong with it; null where nothing is. */
  readonly mistake?: (input: RowInput) => string | null;
  /** Only where something changes: what becomes of what. */
  readonly question?: (input: RowInput) => readonly string[];
  /** What is sent beside the path. */
  readonly body?: (input: RowInput) => Readonly<Record<string, unknown>>;
}

export interface ListRow extends RowWords {
  readonly query?: (input: RowInput) => Readonly<Record<string, string>>;
  readonly list: Endpoint<string, Page<unknown>>;
  /** Used where the tenant has it: at most tenants `list` takes no paging parameters. */
  readonly pagedSearch?: Endpoint<string, Page<unknown>>;
  /** Whether an item is one of those that were asked for. */
  readonly isAsked?: (item: object, input: RowInput) => boolean;
}
export interface RecordRow extends RowWords {
  readonly one: Endpoint<string, object>;
}
export type EndpointRow = ListRow | RecordRow;

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

const changesOf = (input: RowInput) => {
  const changes = readConnectorChanges(input.flag('set'));
  return typeof changes === 'string' ? new Map<string, unknown>() : changes;
};

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
    about: 'people who were made owners of a resource, with their role; --role: only those in it',
    flags: '[--role <slug>]',
    list: searchAppResourceUserOwners,
    query: ({ flag }) => ({ roleSlug: flag('role').at(-1) ?? '' }),
    isAsked: (item, { flag }) =>
      flag('role').length === 0 || ('roleSlug' in item && item.roleSlug === flag('role').at(-1)),
  },
  {
    name: 'entitlement-owner',
    about: 'one person as owner of an entitlement in a role',
    one: readAppEntitlementOwnerUser,
  },
  {
    name: 'add-entitlement-owners',
    about: 'makes everybody who holds one entitlement (the last two) an owner of another one',
    one: createAppEntitlementOwnerEntitlement,
    question: (input) =>
      ownersAdded(`${input.titles.entitlement_id} of ${input.titles.app_id}`, input),
    body: holders,
  },
  {
    name: 'add-app-owners',
    about: 'makes everybody who holds an entitlement (the last two) an owner of an app',
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
    about: 'which credentials people may enrol; those whose name matches, or with one of the ids',
    flags: '[--query <words>] [--id <policy>]...',
    list: searchCredentialInventoryPolicies,
    body: ({ flag }) => ({
      query: flag('query').join(' '),
      ...(flag('id').length === 0 ? {} : { refs: flag('id').map((id) => ({ id })) }),
    }),
  },
  {
    name: 'recovery-policies',
    about: 'how somebody who lost a credential gets back in',
    list: listRecoveryPolicies,
  },
  {
    name: 'update-connector',
    about:
      'changes settings of an app’s connector: lists with commas, userIds by name, email or id; without --set it says what can be set',
    flags: '[--set <field=value>]...',
    one: updateDelegatedConnector,
    mistake(input) {
      const changes = readConnectorChanges(input.flag('set'));
      return typeof changes === 'string' ? changes : null;
    },
    question: (input) => [
      `These fields of ${input.ids.connector_id} of ${input.titles.connector_app_id} change:`,
      ...Object.entries(Object(withoutSecrets(Object.fromEntries(changesOf(input))))).map(
        ([field, value]) =>
          `${field}: ${field === 'userIds' ? input.titles.userIds : JSON.stringify(value)}`,
      ),
    ],
    body: (input) =>
      connectorUpdate(
        input.ids.connector_app_id ?? '',
        input.ids.connector_id ?? '',
        changesOf(input),
      ),
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
    about: 'the runs of automations',
    list: listAutomationExecutions,
    pagedSearch: searchAutomationExecutions,
  },
  {
    name: 'role-suggestions',
    about: 'roles that the service’s analysis suggests',
    list: listRoleSuggestions,
    pagedSearch: searchRoleSuggestions,
  },
  {
    name: 'federation-providers',
    about: 'who may vouch for workloads',
    list: listWorkloadFederationProviders,
  },
];
