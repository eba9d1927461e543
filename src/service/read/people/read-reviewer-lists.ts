import { z } from 'zod';
import type { ResourceKey } from '../../../domain/catalogue/entitlement.ts';
import type { ServiceRefusal } from '../../../domain/outward/service-refusal.ts';
import type { IdentityPerson } from '../../../domain/people/identity-person.ts';
import { ok, type Result } from '../../../domain/result.ts';
import type { CompleteGovernance } from '../../capabilities.ts';
import type { IdentityUser } from '../../client/endpoints.ts';
import * as endpoints from '../../client/endpoints.ts';
import { orFailure } from '../../client/http/service-errors.ts';
import * as optional from '../../client/optional-operations.ts';
import { readAppOwnerIds, readEntitlementOwnerIds } from '../../client/owner-operations.ts';
import type { TenantClient } from '../../client/tenant-client.ts';
import { collect, type Page, pages } from '../../client/wire/paging.ts';
import { livingUsers } from './people-finder.ts';
import { isDeleted, memberOf } from './read-people.ts';

/** The methods of the port that list who owns something, and who has an entitlement. */
export function createReviewerLists(
  client: TenantClient,
): Pick<
  CompleteGovernance,
  | 'listHolders'
  | 'listResourceOwners'
  | 'listResourceOwnersInRole'
  | 'listEntitlementOwners'
  | 'listAppOwners'
> {
  return {
    async listEntitlementOwners(entitlement, { role, most }) {
      const { appId, entitlementId } = entitlement;
      const path = { app_id: appId, entitlement_id: entitlementId };
      const answer = await client.call(readEntitlementOwnerIds, { path });
      if (!answer.ok) return answer;
      const owners = new Set(answer.value.userIds);
      if (role === undefined || owners.size > most)
        return ok(await ownersById(client, owners, most));
      const inRole = new Set<string>();
      for (const id of owners) if (await isOwnerIn(client, { path, role, id })) inRole.add(id);
      return ok(await ownersById(client, inRole, most));
    },

    async listAppOwners(appId, most) {
      const answer = await client.call(readAppOwnerIds, { path: { app_id: appId } });
      return answer.ok ? ok(await ownersById(client, new Set(answer.value.userIds), most)) : answer;
    },

    listHolders({ appId, entitlementId }, most) {
      const path = { app_id: appId, app_entitlement_id: entitlementId };
      const all = pages(client, optional.listEntitlementHolders, { path });
      return listedPeople(all, ({ list }) => list.flatMap(({ user }) => user ?? []), most);
    },

    listResourceOwners: (resource, most) => resourceOwners(client, resource, most),

    async listResourceOwnersInRole(resource, role, most = Number.POSITIVE_INFINITY) {
      const { appId, resourceTypeId, resourceId } = resource;
      const path = { app_id: appId, resource_type_id: resourceTypeId, resource_id: resourceId };
      const input = { path, query: { roleSlug: role } };
      const all = pages(client, endpoints.searchAppResourceUserOwners, input);
      // A tenant may ignore the filter.
      const inRole = await listedPeople(all, ({ list }) => usersInRole(list, role), most);
      if (!inRole.ok || inRole.value.length > most) return inRole;
      // These records need not tell whether somebody is disabled.
      const owners = await resourceOwners(client, resource, most);
      if (!owners.ok || owners.value.length > most) return owners;
      const ids = new Set(inRole.value.map(({ id }) => id));
      return ok(owners.value.filter(({ id }) => ids.has(id)));
    },
  };
}

function resourceOwners(
  client: TenantClient,
  { appId, resourceTypeId, resourceId }: ResourceKey,
  most?: number,
): ReturnType<CompleteGovernance['listResourceOwners']> {
  const path = { app_id: appId, resource_type_id: resourceTypeId, resource_id: resourceId };
  const all = pages(client, endpoints.listAppResourceOwners, { path });
  return listedPeople(all, ({ list }) => list, most);
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

/**
 * The people of a list, each once, without deleted users; or the first refusal. An id with two
 * email addresses is listed with both: who it is, is not known then. Throws
 * `OutwardFailure` if the list breaks off, or has more than `most` pages with fewer people: somebody
 * may have several accounts, but a list that never ends must not keep the bot reading.
 *
 * @param most reading stops where the list has more people than this: then the answer is longer
 * than `most`, and not complete
 */
async function listedPeople<P extends Page<unknown>>(
  all: AsyncIterable<Result<P, ServiceRefusal>>,
  usersOf: (page: P) => readonly IdentityUser[],
  most: number = Number.POSITIVE_INFINITY,
): Promise<Result<readonly IdentityPerson[], ServiceRefusal>> {
  const people = new Map<string, IdentityPerson>();
  const answer = await collect(untilTooLong(), () => []);
  return answer.ok ? ok([...people.values()]) : answer;

  async function* untilTooLong(): AsyncGenerator<Result<P, ServiceRefusal>, void> {
    let pagesRead = 0;
    for await (const page of all) {
      if (page.ok) addLiving(people, usersOf(page.value));
      pagesRead += 1;
      const isEndless = page.ok && page.value.nextPageToken !== '' && pagesRead >= most;
      const incomplete = `a list of people has still another page after ${pagesRead}`;
      yield isEndless ? ok({ ...page.value, incomplete }) : page;
      if (people.size > most) return;
    }
  }
}

function addLiving(people: Map<string, IdentityPerson>, users: readonly IdentityUser[]): void {
  for (const user of users)
    if (user.id !== '' && !isDeleted(user)) {
      const person = memberOf(user);
      people.set(JSON.stringify([person.id, person.email]), person);
    }
}
