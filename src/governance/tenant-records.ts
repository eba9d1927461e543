import { z } from 'zod';
import { ok, type Result } from '../domain/result.ts';
import type { ServiceRefusal } from '../domain/service-refusal.ts';
import type { GovernanceClient } from './client.ts';
import { endpoint } from './wire/endpoint.ts';
import { list, text } from './wire/fields.ts';
import { type Page, type PageRequest, pageFields } from './wire/paging.ts';
import { delegatedNames, mcpServerNames, notifyNames, spelled } from './wire/spelling.ts';

/**
 * The records of the tenant that only administration reads. Its tables say which fields are shown, so nothing but the id is
 * checked here: every other member is passed on as the service sent it, secrets included. Refusals of all of them: `forbidden`;
 * `not-found` where the call names something.
 */
const record = z.looseObject({ id: text });
const message = z.looseObject({});
const dispatcher = z.looseObject({ notify: spelled(notifyNames, message).nullish() });

function pageOf<Item extends z.ZodType>(item: Item) {
  return z.object({ list: list(item), nextPageToken: text });
}

/**
 * Declares the function that reads one page of a list for which interface.md shows no query parameters: the first page is asked for without
 * any. The next is asked for all the same (interface.md, Conventions 6); the list ends where the service refuses that, or names the
 * same page again.
 */
function pageReader<Item>(path: string, answer: z.ZodType<Page<Item>>) {
  const declared = endpoint({ method: 'GET', path, effect: 'read', answer });
  return async (
    client: GovernanceClient,
    { pageToken = '' }: PageRequest = {},
  ): Promise<Result<Page<Item>, ServiceRefusal>> => {
    const read = await client.call(declared, { path: {}, query: { pageToken } });
    const isRefused = !read.ok && read.refusal.kind === 'invalid';
    const isRepeated = read.ok && read.value.nextPageToken === pageToken;
    return pageToken !== '' && (isRefused || isRepeated) ? ok({ list: [], nextPageToken: '' }) : read;
  };
}

const searchCredentialInventoryPoliciesEndpoint = endpoint({
  method: 'POST',
  path: '/api/v1/search/credential-inventory-policies',
  effect: 'read',
  answer: pageOf(record.extend({ delegated: spelled(delegatedNames, message).nullish() })),
});

/** Endpoint 4: the credential policies whose name matches `query` (empty matches all) among `refs` (empty matches all). */
export function searchCredentialInventoryPolicies(
  client: GovernanceClient,
  request: PageRequest & { readonly query?: string; readonly refs?: readonly { readonly id: string }[] } = {},
) {
  const body = { ...request, ...pageFields(request) };
  return client.call(searchCredentialInventoryPoliciesEndpoint, { path: {}, body });
}

const readMcpServerCatalogEntryEndpoint = endpoint({
  method: 'GET',
  path: '/api/v1/mcp_server_catalog/{catalog_id}',
  effect: 'read',
  answer: z.object({ catalogEntry: record }).transform((answer) => answer.catalogEntry),
});

/** Endpoint 7: one entry of the MCP server catalog. */
export function readMcpServerCatalogEntry(client: GovernanceClient, catalogId: string) {
  return client.call(readMcpServerCatalogEntryEndpoint, { path: { catalog_id: catalogId } });
}

const listMcpServersEndpoint = endpoint({
  method: 'GET',
  path: '/api/v1/apps/{app_id}/mcp_servers',
  effect: 'read',
  // An MCP server has no id but its connector's.
  answer: pageOf(spelled(mcpServerNames, z.looseObject({ connectorId: text }))),
});

/** Endpoint 8: one page of the MCP servers of an app; at most 100. */
export function listMcpServers(client: GovernanceClient, appId: string, page: PageRequest = {}) {
  return client.call(listMcpServersEndpoint, { path: { app_id: appId }, query: pageFields(page) });
}

const readFindingRoutingRuleEndpoint = endpoint({
  method: 'GET',
  path: '/api/v1/findings/routing-rules/{id}',
  effect: 'read',
  answer: z
    .object({ routingRule: record.extend({ dispatchers: z.array(dispatcher).nullish() }) })
    .transform((answer) => answer.routingRule),
});

/** Endpoint 9: one finding routing rule. */
export function readFindingRoutingRule(client: GovernanceClient, id: string) {
  return client.call(readFindingRoutingRuleEndpoint, { path: { id } });
}

const listRecoveryPoliciesEndpoint = endpoint({
  method: 'GET',
  path: '/api/v1/recovery-policies',
  effect: 'read',
  answer: pageOf(record),
});

/** Endpoint 11: one page of the recovery policies. */
export function listRecoveryPolicies(client: GovernanceClient, page: PageRequest = {}) {
  return client.call(listRecoveryPoliciesEndpoint, { path: {}, query: pageFields(page) });
}

/** Endpoint 14, the one list of the interface that is not called `list`. */
export const listAutomationExecutions = pageReader(
  '/api/v1/automation_executions',
  z
    .object({ automationExecutions: list(record), nextPageToken: text })
    .transform((answer) => ({ list: answer.automationExecutions, nextPageToken: answer.nextPageToken })),
);

/** Endpoint 15. The interface mentions a filter by state without showing its name, so none is sent. */
export const listRoleSuggestions = pageReader(
  '/api/v1/role-mining/suggestions',
  pageOf(record.extend({ suggestionState: text })),
);

/** Endpoint 16. */
export const listWorkloadFederationProviders = pageReader('/api/v1/workload_federation/providers', pageOf(record));
