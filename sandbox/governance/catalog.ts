import type { Company, CompanyApp, CompanyCatalog, CompanyRule } from '../company-schema.ts';
import type { AppEntitlement, CatalogEntitlement } from './entities/app-entitlement.ts';
import type {
  Application,
  AppResourceType,
  AppUser,
  OwnedResource,
} from './entities/application.ts';
import { type Connector, connector } from './entities/connector.ts';
import type { GrantPolicy } from './entities/grant-policy.ts';
import type { IdentityUser } from './entities/identity-user.ts';
import { notFound } from './errors.ts';
import { policyOf, type SeededApp, seededApp } from './seed.ts';
import { identityUsers } from './seed-users.ts';

const keyOf = (...parts: readonly string[]): string => JSON.stringify(parts);

function index<Item>(
  items: readonly Item[],
  key: (item: Item) => string,
): ReadonlyMap<string, Item> {
  return new Map(items.map((item) => [key(item), item]));
}

/**
 * The seed of the service: people, apps, resources, entitlements, policies. Only people change
 * while it runs, and only by the control `setIdentity`. The `require...` methods answer 404 for an
 * unknown id. A deleted record can still be read by its id.
 */
export class Catalog {
  /** Records of the tenant beside those below, as they are answered. */
  readonly records: Company['records'];
  readonly requestCatalogs: readonly CompanyCatalog[];
  readonly #apps: ReadonlyMap<string, CompanyApp>;
  readonly #requestSchemas: Company['requestSchemas'];
  readonly #withoutReason: ReadonlySet<string>;
  readonly defaultEmergencyPolicyId: string;
  readonly applications: readonly Application[];
  readonly #everyEntitlement: readonly CatalogEntitlement[];
  /** Those that are not deleted. */
  readonly entitlements: readonly CatalogEntitlement[];

  readonly #connectors: readonly Connector[];
  readonly #users: Map<string, IdentityUser>;
  readonly #applications: ReadonlyMap<string, Application>;
  readonly #entitlements: ReadonlyMap<string, CatalogEntitlement>;
  readonly #policies: ReadonlyMap<string, GrantPolicy>;
  readonly #appUsers: ReadonlyMap<string, AppUser>;
  readonly #resourceTypes: ReadonlyMap<string, AppResourceType>;
  readonly #resources: ReadonlyMap<string, OwnedResource>;

  constructor(company: Company) {
    const apps: readonly SeededApp[] = company.apps.map((app) => seededApp(company, app));
    const everybody = identityUsers(company);
    this.records = company.records;
    this.requestCatalogs = company.catalogs;
    this.#apps = index(company.apps, (app) => app.id);
    this.#requestSchemas = company.requestSchemas;
    this.#withoutReason = new Set(company.withoutReason);
    this.#connectors = company.records.connectors.map((one) => connector.parse(one));
    this.defaultEmergencyPolicyId = company.defaultPolicies.emergency;
    this.applications = apps.map((app) => app.application);
    this.#everyEntitlement = apps.flatMap((app) => app.entitlements);
    this.entitlements = this.#everyEntitlement.filter(
      ({ entitlement }) => entitlement.deletedAt === null,
    );
    this.#users = new Map(everybody.map((user) => [user.id, user]));
    this.#applications = index(this.applications, (app) => app.id);
    this.#entitlements = index(this.#everyEntitlement, (one) =>
      keyOf(one.entitlement.appId, one.entitlement.id),
    );
    this.#policies = index(company.policies.map(policyOf), (policy) => policy.id);
    this.#appUsers = index(
      apps.flatMap((app) => app.appUsers),
      (appUser) => keyOf(appUser.appId, appUser.id),
    );
    this.#resourceTypes = index(
      apps.flatMap((app) => app.resourceTypes),
      (type) => keyOf(type.appId, type.id),
    );
    this.#resources = index(
      apps.flatMap((app) => app.resources),
      ({ resource }) => keyOf(resource.appId, resource.appResourceTypeId, resource.id),
    );
  }

  /** Those who are not deleted. */
  get users(): readonly IdentityUser[] {
    return [...this.#users.values()].filter((user) => user.deletedAt === null);
  }

  putUser(user: IdentityUser): void {
    this.#users.set(user.id, user);
  }

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

  requireRequestCatalog(id: string): CompanyCatalog {
    return this.requestCatalogs.find((one) => one.id === id) ?? fail('request catalog', id);
  }

  /** Those that a catalog holds, in the order of the apps. */
  entitlementsIn(catalog: CompanyCatalog): readonly CatalogEntitlement[] {
    const named = index(catalog.entitlements, (one) => keyOf(one.appId, one.id));
    return this.entitlements.filter(
      ({ entitlement: { appId, id } }) =>
        catalog.apps.includes(appId) || named.has(keyOf(appId, id)),
    );
  }

  requireAppUser(appId: string, id: string): AppUser {
    return this.#appUsers.get(keyOf(appId, id)) ?? fail('app user', id);
  }

  /** The accounts of an identity user within an app, the one used first. */
  appUsersOf(appId: string, identityUserId: string): readonly AppUser[] {
    return [...this.#appUsers.values()].filter(
      (appUser) => appUser.appId === appId && appUser.identityUserId === identityUserId,
    );
  }

  /** The account that a grant for the identity user goes to, if there is one. */
  appUserOf(appId: string, identityUserId: string): AppUser | undefined {
    return this.appUsersOf(appId, identityUserId)[0];
  }

  requireResourceType(appId: string, id: string): AppResourceType {
    return this.#resourceTypes.get(keyOf(appId, id)) ?? fail('app resource type', id);
  }

  requireResource(appId: string, resourceTypeId: string, id: string): OwnedResource {
    return this.#resources.get(keyOf(appId, resourceTypeId, id)) ?? fail('app resource', id);
  }

  /** The entitlements of one resource, also of a deleted one. */
  entitlementsOf(
    appId: string,
    resourceTypeId: string,
    resourceId: string,
  ): readonly CatalogEntitlement[] {
    return this.#everyEntitlement.filter(
      ({ entitlement }) =>
        entitlement.appId === appId &&
        entitlement.appResourceTypeId === resourceTypeId &&
        entitlement.appResourceId === resourceId,
    );
  }

  /** As it was seeded. */
  connector(appId: string, id: string): Connector | undefined {
    return this.#connectors.find((one) => one.appId === appId && one.id === id);
  }

  /** The questions of a request schema; null where there is none of that id. */
  requestForm(schemaId: string): object | null {
    return this.#requestSchemas[schemaId] ?? null;
  }

  hidesReason(schemaId: string): boolean {
    return this.#withoutReason.has(schemaId);
  }

  /** The settings of requests that an app has. */
  requestSettings(appId: string): Pick<CompanyApp, 'rules' | 'defaultLongest'> {
    return this.#apps.get(appId) ?? fail('app', appId);
  }

  /** The rule that applies to an entitlement: the first that matches. */
  ruleOf({ appId, id, overrideAccessRequestsDefaults }: AppEntitlement): CompanyRule | undefined {
    if (overrideAccessRequestsDefaults) return undefined;
    return this.requestSettings(appId)
      .rules.filter((rule) => rule.enabled)
      .toSorted((one, other) => one.priority - other.priority)
      .find((rule) => rule.condition === '' || rule.covers.includes(id));
  }

  get policies(): readonly GrantPolicy[] {
    return [...this.#policies.values()];
  }

  requirePolicy(id: string): GrantPolicy {
    return this.#policies.get(id) ?? fail('policy', id);
  }
}

function fail(what: string, id: string): never {
  throw notFound(what, id);
}
