import { durationOf } from '../durations.ts';
import type { AppEntitlement, CatalogEntitlement, ProvisionPolicy, ScopeRole } from '../entities/app-entitlement.ts';
import type { Application, AppResourceType, AppUser, OwnedResource } from '../entities/application.ts';
import { seededAt, userIdOf } from './people.ts';
import { defaultPolicyId } from './policies.ts';

export const hour = 3600;
export const day = 24 * hour;

export type RiskLevel = 'low' | 'medium' | 'high' | 'critical';

/** An entitlement as the seed files describe it. */
export interface EntitlementSeed {
  readonly id: string;
  readonly name: string;
  readonly alias?: string;
  readonly description?: string;
  readonly risk: RiskLevel;
  /** Longest grant in seconds, or that it may last until it is revoked. */
  readonly longest: number | 'until revoked';
  readonly policy?: string;
  /** Emergency access allowed; a policy id instead of `true` replaces the default emergency policy. */
  readonly emergency?: true | string;
  readonly departments?: readonly string[];
  readonly frameworks?: readonly string[];
  readonly provisioning?: 'fails-once';
  /** How it is given; the connector's ordinary way where absent. */
  readonly provisioner?: ProvisionPolicy;
  /** How it is taken back; as it is given where absent. */
  readonly deprovisioner?: ProvisionPolicy;
  readonly annotations?: Readonly<Record<string, unknown>>;
  /** Fields that a person has changed after the connector imported them, as `userEditedMask`. */
  readonly editedFields?: string;
  readonly scopeRole?: ScopeRole;
  /** Ids of entitlements of the same app from which it is inherited. */
  readonly inheritedFrom?: readonly string[];
  readonly requestSchema?: string;
  readonly extraActions?: readonly string[];
  readonly owners?: Readonly<Record<string, string>>;
  readonly heldBy?: number;
}

export interface ResourceSeed {
  readonly type: string;
  readonly id: string;
  readonly name: string;
  readonly description?: string;
  /** Handle to role slug. */
  readonly owners: Readonly<Record<string, string>>;
  /** Handles of owners that a connector brought in and no caller can remove. */
  readonly systemOwners?: readonly string[];
  /** When it was deleted, with all of its entitlements. */
  readonly deletedAt?: string;
  readonly entitlements: readonly EntitlementSeed[];
}

export interface AppSeed {
  readonly id: string;
  readonly name: string;
  readonly description: string;
  readonly isDirectory?: boolean;
  readonly types: Readonly<Record<string, string>>;
  readonly resources: readonly ResourceSeed[];
  /** Handles of people with an account; the number is how many days before 2026-01-15 they last used it, null never. */
  readonly accounts: Readonly<Record<string, number | null>>;
  /** Names of accounts that belong to nobody. */
  readonly orphanAccounts?: readonly string[];
}

/** One app of the catalog, with everything below it. */
export interface SeededApp {
  readonly application: Application;
  readonly resourceTypes: readonly AppResourceType[];
  readonly resources: readonly OwnedResource[];
  readonly entitlements: readonly CatalogEntitlement[];
  readonly appUsers: readonly AppUser[];
}

const lastUsageBaseMs = Date.UTC(2026, 0, 15, 8, 30);
const stamps = { createdAt: seededAt, updatedAt: seededAt, deletedAt: null };

/** The dates of something that may have been deleted. */
function stampsOf({ deletedAt }: ResourceSeed): Readonly<Record<'createdAt' | 'updatedAt', string>> & {
  readonly deletedAt: string | null;
} {
  return deletedAt === undefined ? stamps : { createdAt: seededAt, updatedAt: deletedAt, deletedAt };
}

