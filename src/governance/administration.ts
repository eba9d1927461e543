import { ok } from '../domain/result.ts';
import type { Administration, ConnectorChange } from '../use-cases/administration-ports.ts';
import { listAppResourceEntitlements, listAppResourceOwners } from './app-resources.ts';
import { listAutomationExecutions } from './automation-executions.ts';
import type { GovernanceClient } from './client.ts';
import { updateDelegatedConnector } from './connectors.ts';
import { searchCredentialInventoryPolicies } from './credential-policies.ts';
import { readFindingRoutingRule } from './finding-routing-rules.ts';
import { readMcpServerCatalogEntry } from './mcp-catalog.ts';
import { listMcpServers } from './mcp-servers.ts';
import {
  createAppEntitlementOwnerEntitlement,
  createAppOwnerEntitlement,
  readAppEntitlementOwnerUser,
  searchAppResourceUserOwners,
} from './owners.ts';
import { listRecoveryPolicies } from './recovery-policies.ts';
import { listRoleSuggestions } from './role-suggestions.ts';
import { displayNameOf } from './snapshot/entitlements.ts';
import { readPerson } from './snapshot/people.ts';
import { locate } from './wire/expanded.ts';
import { listWorkloadFederationProviders } from './workload-federation.ts';

/** The port `Administration` over the client: one call a method, and the paths of views followed. */
export function createAdministration(client: GovernanceClient): Administration {
  return {
    async listEntitlements(resource, page) {
      const answer = await listAppResourceEntitlements(client, resource, page);
      if (!answer.ok) return answer;
      const { expanded, nextPageToken } = answer.value;
      const list = answer.value.list.map((view) => ({
        entitlement: view.appEntitlement,
        objectPermissions: view.objectPermissions,
        appName: displayNameOf(expanded, view.appPath),
        resourceName: displayNameOf(expanded, view.appResourcePath),
        resourceTypeName: displayNameOf(expanded, view.appResourceTypePath),
      }));
      return ok({ list, nextPageToken });
    },
    listOwners: (resource, page) => listAppResourceOwners(client, resource, page),
    listUserOwners: (resource, roleSlug, page) =>
      searchAppResourceUserOwners(client, resource, roleSlug === null ? page : { ...page, roleSlug }),
    readEntitlementOwner: (entitlement, roleSlug, userId) =>
      readAppEntitlementOwnerUser(client, { entitlement, roleSlug, userId }),
    addEntitlementOwnerSource: (entitlement, roleSlug, source) =>
      createAppEntitlementOwnerEntitlement(client, { entitlement, roleSlug, source }),
    addAppOwnerSource: (appId, roleSlug, source) => createAppOwnerEntitlement(client, { appId, roleSlug, source }),
    searchCredentialPolicies: (query, page) => searchCredentialInventoryPolicies(client, { ...page, query }),
    listRecoveryPolicies: (page) => listRecoveryPolicies(client, page),
    async updateConnector(appId, connectorId, change) {
      const answer = await updateDelegatedConnector(client, {
        connectorAppId: appId,
        connectorId,
        connector: change,
        updateMask: maskOf(change),
        expandMask: { paths: ['*'] },
      });
      if (!answer.ok) return answer;
      const { connectorView: view, expanded } = answer.value;
      const userNames = locate(expanded, view.usersPath).flatMap((value) => readPerson(value)?.name ?? []);
      return ok({ connector: view.connector, appName: displayNameOf(expanded, view.appPath), userNames });
    },
    readMcpCatalogEntry: (catalogId) => readMcpServerCatalogEntry(client, catalogId),
    listMcpServers: (appId, page) => listMcpServers(client, appId, page),
    readRoutingRule: (id) => readFindingRoutingRule(client, id),
    listExecutions: (page) => listAutomationExecutions(client, page),
    listRoleSuggestions: (page) => listRoleSuggestions(client, page),
    listFederationProviders: (page) => listWorkloadFederationProviders(client, page),
  };
}

/** Messages whose members are changed one by one; a configuration is only ever replaced as a whole. */
const memberwise: ReadonlySet<string> = new Set(['connectorSyncCronSchedule', 'status', 'syncConfig']);

/** A field mask that names what is given and nothing beside it: `displayName,connectorSyncCronSchedule.cronSpec`. */
function maskOf(change: ConnectorChange): string {
  return Object.entries(change)
    .filter(([, value]) => value !== undefined)
    .flatMap(([name, value]) =>
      memberwise.has(name) && typeof value === 'object'
        ? Object.keys(value).map((member) => `${name}.${member}`)
        : [name],
    )
    .join(',');
}
