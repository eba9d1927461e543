/**
 * What the service stores of a company: its users, apps and policies, made from the company file.
 */
import type {
  Company,
  CompanyApp,
  CompanyEntitlement,
  CompanyPolicy,
  CompanyResource,
  CompanyStep,
} from '../company-schema.ts';
import { durationOf } from './durations.ts';
import type { AppEntitlement, CatalogEntitlement } from './entities/app-entitlement.ts';
import type {
  Application,
  AppResourceType,
  AppUser,
  OwnedResource,
} from './entities/application.ts';
import type { Escalation, GrantPolicy, PolicyStep, ReviewerRule } from './entities/grant-policy.ts';
import type { StoredGrant } from './entities/stored-task.ts';

/** Identity user id of a person of the company. */
export const userIdOf = (handle: string): string => `user-${handle}`;

/** Everything seeded was made on this day. */
export const seededAt = '2024-05-13T09:00:00Z';
const lastUsageBaseMs = Date.UTC(2026, 0, 15, 8, 0);
const dayMs = 86_400_000;

/** One app of the catalog, with everything below it. */
export interface SeededApp {
  readonly application: Application;
  readonly resourceTypes: readonly AppResourceType[];
  readonly resources: readonly OwnedResource[];
  readonly entitlements: readonly CatalogEntitlement[];
  readonly appUsers: readonly AppUser[];
}

const stamps = { createdAt: seededAt, updatedAt: seededAt, deletedAt: null };

function stampsOf({ deletedAt }: Pick<CompanyResource, 'deletedAt'>) {
  return deletedAt === null ? stamps : { createdAt: seededAt, updatedAt: deletedAt, deletedAt };
}

function ownersIn(roles: Readonly<Record<string, string>>) {
  return Object.entries(roles).map(([handle, roleSlug]) => ({
    userId: userIdOf(handle),
    roleSlug,
    createdAt: seededAt,
  }));
}

function entitlementOf(
  { defaultPolicies, catalogs }: Company,
  app: CompanyApp,
  resource: CompanyResource,
  seed: CompanyEntitlement,
): CatalogEntitlement {
  const connectorId = `conn-${app.id.slice('app-'.length)}`;
  const isEnrolment = catalogs.some(
    ({ enrolment }) => enrolment?.appId === app.id && enrolment.id === seed.id,
  );
  const ordinary = { connector: { defaultBehavior: { connectorId } } };
  const entitlement: AppEntitlement = {
    id: seed.id,
    appId: app.id,
    appResourceId: resource.id,
    appResourceTypeId: resource.type,
    alias: seed.alias,
    description: seed.description,
    displayName: seed.name,
    externalId: `${resource.type}:${resource.id}:${seed.id}`,
    slug: isEnrolment ? 'enrollment' : seed.id.replace(/^ent-/, ''),
    certifyPolicyId: defaultPolicies.certify,
    emergencyGrantPolicyId: typeof seed.emergency === 'string' ? seed.emergency : '',
    grantPolicyId: seed.policy ?? defaultPolicies.grant,
    revokePolicyId: seed.revokePolicy ?? defaultPolicies.revoke,
    requestSchemaId: seed.requestSchema,
    riskLevelValueId: `risk-${seed.risk}`,
    complianceFrameworkValueIds: seed.frameworks,
    annotations: seed.annotations,
    sourceConnectorIds: { [connectorId]: connectorId },
    ...stampsOf(resource),
    defaultValuesApplied: seed.policy === undefined,
    emergencyGrantEnabled: seed.emergency !== undefined,
    isAutomationEnabled: false,
    isManuallyManaged: false,
    overrideAccessRequestsDefaults: seed.policy !== undefined,
    systemBuiltin: false,
    ...(seed.longest === 'until revoked'
      ? { durationUnset: {} }
      : { durationGrant: durationOf(seed.longest) }),
    grantCount: String(seed.heldBy),
    matchSyncerId: `${connectorId}:${resource.type}`,
    purpose: 'APP_ENTITLEMENT_PURPOSE_VALUE_ASSIGNMENT',
    userEditedMask: seed.editedFields,
    provisionerPolicy: seed.provisioner ?? ordinary,
    deprovisionerPolicy: seed.deprovisioner ?? seed.provisioner ?? ordinary,
  };
  const { departments, provisioning, extraActions, scopeRole, inheritedFrom } = seed;
  return {
    entitlement,
    departments,
    provisioning,
    extraActions,
    scopeRole,
    inheritedFrom,
    owners: ownersIn(seed.owners),
  };
}

function resourceOf(app: CompanyApp, seed: CompanyResource): OwnedResource {
  const systemOwners = new Set(seed.systemOwners.map(userIdOf));
  return {
    resource: {
      id: seed.id,
      appId: app.id,
      appResourceTypeId: seed.type,
      displayName: seed.name,
      description: seed.description,
      externalId: `${seed.type}:${seed.id}`,
      ...stampsOf(seed),
    },
    owners: ownersIn(seed.owners).map((one) => ({
      ...one,
      managedBySystem: systemOwners.has(one.userId),
    })),
  };
}

function accountIdOf(app: CompanyApp, name: string): string {
  return `appuser-${app.id.slice('app-'.length)}-${name}`;
}

