/**
 * What the tenant has of the optional operations. Nobody else asks: who calls the port
 * `AccessGovernance` or the client hears null where the tenant has no operation that could tell.
 * What has to be known before anybody is asked, the port says about the thing in question, without a
 * call.
 */

import type { CatalogueEntitlement } from '../domain/catalogue/entitlement.ts';
import type { AccessSettings, OptionalOperation } from '../domain/settings/access-settings.ts';
import { actionNames } from '../domain/task/task-snapshot.ts';
import type { Pace } from '../use-cases/ports/pace.ts';
import type { AccessGovernance, SaidBeforehand } from '../use-cases/ports/ports.ts';
import type { GovernanceClient } from './client/client.ts';
import type { AnyEndpoint } from './client/wire/endpoint.ts';

/** The port of a tenant that has everything: what is absent is not to be asked. */
export type CompleteGovernance = {
  readonly [Name in keyof AccessGovernance]: Name extends 'ownUserId' | 'openGrantTask'
    ? AccessGovernance[Name]
    : AccessGovernance[Name] extends (...args: infer Args) => Promise<infer Told>
      ? (...args: Args) => Promise<NonNullable<Told>>
      : AccessGovernance[Name];
} & {
  /** All pages of what the app has; what the service tells of other apps is left out. */
  readonly searchEntitlements: (
    appId: string,
    pace?: Pace,
  ) => Promise<readonly CatalogueEntitlement[]>;
};

/** What the tenant has, as `governance.operations` says. */
export class TenantCapabilities {
  readonly #operations: Pick<ReadonlySet<OptionalOperation>, 'has'>;

  constructor(operations: Pick<ReadonlySet<OptionalOperation>, 'has'>) {
    this.#operations = operations;
  }

  /** Whether it has one of these, each of which would do. */
  has(...operations: readonly OptionalOperation[]): boolean {
    for (const one of operations) if (this.#operations.has(one)) return true;
    return false;
  }

  /** Whether the endpoint may be called: one of the 16 that every tenant has, or one that it has. */
  mayCall({ operation }: Pick<AnyEndpoint, 'operation'>): boolean {
    return operation === undefined || this.has(operation);
  }
}

/** The service takes actions on tasks, whether or not the bot can check them. */
export function canSendActions(tenant: TenantCapabilities): boolean {
  return tenant.has('taskActions');
}

/** People act on tasks: that needs the action, and a fresh reading to check it against. */
export function canActOnTasks(tenant: TenantCapabilities): boolean {
  return tenant.has('taskActions') && followsTasks(tenant);
}

/** What an extra needs of the tenant: an operation, or one of several that tell the same. */
export type Need = OptionalOperation | { readonly anyOf: readonly OptionalOperation[] };

export function hasAll(tenant: TenantCapabilities, needs: readonly Need[]): boolean {
  return needs.every((need) => tenant.has(...(typeof need === 'string' ? [need] : need.anyOf)));
}

/** What the port says without a call, before anybody is asked. */
export function saidBeforehand(
  tenant: TenantCapabilities,
  service: Pick<CompleteGovernance, 'accountsOf' | 'searchEntitlements'>,
): SaidBeforehand {
  return {
    actionsOn: (task) => (canActOnTasks(tenant) ? actionNames(task) : null),
    mayRevoke: () => tenant.has('taskRevoke'),
    accountsIn: (appId) =>
      tenant.has('userAccounts') ? (userId) => service.accountsOf(userId, appId) : null,
    entitlementSearch: (appId, pace) =>
      tenant.has('entitlementSearch') ? () => service.searchEntitlements(appId, pace) : null,
  };
}

/** The client, for the operations that the tenant has. */
export interface TenantClient extends Pick<GovernanceClient, 'call'> {
  isThere(endpoint: Pick<AnyEndpoint, 'operation'>): boolean;
  /** Itself, for these endpoints; null where the tenant lacks one of them. */
  having(...endpoints: readonly Pick<AnyEndpoint, 'operation'>[]): TenantClient | null;
}

/** The client of a tenant: to call an operation that it does not have is a bug. */
export function onlyWith(
  tenant: TenantCapabilities,
  client: Pick<GovernanceClient, 'call'>,
): TenantClient {
  const guarded: TenantClient = {
    async call(one, input) {
      if (!tenant.mayCall(one))
        throw new Error(`the tenant does not have the operation ${one.operation}`);
      return client.call(one, input);
    },
    isThere: (one) => tenant.mayCall(one),
    having: (...endpoints) => (endpoints.every((one) => tenant.mayCall(one)) ? guarded : null),
  };
  return guarded;
}

export function tenantOf({
  operations,
}: Pick<AccessSettings['governance'], 'operations'>): TenantCapabilities {
  return new TenantCapabilities(new Set(operations));
}

export function followsTasks(tenant: TenantCapabilities): boolean {
  return tenant.has('taskSearch', 'taskRead');
}

/** The port as callers see it: null, without a call, where the tenant cannot tell. */
export function governanceOf(
  service: CompleteGovernance,
  tenant: TenantCapabilities,
): AccessGovernance {
  const askedOf =
    (...operations: readonly OptionalOperation[]) =>
    <Args extends readonly unknown[], Answer>(ask: (...args: Args) => Promise<Answer>) =>
    async (...args: Args): Promise<Answer | null> =>
      tenant.has(...operations) ? ask(...args) : null;
  return {
    ...service,
    revoke: askedOf('taskRevoke')(service.revoke),
    findTaskOfRequest: askedOf('taskSearch')(service.findTaskOfRequest),
    readTasks: askedOf('taskSearch', 'taskRead')(service.readTasks),
    tasksToActOn: askedOf('taskSearch', 'taskRead')(service.tasksToActOn),
    tasksEndedSince: askedOf('taskSearch')(service.tasksEndedSince),
    openRequestsSince: askedOf('taskSearch')(service.openRequestsSince),
    profileTasks: askedOf('taskSearch')(service.profileTasks),
    heldBy: askedOf('grantSearch')(service.heldBy),
    openGrantTask: askedOf('taskSearch')(service.openGrantTask),
    ownUserId: askedOf('whoAmI')(service.ownUserId),
    commentsBy: askedOf('taskAudit')(service.commentsBy),
    accessEvents: askedOf('grantsFeed', 'taskSearch')(service.accessEvents),
    holding: askedOf('userGrants')(service.holding),
    tasksBehindGrants: askedOf('grantSearch')(service.tasksBehindGrants),
    accountsOf: askedOf('userAccounts')(service.accountsOf),
    riskLevels: askedOf('riskLevels')(service.riskLevels),
    requestQuestions: askedOf('requestSchemas')(service.requestQuestions),
    hidesReasons: askedOf('requestSettings')(service.hidesReasons),
    configurationRules: askedOf('entitlementConfigurationRules')(service.configurationRules),
    requestDefaults: askedOf('accessRequestDefaults')(service.requestDefaults),
    requestPolicy: askedOf('policyRead')(service.requestPolicy),
    findPersonByEmail: askedOf('userSearch')(service.findPersonByEmail),
    managersOf: askedOf('userRead', 'userSearch')(service.managersOf),
    findPersonById: askedOf('userRead', 'userSearch')(service.findPersonById),
  };
}
