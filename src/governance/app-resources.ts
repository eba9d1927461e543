import { z } from 'zod';
import type { Result } from '../domain/result.ts';
import type { ServiceRefusal } from '../domain/service-refusal.ts';
import type { GovernanceClient } from './client.ts';
import { user } from './users.ts';
import { endpoint } from './wire/endpoint.ts';
import { expandedField } from './wire/expanded.ts';
import { dateTime, flag, list, marker, nested, text, texts } from './wire/fields.ts';
import { type Page, type PageRequest, pageFields } from './wire/paging.ts';
import { entitlementNames, spelled } from './wire/spelling.ts';

/** AppEntitlement: what the catalogue keeps of it; every other member is passed on as it came. Ids are unique only per `(appId, id)`. */
const appEntitlement = z.looseObject({
  id: text,
  alias: text,
  description: text,
  displayName: text,
  slug: text,
  appId: text,
  appResourceId: text,
  appResourceTypeId: text,
  riskLevelValueId: text,
  requestSchemaId: text,
  emergencyGrantEnabled: flag,
  /** `"3600s"`; excludes `durationUnset`. */
  durationGrant: text,
  durationUnset: marker,
  deletedAt: dateTime,
});

/** AppEntitlementView: a list item, with paths into the `expanded` of its page. */
const appEntitlementView = z.looseObject({
  appEntitlement: nested(spelled(entitlementNames, appEntitlement)),
  appPath: text,
  appResourcePath: text,
  appResourceTypePath: text,
});
export type AppEntitlementView = z.output<typeof appEntitlementView>;

/** A page of views, with the objects that their paths point into. */
export const appEntitlementPage = z.object({
  list: list(appEntitlementView),
  expanded: expandedField,
  nextPageToken: text,
});
export type AppEntitlementPage = z.output<typeof appEntitlementPage>;

/** The fields of an app that the bot shows. */
const governedApp = z.object({ id: text, displayName: text });
export type GovernedApp = z.output<typeof governedApp>;

export const listAppsEndpoint = endpoint({
  method: 'GET',
  path: '/api/v1/apps',
  effect: 'read',
  answer: z.object({ list: list(governedApp), nextPageToken: text }),
});

/** appList: one page of the apps of the tenant. Refusals: `forbidden`. */
export function listApps(
  client: GovernanceClient,
  page: PageRequest = {},
): Promise<Result<Page<GovernedApp>, ServiceRefusal>> {
  return client.call(listAppsEndpoint, { path: {}, query: pageFields(page) });
}

/** The ids that together identify an app resource. */
export interface AppResourceRef {
  readonly appId: string;
  readonly resourceTypeId: string;
  readonly resourceId: string;
}

export const listAppResourceEntitlementsEndpoint = endpoint({
  method: 'GET',
  path: '/api/v1/apps/{app_id}/entitlements/resource_types/{app_resource_type_id}/resources/{app_resource_id}',
  effect: 'read',
  answer: appEntitlementPage,
});

/** Endpoint 6: one page of the entitlements of an app resource. Refusals: `not-found`, `forbidden`. */
export function listAppResourceEntitlements(
  client: GovernanceClient,
  resource: AppResourceRef,
  page: PageRequest = {},
): Promise<Result<AppEntitlementPage, ServiceRefusal>> {
  return client.call(listAppResourceEntitlementsEndpoint, {
    path: {
      app_id: resource.appId,
      app_resource_type_id: resource.resourceTypeId,
      app_resource_id: resource.resourceId,
    },
    query: pageFields(page),
  });
}

export const searchAppEntitlementsEndpoint = endpoint({
  method: 'POST',
  path: '/api/v1/search/entitlements',
  effect: 'read',
  answer: appEntitlementPage,
});

/** entitlementSearch: one page of the entitlements of these apps, or of all apps. Refusals: `forbidden`, `invalid`. */
export function searchAppEntitlements(
  client: GovernanceClient,
  request: PageRequest & { readonly appIds?: readonly string[] } = {},
): Promise<Result<AppEntitlementPage, ServiceRefusal>> {
  return client.call(searchAppEntitlementsEndpoint, { path: {}, body: { ...request, ...pageFields(request) } });
}

const ownerPage = z.object({ immutableUserIds: texts, list: list(user), nextPageToken: text });
export type AppResourceOwnerPage = z.output<typeof ownerPage>;

export const listAppResourceOwnersEndpoint = endpoint({
  method: 'GET',
  path: '/api/v1/apps/{app_id}/resource_types/{resource_type_id}/resource/{resource_id}/owners',
  effect: 'read',
  answer: ownerPage,
});

/**
 * Endpoint 12: one page of all owners of an app resource; `immutableUserIds` are those that callers cannot remove. Refusals:
 * `not-found`, `forbidden`.
 */
export function listAppResourceOwners(
  client: GovernanceClient,
  resource: AppResourceRef,
  page: PageRequest = {},
): Promise<Result<AppResourceOwnerPage, ServiceRefusal>> {
  return client.call(listAppResourceOwnersEndpoint, {
    path: { app_id: resource.appId, resource_type_id: resource.resourceTypeId, resource_id: resource.resourceId },
    query: pageFields(page),
  });
}
