import { z } from 'zod';
import type { Result } from '../domain/result.ts';
import type { ServiceRefusal } from '../domain/service-refusal.ts';
import type { AppResourceRef } from './app-resources.ts';
import type { GovernanceClient } from './client.ts';
import { endpoint } from './wire/endpoint.ts';
import { list, text } from './wire/fields.ts';
import { ignoredParameter, type Page, type PageRequest, pageFields } from './wire/paging.ts';

/**
 * Who owns something, in a role: a user, or whoever holds an entitlement. Only administration shows it, so the rest is passed on as the
 * service sent it.
 */
const ownership = z.looseObject({ roleSlug: text });
export type Ownership = z.output<typeof ownership>;

/** Ids of an entitlement; unique only together. */
export interface AppEntitlementRef {
  readonly appId: string;
  readonly id: string;
}

const createAppEntitlementOwnerEntitlementEndpoint = endpoint({
  method: 'POST',
  path: '/api/v2/apps/{app_id}/entitlements/{entitlement_id}/owners/entitlements/{role_slug}/{app_entitlement_ref_app_id}/{app_entitlement_ref_id}',
  effect: 'write',
  answer: z
    .object({ appEntitlementOwnerEntitlement: ownership })
    .transform((answer) => answer.appEntitlementOwnerEntitlement),
});

/**
 * Endpoint 2: makes whoever holds `source` an owner of `entitlement` in the role. Answers the new ownership source. Refusals:
 * `not-found`, `forbidden`, `conflict` where it exists already, `invalid`.
 */
export function createAppEntitlementOwnerEntitlement(
  client: GovernanceClient,
  request: { entitlement: AppEntitlementRef; roleSlug: string; source: AppEntitlementRef },
): Promise<Result<Ownership, ServiceRefusal>> {
  const { entitlement, roleSlug, source } = request;
  return client.call(createAppEntitlementOwnerEntitlementEndpoint, {
    path: {
      app_id: entitlement.appId,
      entitlement_id: entitlement.id,
      role_slug: roleSlug,
      app_entitlement_ref_app_id: source.appId,
      app_entitlement_ref_id: source.id,
    },
    body: { appEntitlementRef: { appId: source.appId, id: source.id } },
  });
}

const createAppOwnerEntitlementEndpoint = endpoint({
  method: 'POST',
  path: '/api/v2/apps/{app_id}/owners/entitlements/{role_slug}/{app_entitlement_ref_app_id}/{app_entitlement_ref_id}',
  effect: 'write',
  answer: z.object({ appOwnerEntitlement: ownership }).transform((answer) => answer.appOwnerEntitlement),
});

/**
 * Endpoint 3: makes whoever holds `source` an owner of the app in the role. Answers the new ownership source. Refusals: `not-found`,
 * `forbidden`, `conflict` where it exists already, `invalid`.
 */
export function createAppOwnerEntitlement(
  client: GovernanceClient,
  request: { appId: string; roleSlug: string; source: AppEntitlementRef },
): Promise<Result<Ownership, ServiceRefusal>> {
  const { appId, roleSlug, source } = request;
  return client.call(createAppOwnerEntitlementEndpoint, {
    path: {
      app_id: appId,
      role_slug: roleSlug,
      app_entitlement_ref_app_id: source.appId,
      app_entitlement_ref_id: source.id,
    },
    body: { appEntitlementRef: { appId: source.appId, id: source.id } },
  });
}

const searchAppResourceUserOwnersEndpoint = endpoint({
  method: 'GET',
  path: '/api/v2/apps/{app_id}/resource_types/{resource_type_id}/resources/{resource_id}/owners/users',
  effect: 'read',
  answer: z.object({ list: list(ownership), nextPageToken: text }),
});

/**
 * Endpoint 10: one page of the users who own an app resource, all or those in one role. Refusals: `not-found`, `forbidden`. Throws
 * `OutwardFailure` (decode) for a service that ignores the role and answers owners in others.
 */
export async function searchAppResourceUserOwners(
  client: GovernanceClient,
  resource: AppResourceRef,
  { roleSlug = '', ...page }: PageRequest & { readonly roleSlug?: string } = {},
): Promise<Result<Page<Ownership>, ServiceRefusal>> {
  const answer = await client.call(searchAppResourceUserOwnersEndpoint, {
    path: { app_id: resource.appId, resource_type_id: resource.resourceTypeId, resource_id: resource.resourceId },
    query: { ...pageFields(page), roleSlug },
  });
  if (roleSlug !== '' && answer.ok && answer.value.list.some((owner) => owner.roleSlug !== roleSlug)) {
    throw ignoredParameter(
      searchAppResourceUserOwnersEndpoint,
      'roleSlug: ignored: the answer has owners in other roles',
    );
  }
  return answer;
}

const readAppEntitlementOwnerUserEndpoint = endpoint({
  method: 'GET',
  path: '/api/v2/apps/{app_id}/entitlements/{entitlement_id}/owners/users/{role_slug}/{user_ref_id}',
  effect: 'read',
  answer: z.object({ appEntitlementOwnerUser: ownership }).transform((answer) => answer.appEntitlementOwnerUser),
});

/** Endpoint 13: one user as owner of an entitlement in a role. Refusals: `not-found` where they are none, `forbidden`. */
export function readAppEntitlementOwnerUser(
  client: GovernanceClient,
  request: { entitlement: AppEntitlementRef; roleSlug: string; userId: string },
): Promise<Result<Ownership, ServiceRefusal>> {
  const { entitlement, roleSlug, userId } = request;
  return client.call(readAppEntitlementOwnerUserEndpoint, {
    path: { app_id: entitlement.appId, entitlement_id: entitlement.id, role_slug: roleSlug, user_ref_id: userId },
  });
}
