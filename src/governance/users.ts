import { z } from 'zod';
import type { Result } from '../domain/result.ts';
import type { ServiceRefusal } from '../domain/service-refusal.ts';
import type { GovernanceClient } from './client.ts';
import { endpoint } from './wire/endpoint.ts';
import { dateTime, list, nested, openEnum, text, texts } from './wire/fields.ts';
import { type PageRequest, pageFields } from './wire/paging.ts';

/** User: what says who somebody is; every other member is passed on as it came. */
export const user = z.looseObject({
  id: text,
  department: text,
  displayName: text,
  email: text,
  delegatedUserId: text,
  emails: texts,
  deletedAt: dateTime,
  status: openEnum(['UNKNOWN']),
});
export type IdentityUser = z.output<typeof user>;

const userPage = z.object({ list: list(z.object({ user: nested(user) })), nextPageToken: text });
export type UserPage = z.output<typeof userPage>;

export interface SearchUsersRequest extends PageRequest {
  /** Exact match. */
  readonly email?: string;
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
  return client.call(searchUsersEndpoint, { path: {}, body: { ...request, ...pageFields(request) } });
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

/** The owner of the bot's credentials: the service records every action under this user. */
const introspection = z.object({ userId: text, roles: texts, permissions: texts, tenantId: text });
export type Introspection = z.output<typeof introspection>;

const introspectEndpoint = endpoint({
  method: 'GET',
  path: '/api/v1/auth/introspect',
  effect: 'read',
  answer: introspection,
});

/** whoAmI: who the bot is to the service, and what it may do. */
export function introspect(client: GovernanceClient): Promise<Result<Introspection, ServiceRefusal>> {
  return client.call(introspectEndpoint, { path: {} });
}