function entitlementOf(app: AppSeed, resource: ResourceSeed, seed: EntitlementSeed): CatalogEntitlement {
  const connectorId = `conn-${app.id.slice('app-'.length)}`;
  const ordinary = { connector: { defaultBehavior: { connectorId } } };
  const emergencyPolicy = typeof seed.emergency === 'string' ? seed.emergency : '';
  const entitlement: AppEntitlement = {
    id: seed.id,
    appId: app.id,
    appResourceId: resource.id,
    appResourceTypeId: resource.type,
    alias: seed.alias ?? '',
    description: seed.description ?? '',
    displayName: seed.name,
    externalId: `${resource.type}:${resource.id}:${seed.id}`,
    slug: seed.id.replace(/^ent-/, ''),
    certifyPolicyId: 'policy-owners',
    emergencyGrantPolicyId: emergencyPolicy,
    grantPolicyId: seed.policy ?? defaultPolicyId,
    revokePolicyId: 'policy-open-harbour',
    requestSchemaId: seed.requestSchema ?? '',
    riskLevelValueId: `risk-${seed.risk}`,
    complianceFrameworkValueIds: seed.frameworks ?? [],
    annotations: seed.annotations ?? null,
    sourceConnectorIds: { [connectorId]: connectorId },
    ...stampsOf(resource),
    defaultValuesApplied: seed.policy === undefined,
    emergencyGrantEnabled: seed.emergency !== undefined,
    isAutomationEnabled: false,
    isManuallyManaged: false,
    overrideAccessRequestsDefaults: seed.policy !== undefined,
    systemBuiltin: false,
    ...(seed.longest === 'until revoked' ? { durationUnset: {} } : { durationGrant: durationOf(seed.longest) }),
    grantCount: String(seed.heldBy ?? 0),
    matchSyncerId: `${connectorId}:${resource.type}`,
    purpose: 'APP_ENTITLEMENT_PURPOSE_VALUE_ASSIGNMENT',
    userEditedMask: seed.editedFields ?? '',
    provisionerPolicy: seed.provisioner ?? ordinary,
    deprovisionerPolicy: seed.deprovisioner ?? seed.provisioner ?? ordinary,
  };
  return {
    entitlement,
    departments: seed.departments ?? null,
    provisioning: seed.provisioning ?? 'works',
    extraActions: seed.extraActions ?? [],
    scopeRole: seed.scopeRole ?? null,
    inheritedFrom: seed.inheritedFrom ?? [],
    owners: Object.entries(seed.owners ?? {}).map(([handle, roleSlug]) => ({
      userId: userIdOf(handle),
      roleSlug,
      createdAt: seededAt,
    })),
  };
}

function resourceOf(app: AppSeed, seed: ResourceSeed): OwnedResource {
  const systemOwners = new Set(seed.systemOwners ?? []);
  return {
    resource: {
      id: seed.id,
      appId: app.id,
      appResourceTypeId: seed.type,
      displayName: seed.name,
      description: seed.description ?? '',
      externalId: `${seed.type}:${seed.id}`,
      ...stampsOf(seed),
    },
    owners: Object.entries(seed.owners).map(([handle, roleSlug]) => ({
      userId: userIdOf(handle),
      roleSlug,
      managedBySystem: systemOwners.has(handle),
      createdAt: seededAt,
    })),
  };
}

function appUsersOf(app: AppSeed): readonly AppUser[] {
  const shortName = app.id.slice('app-'.length);
  const people = Object.entries(app.accounts).map(([handle, daysAgo]) => ({
    id: `appuser-${shortName}-${handle}`,
    appId: app.id,
    identityUserId: userIdOf(handle),
    displayName: handle,
    username: handle,
    email: `${handle}@acme.example`,
    appUserType: 'APP_USER_TYPE_USER',
    ...stamps,
    lastUsedAt: daysAgo === null ? null : new Date(lastUsageBaseMs - daysAgo * day * 1000).toISOString(),
  }));
  const orphans = (app.orphanAccounts ?? []).map((name) => ({
    id: `appuser-${shortName}-${name}`,
    appId: app.id,
    identityUserId: '',
    displayName: name,
    username: name,
    email: '',
    appUserType: 'APP_USER_TYPE_SERVICE_ACCOUNT',
    ...stamps,
    lastUsedAt: null,
  }));
  return [...people, ...orphans];
}

/** Everything the service stores of one app. */
export function seededApp(seed: AppSeed): SeededApp {
  const appUsers = appUsersOf(seed);
  return {
    application: {
      id: seed.id,
      displayName: seed.name,
      description: seed.description,
      iconUrl: '',
      parentAppId: '',
      isDirectory: seed.isDirectory ?? false,
      isManuallyManaged: false,
      grantPolicyId: defaultPolicyId,
      certifyPolicyId: 'policy-owners',
      revokePolicyId: 'policy-open-harbour',
      userCount: String(appUsers.length),
      ...stamps,
    },
    resourceTypes: Object.entries(seed.types).map(([id, displayName]) => ({
      id,
      appId: seed.id,
      displayName,
      description: '',
      ...stamps,
    })),
    resources: seed.resources.map((resource) => resourceOf(seed, resource)),
    entitlements: seed.resources.flatMap((resource) =>
      resource.entitlements.map((one) => entitlementOf(seed, resource, one)),
    ),
    appUsers,
  };
}
