import type { CatalogEntitlement } from './entities/app-entitlement.ts';
import type { Application, AppResourceType, AppUser, OwnedResource } from './entities/application.ts';
import type { GrantPolicy } from './entities/grant-policy.ts';
import type { IdentityUser } from './entities/identity-user.ts';
import { notFound } from './errors.ts';
import { seededApps } from './seed/apps.ts';
import { deletedUsers, identityUsers } from './seed/people.ts';
import { grantPolicies } from './seed/policies.ts';

const keyOf = (...parts: readonly string[]): string => JSON.stringify(parts);

function index<Item>(items: readonly Item[], key: (item: Item) => string): ReadonlyMap<string, Item> {
  return new Map(items.map((item) => [key(item), item]));
}

/**
 * What the service is seeded with and never changes: people, apps, resources, entitlements, policies. The `require...`
 * methods answer 404 for what does not exist; what was deleted still exists for whoever names it.
 */
export class Catalog {
  /** Those who are not deleted. */
  readonly users: readonly IdentityUser[] = identityUsers;
  readonly applications: readonly Application[] = seededApps.map((app) => app.application);
  readonly #everyEntitlement: readonly CatalogEntitlement[] = seededApps.flatMap((app) => app.entitlements);
  /** Those that are not deleted. */
  readonly entitlements = this.#everyEntitlement.filter(({ entitlement }) => entitlement.deletedAt === null);

  readonly #users = index([...this.users, ...deletedUsers], (user) => user.id);
  readonly #applications = index(this.applications, (app) => app.id);
  readonly #entitlements = index(this.#everyEntitlement, (one) => keyOf(one.entitlement.appId, one.entitlement.id));
  readonly #policies = index(grantPolicies, (policy) => policy.id);
  readonly #appUsers: ReadonlyMap<string, AppUser> = index(
    seededApps.flatMap((app) => app.appUsers),
    (appUser) => keyOf(appUser.appId, appUser.id),
  );
  readonly #resourceTypes: ReadonlyMap<string, AppResourceType> = index(
    seededApps.flatMap((app) => app.resourceTypes),
    (type) => keyOf(type.appId, type.id),
  );
  readonly #resources: ReadonlyMap<string, OwnedResource> = index(
    seededApps.flatMap((app) => app.resources),
    ({ resource }) => keyOf(resource.appId, resource.appResourceTypeId, resource.id),
  );

  user(id: string): IdentityUser | undefined {
    return this.#users.get(id);
  }

  requireUser(id: string): IdentityUser {
    return this.#users.get(id) ?? fail('user', id);
  }

  requireApplication(id: string): Application {
    return this.#applications.get(id) ?? fail('app', id);
  }

  requireEntitlement(appId: string, id: string): CatalogEntitlement {
    return this.#entitlements.get(keyOf(appId, id)) ?? fail('app entitlement', id);
  }

  requireAppUser(appId: string, id: string): AppUser {
    return this.#appUsers.get(keyOf(appId, id)) ?? fail('app user', id);
  }

  /** The account of an identity user within an app, if there is one. */
  appUserOf(appId: string, identityUserId: string): AppUser | undefined {
    return [...this.#appUsers.values()].find(
      (appUser) => appUser.appId === appId && appUser.identityUserId === identityUserId,
    );
  }

  requireResourceType(appId: string, id: string): AppResourceType {
    return this.#resourceTypes.get(keyOf(appId, id)) ?? fail('app resource type', id);
  }

  requireResource(appId: string, resourceTypeId: string, id: string): OwnedResource {
    return this.#resources.get(keyOf(appId, resourceTypeId, id)) ?? fail('app resource', id);
  }

  /** The entitlements of one resource, also of a deleted one. */
  entitlementsOf(appId: string, resourceTypeId: string, resourceId: string): readonly CatalogEntitlement[] {
    return this.#everyEntitlement.filter(
      ({ entitlement }) =>
        entitlement.appId === appId &&
        entitlement.appResourceTypeId === resourceTypeId &&
        entitlement.appResourceId === resourceId,
    );
  }

  requirePolicy(id: string): GrantPolicy {
    return this.#policies.get(id) ?? fail('policy', id);
  }
}

function fail(what: string, id: string): never {
  throw notFound(what, id);
}
