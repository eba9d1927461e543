import { z } from 'zod';
import type { ResourceKey } from '../../../domain/catalogue/entitlement.ts';
import type { IdentityPerson } from '../../../domain/people/identity-person.ts';
import type { EntitlementKey } from '../../../domain/request/access-request.ts';
import type { TenantClient } from '../../../service/capabilities.ts';
import * as endpoints from '../../../service/client/endpoints.ts';
import { orFailure } from '../../../service/client/http/service-errors.ts';
import {
  listEntitlementHolders,
  readAppOwnerIds,
  readEntitlementOwnerIds,
} from '../../../service/client/optional-operations.ts';
import { pages } from '../../../service/client/wire/paging.ts';
import {
  listedPeople,
  livingUsers,
  resourceOwners,
} from '../../../service/read/people/people-finder.ts';
import { memberOf } from '../../../service/read/people/read-people.ts';

type People = readonly IdentityPerson[];
type List = Promise<People | null>;

/**
 * Lists of people, out of which the operator chooses who answers. `most`: reading stops where a
 * list has more people than this; then it is longer than `most`, and not complete. Deleted users are
 * left out. null, without a call, where the tenant cannot tell.
 */
export interface ReviewerLists {
  /** Endpoints 10 and 12: those of them who own the resource in this role. */
  listResourceOwnersInRole(resource: ResourceKey, role: string, most?: number): Promise<People>;
  /** `role`: those of them who own it in this role (endpoint 13). */
  listEntitlementOwners(
    entitlement: EntitlementKey,
    asked: { readonly role?: string | undefined; readonly most: number },
  ): List;
  listAppOwners(appId: string, most: number): List;
  /** All people who have an entitlement, each once. */
  listHolders(entitlement: EntitlementKey, most?: number): List;
}

export function createReviewerLists(client: TenantClient): ReviewerLists {
  return {
    async listEntitlementOwners(entitlement, { role, most }) {
      const reading = client.having(readEntitlementOwnerIds);
      if (reading === null) return null;
      const { appId, entitlementId } = entitlement;
      const path = { app_id: appId, entitlement_id: entitlementId };
      const answer = await reading.call(readEntitlementOwnerIds, { path });
      const owners = new Set(orFailure(answer, readEntitlementOwnerIds).userIds);
      if (role === undefined || owners.size > most) return ownersById(client, owners, most);
      const inRole = new Set<string>();
      for (const id of owners) if (await isOwnerIn(client, { path, role, id })) inRole.add(id);
      return ownersById(client, inRole, most);
    },

    async listAppOwners(appId, most) {
      const reading = client.having(readAppOwnerIds);
      if (reading === null) return null;
      const answer = await reading.call(readAppOwnerIds, { path: { app_id: appId } });
      return ownersById(client, new Set(orFailure(answer, readAppOwnerIds).userIds), most);
    },

    async listHolders({ appId, entitlementId }, most) {
      const listing = client.having(listEntitlementHolders);
      if (listing === null) return null;
      const path = { app_id: appId, app_entitlement_id: entitlementId };
      const all = pages(listing, listEntitlementHolders, { path });
      return listedPeople(all, ({ list }) => list.flatMap(({ user }) => user ?? []), most);
    },

    async listResourceOwnersInRole(resource, role, most = Number.POSITIVE_INFINITY) {
      const { appId, resourceTypeId, resourceId } = resource;
      const path = { app_id: appId, resource_type_id: resourceTypeId, resource_id: resourceId };
      const input = { path, query: { roleSlug: role } };
      const all = pages(client, endpoints.searchAppResourceUserOwners, input);
      // A tenant may ignore the filter.
      const inRole = await listedPeople(all, ({ list }) => usersInRole(list, role), most);
      if (inRole.length > most) return inRole;
      // These records need not tell whether somebody is disabled.
      const owners = await resourceOwners(client, resource, most);
      if (owners.length > most) return owners;
      const ids = new Set(inRole.map(({ id }) => id));
      return owners.filter(({ id }) => ids.has(id));
    },
  };
}

const withId = z.looseObject({ id: z.string() });

/** The people with these ids; only the ids where that are more than anybody needs. */
async function ownersById(
  client: TenantClient,
  ids: ReadonlySet<string>,
  most: number,
): Promise<readonly IdentityPerson[]> {
  const named = [...ids].filter((id) => id !== '');
  if (named.length > most) return named.map((id) => ({ id, name: id, email: null }));
  const users = named.length === 0 ? [] : await livingUsers(client, named);
  return users.map(memberOf);
}

/** Whether this person owns an entitlement in this role (endpoint 13). */
async function isOwnerIn(
  client: TenantClient,
  {
    path,
    role,
    id,
  }: {
    readonly path: { readonly app_id: string; readonly entitlement_id: string };
    readonly role: string;
    readonly id: string;
  },
): Promise<boolean> {
  const one = endpoints.readAppEntitlementOwnerUser;
  const ownerPath = { ...path, role_slug: role, user_ref_id: id };
  const answer = await client.call(one, { path: ownerPath });
  if (!answer.ok && answer.refusal.kind === 'not-found') return false;
  const { roleSlug, user } = orFailure(answer, one).appEntitlementOwnerUser;
  return roleSlug === role && withId.safeParse(user).data?.id === id;
}

const userIn = z.object({ user: endpoints.user, roleSlug: z.string() });

function usersInRole(records: readonly unknown[], role: string): endpoints.IdentityUser[] {
  const roleUsers = records.flatMap((record) => userIn.safeParse(record).data ?? []);
  return roleUsers.filter(({ roleSlug }) => roleSlug === role).map(({ user }) => user);
}
