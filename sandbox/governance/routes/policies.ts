import { z } from 'zod';
import { pageFields, readBody, text } from '../bodies.ts';
import { policyOf } from '../entities/policy-instance.ts';
import { pageOf } from '../paging.ts';
import { requirePermission } from '../permissions.ts';
import type { Call, Route } from '../route.ts';
import type { World } from '../world.ts';

const searchBody = z.strictObject({ query: text, ...pageFields });

function searchPolicies(world: World, call: Call): object {
  requirePermission(call.caller, 'read');
  const { pageSize, pageToken, query } = readBody(searchBody, call.body);
  const found = world.catalog.policies.filter((policy) =>
    policy.displayName.toLowerCase().includes(query.toLowerCase()),
  );
  const page = pageOf(found, (policy) => policy.id, { pageSize, pageToken }, [
    'policySearch',
    query,
  ]);
  return { ...page, list: page.list.map((policy) => policyOf(world.catalog, policy)) };
}

/** What the doctor reads to see whether the bot reviews anything. */
export const policyRoutes: readonly Route[] = [
  {
    method: 'POST',
    path: '/api/v1/search/policies',
    operation: 'policySearch',
    handle: searchPolicies,
  },
];
