import { z } from 'zod';
import { pageFields, readBody, refs, text } from '../bodies.ts';
import { pageOf } from '../paging.ts';
import { requirePermission } from '../permissions.ts';
import type { Call, Route } from '../route.ts';
import type { World } from '../world.ts';

const searchBody = z.strictObject({ query: text, refs, ...pageFields });

function searchCredentialPolicies(world: World, call: Call): object {
  requirePermission(call.caller, 'read');
  const { pageSize, pageToken, ...filter } = readBody(searchBody, call.body);
  const words = filter.query.toLowerCase().split(/\s+/).filter(Boolean);
  const found = world.catalog.records.credentialPolicies.filter(
    (policy) =>
      words.every((word) => String(policy['displayName']).toLowerCase().includes(word)) &&
      (filter.refs.length === 0 ? policy.deletedAt === null : filter.refs.includes(policy.id)),
  );
  return pageOf(found, (policy) => policy.id, { pageSize, pageToken }, [4, filter]);
}

/**
 * Endpoint 4: credential inventory policies by words of their names and by ids; deleted ones only
 * by their ids.
 */
export const credentialPolicyRoutes: readonly Route[] = [
  {
    method: 'POST',
    path: '/api/v1/search/credential-inventory-policies',
    operation: 4,
    handle: searchCredentialPolicies,
  },
];