function appUsersOf({ company }: Company, app: CompanyApp): readonly AppUser[] {
  const account = (name: string) => ({
    id: accountIdOf(app, name),
    appId: app.id,
    displayName: name,
    username: name,
    ...stamps,
  });
  const names = Object.entries(app.accounts).flatMap(([handle, daysAgo]) => [
    { handle, daysAgo, name: handle },
    ...(app.moreAccounts[handle] ?? []).map((name) => ({ handle, daysAgo: null, name })),
  ]);
  const people = names.map(({ handle, daysAgo, name }) => ({
    ...account(name),
    identityUserId: userIdOf(handle),
    email: `${handle}@${company.emailDomain}`,
    appUserType: 'APP_USER_TYPE_USER',
    lastUsedAt: daysAgo === null ? null : new Date(lastUsageBaseMs - daysAgo * dayMs).toISOString(),
  }));
  const orphans = app.orphanAccounts.map((name) => ({
    ...account(name),
    identityUserId: '',
    email: '',
    appUserType: 'APP_USER_TYPE_SERVICE_ACCOUNT',
    lastUsedAt: null,
  }));
  return [...people, ...orphans];
}

/**
 * The grants that people have had from the beginning, and what they inherit through them.
 * @param now the terms of those that end begin here
 */
export function seededGrants({ apps }: Company, now: Date): readonly StoredGrant[] {
  return apps.flatMap((app) => {
    const all = app.resources.flatMap(({ entitlements }) => entitlements);
    const grantOf = (id: string, holder: string, seed: CompanyEntitlement): StoredGrant => {
      const { account, for: seconds } = seed.holders[holder] ?? {};
      return {
        appId: app.id,
        appEntitlementId: id,
        identityUserId: userIdOf(holder),
        appUserId: account === undefined ? '' : accountIdOf(app, account),
        taskId: '',
        grantedAt: seededAt,
        expiresAt:
          seconds === undefined ? null : new Date(now.getTime() + seconds * 1000).toISOString(),
        endedAt: null,
        isInherited: id !== seed.id,
      };
    };
    return all.flatMap((seed) => {
      const included = all.filter(({ inheritedFrom }) => inheritedFrom.includes(seed.id));
      return Object.keys(seed.holders).flatMap((holder) =>
        [seed, ...included].map(({ id }) => grantOf(id, holder, seed)),
      );
    });
  });
}

/** Everything the service stores of one app. */
export function seededApp(company: Company, seed: CompanyApp): SeededApp {
  const appUsers = appUsersOf(company, seed);
  return {
    application: {
      id: seed.id,
      displayName: seed.name,
      description: seed.description,
      iconUrl: '',
      parentAppId: '',
      isDirectory: seed.isDirectory,
      isManuallyManaged: false,
      grantPolicyId: company.defaultPolicies.grant,
      certifyPolicyId: company.defaultPolicies.certify,
      revokePolicyId: company.defaultPolicies.revoke,
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
      resource.entitlements.map((one) => entitlementOf(company, seed, resource, one)),
    ),
    appUsers,
  };
}

function reviewersOf(step: Extract<CompanyStep, { stepUp: string }>): ReviewerRule {
  const ids = (handles: readonly string[]) => handles.map(userIdOf);
  if ('users' in step) return { kind: 'users', userIds: ids(step.users) };
  if ('group' in step) {
    return {
      kind: 'group',
      appId: step.group.appId,
      groupId: step.group.id,
      userIds: ids(step.group.people),
    };
  }
  if ('manager' in step) return { kind: 'manager', fallbackUserIds: ids(step.manager.fallback) };
  if ('webhook' in step) return { kind: 'webhook', webhookId: step.webhook };
  return { kind: 'entitlement-owners', fallbackUserIds: ids(step.owners.fallback) };
}

function stepOf(step: CompanyStep): PolicyStep {
  if ('form' in step) return { kind: 'form', schemaId: step.form };
  if ('accept' in step) return { kind: 'accept', message: step.accept };
  if ('reject' in step) return { kind: 'reject', message: step.reject };
  if ('wait' in step) {
    const { name, for: seconds, condition } = step.wait;
    return { kind: 'wait', name, seconds: seconds ?? null, condition: condition ?? '' };
  }
  const { stepUp, allowReassignment, allowDelegation, allowSelfApproval } = step;
  const { requireDistinctApprovers, requireApprovalReason, requireDenialReason } = step;
  return {
    kind: 'approval',
    reviewers: reviewersOf(step),
    stepUp,
    allowReassignment,
    allowDelegation,
    allowSelfApproval,
    requireDistinctApprovers,
    requireApprovalReason,
    requireDenialReason,
    escalation: escalationOf(step),
  };
}

function escalationOf({ escalation }: Extract<CompanyStep, { stepUp: string }>): Escalation | null {
  if (escalation === undefined) return null;
  const { after: seconds } = escalation;
  if ('to' in escalation)
    return { seconds, result: { kind: 'reassign', userIds: escalation.to.map(userIdOf) } };
  return 'policy' in escalation
    ? { seconds, result: { kind: 'replace', policyId: escalation.policy } }
    : { seconds, result: { kind: escalation.result } };
}

export function policyOf({ id, name, description, steps }: CompanyPolicy): GrantPolicy {
  return { id, displayName: name, description, steps: steps.map(stepOf) };
}
