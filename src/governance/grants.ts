import { z } from 'zod';
import type { Result } from '../domain/result.ts';
import type { ServiceRefusal } from '../domain/service-refusal.ts';
import type { GovernanceClient } from './client.ts';
import { user } from './users.ts';
import { endpoint } from './wire/endpoint.ts';
import { expandedField } from './wire/expanded.ts';
import { dateTime, list, nested, text } from './wire/fields.ts';
import { type Page, type PageRequest, pageFields } from './wire/paging.ts';

const feedItem = z.object({
  feed: nested(
    z.object({
      eventType: text,
      date: dateTime,
      ticketId: text,
      appId: text,
      appEntitlementId: text,
      appUserId: text,
    }),
  ),
  appUserPath: text,
});

const feedPage = z.object({ list: list(feedItem), expanded: expandedField, nextPageToken: text });
export type GrantsFeedPage = z.output<typeof feedPage>;

export const readGrantsFeedEndpoint = endpoint({
  method: 'POST',
  path: '/api/v1/grants/feed',
  effect: 'read',
  answer: feedPage,
});

/** grantsFeed: one page of the access that was added and removed since then in these apps, with the accounts in `expanded`. */
export function readGrantsFeed(
  client: GovernanceClient,
  { after, appIds, ...page }: PageRequest & { readonly after: string; readonly appIds: readonly string[] },
): Promise<Result<GrantsFeedPage, ServiceRefusal>> {
  const body = { after, appRefs: appIds.map((id) => ({ id })), expandMask: { paths: ['*'] }, ...pageFields(page) };
  return client.call(readGrantsFeedEndpoint, { path: {}, body });
}

const binding = z.object({
  appId: text,
  appEntitlementId: text,
  createdAt: dateTime,
  deprovisionAt: dateTime,
  deletedAt: dateTime,
});
export type GrantBinding = z.output<typeof binding>;

const holder = z.looseObject({ user: nested(user), appUserId: text });

const listHoldersEndpoint = endpoint({
  method: 'GET',
  path: '/api/v1/apps/{app_id}/entitlements/{app_entitlement_id}/grants',
  effect: 'read',
  answer: z.object({ list: list(holder), nextPageToken: text }),
});

/** entitlementHolders: one page of the accounts that have an entitlement, and the people behind them. Refusals: `not-found`, `forbidden`. */
export function listEntitlementHolders(
  client: GovernanceClient,
  of: { readonly appId: string; readonly entitlementId: string },
  page: PageRequest = {},
): Promise<Result<Page<z.output<typeof holder>>, ServiceRefusal>> {
  const path = { app_id: of.appId, app_entitlement_id: of.entitlementId };
  return client.call(listHoldersEndpoint, { path, query: pageFields(page) });
}

const readUserGrantsEndpoint = endpoint({
  method: 'GET',
  path: '/api/v1/apps/{app_id}/entitlements/{app_entitlement_id}/users/{identity_user_id}/grants',
  effect: 'read',
  // A list that is not there says nothing; an unset one is empty.
  answer: z
    .object({ bindings: z.array(binding).nullish() })
    .transform(({ bindings }) => (bindings === undefined ? null : (bindings ?? []))),
});

/** userGrants: every account of a person in the app; those that have the entitlement are filled in. null where the answer has no list. */
export function readUserGrants(
  client: GovernanceClient,
  of: { readonly appId: string; readonly entitlementId: string; readonly identityUserId: string },
): Promise<Result<readonly GrantBinding[] | null, ServiceRefusal>> {
  return client.call(readUserGrantsEndpoint, {
    path: { app_id: of.appId, app_entitlement_id: of.entitlementId, identity_user_id: of.identityUserId },
  });
}
