import type { OptionalOperation, Route } from './route.ts';
import { resourceEntitlementRoutes } from './routes/resource-entitlements.ts';
import { resourceOwnerRoutes } from './routes/resource-owners.ts';
import { taskActionRoutes } from './routes/task-actions.ts';
import { taskGrantRoutes } from './routes/task-grant.ts';
import { taskReadRoutes } from './routes/task-read.ts';
import { taskSearchRoutes } from './routes/task-search.ts';
import { userSearchRoutes } from './routes/user-search.ts';

const everyRoute: readonly Route[] = [
  ...taskGrantRoutes,
  ...resourceEntitlementRoutes,
  ...resourceOwnerRoutes,
  ...taskReadRoutes,
  ...taskSearchRoutes,
  ...taskActionRoutes,
  ...userSearchRoutes,
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
  /** Number in interface.md's table; null for an optional operation. */
  readonly endpoint: number | null;
  /** Name of the optional operation of deployments.md; null for a documented endpoint. */
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
