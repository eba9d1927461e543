import { z } from 'zod';
import type { Result } from '../domain/result.ts';
import type { ServiceRefusal } from '../domain/service-refusal.ts';
import type { GovernanceClient } from './client.ts';
import { type IdentityUser, user } from './user-fields.ts';
import { endpoint } from './wire/endpoint.ts';
import { list, nested, text } from './wire/fields.ts';
import { type PageRequest, pageFields } from './wire/paging.ts';

const userPage = z.object({ list: list(z.object({ user: nested(user) })), nextPageToken: text });
export type UserPage = z.output<typeof userPage>;

export interface SearchUsersRequest extends PageRequest {
  /** Exact. */
  readonly email?: string;
  readonly query?: string;
  readonly refs?: readonly { readonly id: string }[];
}

export const searchUsersEndpoint = endpoint({
  method: 'POST',
  path: '/api/v1/search/users',
  effect: 'read',
  answer: userPage,
});

/** userSearch: one page of the identity users that match everything given. */
export function searchUsers(
  client: GovernanceClient,
  request: SearchUsersRequest,
): Promise<Result<UserPage, ServiceRefusal>> {
  const { email, query, refs } = request;
  return client.call(searchUsersEndpoint, { path: {}, body: { email, query, refs, ...pageFields(request) } });
}

const readUserEndpoint = endpoint({
  method: 'GET',
  path: '/api/v1/users/{id}',
  effect: 'read',
  answer: z.object({ userView: z.object({ user }) }).transform((answer) => answer.userView.user),
});

/** userRead: one identity user. Refusals: `not-found`, `forbidden`. */
export function readUser(client: GovernanceClient, id: string): Promise<Result<IdentityUser, ServiceRefusal>> {
  return client.call(readUserEndpoint, { path: { id } });
}
