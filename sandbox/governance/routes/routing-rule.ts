import { notFound } from '../errors.ts';
import { requirePermission } from '../permissions.ts';
import type { Call, Route } from '../route.ts';
import type { World } from '../world.ts';

function getRoutingRule(world: World, call: Call): object {
  requirePermission(call.caller, 'read');
  const id = call.path('id');
  const routingRule = world.catalog.records.findingRoutingRules.find((rule) => rule.id === id);
  if (routingRule === undefined) throw notFound('finding routing rule', id);
  return { routingRule };
}

/** Endpoint 9: one finding routing rule. */
export const routingRuleRoutes: readonly Route[] = [
  {
    method: 'GET',
    path: '/api/v1/findings/routing-rules/{id}',
    operation: 9,
    handle: getRoutingRule,
  },
];
