import type { Result } from '../domain/result.ts';
import type { ServiceRefusal } from '../domain/service-refusal.ts';
import { type AppEntitlementPage, appEntitlementPage } from './app-entitlement-fields.ts';
import type { GovernanceClient } from './client.ts';
import { endpoint } from './wire/endpoint.ts';
import { type PageRequest, pageFields } from './wire/paging.ts';

export const searchAppEntitlementsEndpoint = endpoint({
  method: 'POST',
  path: '/api/v1/search/entitlements',
  effect: 'read',
  answer: appEntitlementPage,
});

/** entitlementSearch: one page of the entitlements that match, in these apps or in all. Refusals: `forbidden`, `invalid`. */
export function searchAppEntitlements(
  client: GovernanceClient,
  request: PageRequest & { readonly query?: string; readonly appIds?: readonly string[] } = {},
): Promise<Result<AppEntitlementPage, ServiceRefusal>> {
  const { query, appIds } = request;
  return client.call(searchAppEntitlementsEndpoint, { path: {}, body: { query, appIds, ...pageFields(request) } });
}
