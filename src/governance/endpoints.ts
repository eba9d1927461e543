import { searchAppEntitlementsEndpoint } from './app-entitlements.ts';
import { listAppResourceEntitlementsEndpoint, listAppResourceOwnersEndpoint } from './app-resources.ts';
import { listAppsEndpoint } from './apps.ts';
import { listAutomationExecutionsEndpoint } from './automation-executions.ts';
import { updateDelegatedConnectorEndpoint } from './connectors.ts';
import { searchCredentialInventoryPoliciesEndpoint } from './credential-policies.ts';
import { readFindingRoutingRuleEndpoint } from './finding-routing-rules.ts';
import { introspectEndpoint } from './introspection.ts';
import { readMcpServerCatalogEntryEndpoint } from './mcp-catalog.ts';
import { listMcpServersEndpoint } from './mcp-servers.ts';
import {
  createAppEntitlementOwnerEntitlementEndpoint,
  createAppOwnerEntitlementEndpoint,
  readAppEntitlementOwnerUserEndpoint,
  searchAppResourceUserOwnersEndpoint,
} from './owners.ts';
import { listRecoveryPoliciesEndpoint } from './recovery-policies.ts';
import { listRoleSuggestionsEndpoint } from './role-suggestions.ts';
import { performTaskActionEndpoint } from './task-actions.ts';
import { listTaskAuditsEndpoint } from './task-audits.ts';
import { createGrantTaskEndpoint } from './task-grant.ts';
import { readTaskEndpoint, searchTasksEndpoint } from './task-reading.ts';
import { createRevokeTaskEndpoint } from './task-revoke.ts';
import { readUserEndpoint, searchUsersEndpoint } from './users.ts';
import { listWorkloadFederationProvidersEndpoint } from './workload-federation.ts';

/** The sixteen endpoints of interface.md, in its order. */
export const documentedEndpoints = [
  createGrantTaskEndpoint,
  createAppEntitlementOwnerEntitlementEndpoint,
  createAppOwnerEntitlementEndpoint,
  searchCredentialInventoryPoliciesEndpoint,
  updateDelegatedConnectorEndpoint,
  listAppResourceEntitlementsEndpoint,
  readMcpServerCatalogEntryEndpoint,
  listMcpServersEndpoint,
  readFindingRoutingRuleEndpoint,
  searchAppResourceUserOwnersEndpoint,
  listRecoveryPoliciesEndpoint,
  listAppResourceOwnersEndpoint,
  readAppEntitlementOwnerUserEndpoint,
  listAutomationExecutionsEndpoint,
  listRoleSuggestionsEndpoint,
  listWorkloadFederationProvidersEndpoint,
] as const;

/** The optional operations of deployments.md. */
export const optionalEndpoints = [
  readTaskEndpoint,
  searchTasksEndpoint,
  performTaskActionEndpoint,
  listTaskAuditsEndpoint,
  createRevokeTaskEndpoint,
  searchUsersEndpoint,
  readUserEndpoint,
  listAppsEndpoint,
  searchAppEntitlementsEndpoint,
  introspectEndpoint,
] as const;
