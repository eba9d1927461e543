import type { OptionalOperation, Route } from './route.ts';
import { connectorRoutes } from './routes/connector-update.ts';
import { credentialPolicyRoutes } from './routes/credential-policies.ts';
import { directoryRoutes } from './routes/directory.ts';
import { entitlementOwnerUserRoutes } from './routes/entitlement-owner-user.ts';
import { grantSearchRoutes } from './routes/grant-search.ts';
import { grantsRoutes } from './routes/grants.ts';
import { mcpRoutes } from './routes/mcp.ts';
import { ownerIdRoutes } from './routes/owner-ids.ts';
import { ownerSourceRoutes } from './routes/owner-sources.ts';
import { policyRoutes } from './routes/policies.ts';
import { requestCatalogRoutes } from './routes/request-catalogs.ts';
import { requestSettingsRoutes } from './routes/request-settings.ts';
import { resourceEntitlementRoutes } from './routes/resource-entitlements.ts';
import { resourceOwnerRoutes } from './routes/resource-owners.ts';
import { routingRuleRoutes } from './routes/routing-rule.ts';
import { taskActionRoutes } from './routes/task-actions.ts';
import { taskAuditRoutes } from './routes/task-audit.ts';
import { taskGrantRoutes } from './routes/task-grant.ts';
import { taskReadRoutes } from './routes/task-read.ts';
import { taskRevokeRoutes } from './routes/task-revoke.ts';
import { taskSearchRoutes } from './routes/task-search.ts';
import { tenantListRoutes } from './routes/tenant-lists.ts';
import { userSearchRoutes } from './routes/user-search.ts';

const everyRoute: readonly Route[] = [
  ...taskGrantRoutes,
  ...ownerSourceRoutes,
  ...credentialPolicyRoutes,
  ...connectorRoutes,
  ...resourceEntitlementRoutes,
  ...mcpRoutes,
  ...routingRuleRoutes,
  ...resourceOwnerRoutes,
  ...entitlementOwnerUserRoutes,
  ...tenantListRoutes,
  ...taskReadRoutes,
  ...taskSearchRoutes,
  ...taskActionRoutes,
  ...taskAuditRoutes,
  ...taskRevokeRoutes,
  ...userSearchRoutes,
  ...directoryRoutes,
  ...grantsRoutes,
  ...grantSearchRoutes,
  ...requestCatalogRoutes,
  ...requestSettingsRoutes,
  ...ownerIdRoutes,
  ...policyRoutes,
];

/** What a service with these options answers, beside the token endpoint. */
export function routesOf(options: { readonly documentedOnly?: boolean }): readonly Route[] {
  return options.documentedOnly === true
    ? everyRoute.filter((route) => typeof route.operation === 'number')
    : everyRoute;
}

/** A route, for a test that compares them with what is claimed to be covered. */
export interface RegisteredRoute {
  readonly method: 'GET' | 'POST';
  /** As the specification writes it, with `{parameters}`. */
  readonly path: string;
  /** Number of the endpoint in the interface; null for an optional operation. */
  readonly endpoint: number | null;
  /** Name of the optional operation of docs/spec/deployments.md; null for a documented endpoint. */
  readonly optional: OptionalOperation | null;
}

/** Every registered route, in no particular order. */
export function routes(): readonly RegisteredRoute[] {
  return everyRoute.map(({ method, path, operation }) => ({
    method,
    path,
    endpoint: typeof operation === 'number' ? operation : null,
    optional: typeof operation === 'number' ? null : operation,
  }));
}
