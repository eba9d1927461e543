import { z } from 'zod';
import { expandMask, pageFields, readBody, text, texts } from '../bodies.ts';
import { entitlementExpansion, entitlementView } from '../entities/entitlement-view.ts';
import { notFound } from '../errors.ts';
import { ExpandedObjects } from '../expanded.ts';
import { pageRequestOf } from '../page-request.ts';
import { pageOf } from '../paging.ts';
import { requirePermission } from '../permissions.ts';
import type { Call, Route } from '../route.ts';
import { seededAt } from '../seed.ts';
import type { World } from '../world.ts';

function readUser(world: World, call: Call): object {
  requirePermission(call.caller, 'read');
  return { userView: { user: world.catalog.requireUser(call.path('id')) } };
}

function listApps(world: World, call: Call): object {
  requirePermission(call.caller, 'read');
  const { applications, requestCatalogs } = world.catalog;
  const page = pageOf(applications, (app) => app.id, pageRequestOf(call), ['appList']);
  const list = page.list.map((app) => ({
    ...app,
    defaultRequestCatalogId: requestCatalogs.find((one) => one.standardOf === app.id)?.id ?? '',
  }));
  return { ...page, list };
}

const entitlementSearchBody = z.strictObject({
  query: text,
  appIds: texts,
  expandMask,
  ...pageFields,
});

function searchEntitlements(world: World, call: Call): object {
  requirePermission(call.caller, 'read');
  const {
    pageSize,
    pageToken,
    expandMask: mask,
    ...filter
  } = readBody(entitlementSearchBody, call.body);
  const wants = entitlementExpansion(mask);
  const words = filter.query.toLowerCase().split(/\s+/).filter(Boolean);
  const found = world.catalog.entitlements.filter(({ entitlement }) => {
    const searched =
      `${entitlement.displayName} ${entitlement.alias} ${entitlement.description}`.toLowerCase();
    return (
      (filter.appIds.length === 0 || filter.appIds.includes(entitlement.appId)) &&
      words.every((word) => searched.includes(word))
    );
  });
  const key = ({ entitlement }: (typeof found)[number]) => `${entitlement.appId} ${entitlement.id}`;
  const page = pageOf(found, key, { pageSize, pageToken }, filter);
  const expanded = new ExpandedObjects();
  const list = page.list.map((one) => entitlementView(world, one, call.caller, expanded, wants));
  return { list, expanded: expanded.list, nextPageToken: page.nextPageToken };
}

function whoAmI(world: World, call: Call): object {
  const { userId, permissions } = call.caller;
  return {
    userId,
    roles: world.catalog.requireUser(userId).roleIds,
    permissions: [...permissions],
    tenantId: 'tenant-acme',
  };
}

const riskLevels = ['Low', 'Medium', 'High', 'Critical'].map((value) => ({
  id: `risk-${value.toLowerCase()}`,
  attributeTypeId: 'risk_level',
  value,
}));

function listRiskLevels(_world: World, call: Call): object {
  requirePermission(call.caller, 'read');
  return pageOf(riskLevels, (level) => level.id, pageRequestOf(call), ['riskLevels']);
}

function readRequestSchema(world: World, call: Call): object {
  requirePermission(call.caller, 'read');
  const id = call.path('request_schema_id');
  const form = world.catalog.requestForm(id);
  if (form === null) throw notFound('request schema', id);
  const hides = world.catalog.hidesReason(id);
  const stamps = { createdAt: seededAt, modifiedAt: seededAt, deletedAt: null };
  return {
    requestSchema: {
      id,
      form,
      justificationVisibility: `JUSTIFICATION_VISIBILITY_${hides ? 'HIDE' : 'SHOW'}`,
      ...stamps,
    },
  };
}

/**
 * Optional operations userRead, appList, entitlementSearch, whoAmI, riskLevels and requestSchemas.
 */
export const directoryRoutes: readonly Route[] = [
  { method: 'GET', path: '/api/v1/users/{id}', operation: 'userRead', handle: readUser },
  { method: 'GET', path: '/api/v1/apps', operation: 'appList', handle: listApps },
  {
    method: 'POST',
    path: '/api/v1/search/entitlements',
    operation: 'entitlementSearch',
    handle: searchEntitlements,
  },
  { method: 'GET', path: '/api/v1/auth/introspect', operation: 'whoAmI', handle: whoAmI },
  {
    method: 'GET',
    path: '/api/v1/attributes/risk_levels',
    operation: 'riskLevels',
    handle: listRiskLevels,
  },
  {
    method: 'GET',
    path: '/api/v1/request_schemas/{request_schema_id}',
    operation: 'requestSchemas',
    handle: readRequestSchema,
  },
];
