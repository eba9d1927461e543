import { z } from 'zod';
import { pageFields, readBody, refs, text } from '../bodies.ts';
import type { IdentityUser } from '../entities/identity-user.ts';
import { pageOf } from '../paging.ts';
import { requirePermission } from '../permissions.ts';
import type { Call, Route } from '../route.ts';
import type { World } from '../world.ts';

const searchBody = z.strictObject({ email: text, query: text, refs, ...pageFields });

function matches(
  user: IdentityUser,
  filter: { email: string; query: string; refs: readonly string[] },
): boolean {
  const email = filter.email.toLowerCase();
  if (email !== '' && !user.emails.some((one) => one.toLowerCase() === email)) return false;
  const words = filter.query.toLowerCase().split(/\s+/).filter(Boolean);
  const searched =
    `${user.displayName} ${user.username} ${user.email} ${user.jobTitle}`.toLowerCase();
  return (
    (filter.refs.length === 0 || filter.refs.includes(user.id)) &&
    words.every((word) => searched.includes(word))
  );
}

function searchUsers(world: World, call: Call): object {
  requirePermission(call.caller, 'read');
  const { pageSize, pageToken, ...filter } = readBody(searchBody, call.body);
  const found = world.catalog.users.filter((user) => matches(user, filter));
  const page = pageOf(found, (user) => user.id, { pageSize, pageToken }, filter);
  return {
    list: page.list.map((user) => ({ user })),
    expanded: [],
    nextPageToken: page.nextPageToken,
  };
}

/** Optional operation userSearch: by exact email (whatever its case), by ids, by words. */
export const userSearchRoutes: readonly Route[] = [
  { method: 'POST', path: '/api/v1/search/users', operation: 'userSearch', handle: searchUsers },
];
