import { pageRequestOf } from '../page-request.ts';
import { pageOf } from '../paging.ts';
import { requirePermission } from '../permissions.ts';
import type { Call, Route } from '../route.ts';

/** Page size of lists for which the interface shows no query parameters. */
const undocumentedPageSize = 10;

/**
 * The page that a GET asks for of a list that documents no paging; its cursor is taken all the same
 * (docs/spec/interface.md#conventions, 6).
 */
function nextPage<Item extends { readonly id: string }>(
  call: Call,
  items: readonly Item[],
  filter: unknown,
) {
  requirePermission(call.caller, 'read');
  const request = { pageSize: undocumentedPageSize, pageToken: call.query('pageToken') };
  return pageOf(items, (item) => item.id, request, filter);
}

/** The page of a tenant-wide list that a GET asks for. */
function page<Item extends { readonly id: string }>(
  call: Call,
  items: readonly Item[],
  filter: unknown,
) {
  requirePermission(call.caller, 'read');
  return pageOf(items, (item) => item.id, pageRequestOf(call), filter);
}

/**
 * Endpoints 11, 14, 15 and 16: lists of the whole tenant. Endpoint 15 is "optionally filterable by
 * state" by a parameter that the interface does not show; here it is `state`, with a full enum
 * value.
 */
export const tenantListRoutes: readonly Route[] = [
  {
    method: 'GET',
    path: '/api/v1/recovery-policies',
    operation: 11,
    handle: ({ catalog }, call) => page(call, catalog.records.recoveryPolicies, [11]),
  },
  {
    method: 'GET',
    path: '/api/v1/automation_executions',
    operation: 14,
    handle({ catalog }, call) {
      const { list, nextPageToken } = nextPage(call, catalog.records.automationExecutions, [14]);
      return { automationExecutions: list, nextPageToken };
    },
  },
  {
    method: 'GET',
    path: '/api/v1/role-mining/suggestions',
    operation: 15,
    handle({ catalog }, call) {
      const state = call.query('state');
      const found = catalog.records.roleSuggestions.filter(
        (one) => state === '' || one['suggestionState'] === state,
      );
      return nextPage(call, found, [15, state]);
    },
  },
  {
    method: 'GET',
    path: '/api/v1/workload_federation/providers',
    operation: 16,
    handle: ({ catalog }, call) => nextPage(call, catalog.records.federationProviders, [16]),
  },
];
