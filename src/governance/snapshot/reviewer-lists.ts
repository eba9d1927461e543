import { z } from 'zod';
import type { ResourceKey } from '../../domain/entitlement.ts';
import { ok } from '../../domain/result.ts';
import type { AccessGovernance } from '../../use-cases/ports.ts';
import * as endpoints from '../endpoints.ts';
import * as optional from '../optional-operations.ts';
import type { TenantClient } from '../tenant-client.ts';
import { pages } from '../wire/paging.ts';
import { listedPeople } from './listed-people.ts';

/** The methods of the port that list who owns a resource, and who has an entitlement. */
export function createReviewerLists(
  client: TenantClient,
): Pick<AccessGovernance, 'listHolders' | 'listResourceOwners' | 'listResourceOwnersInRole'> {
  return {
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
): ReturnType<AccessGovernance['listResourceOwners']> {
  const path = { app_id: appId, resource_type_id: resourceTypeId, resource_id: resourceId };
  const all = pages(client, endpoints.listAppResourceOwners, { path });
  return listedPeople(all, ({ list }) => list, most);
}

const userIn = z.object({ user: endpoints.user, roleSlug: z.string() });

function usersInRole(records: readonly unknown[], role: string): endpoints.IdentityUser[] {
  const read = records.flatMap((record) => userIn.safeParse(record).data ?? []);
  return read.filter(({ roleSlug }) => roleSlug === role).map(({ user }) => user);
}
