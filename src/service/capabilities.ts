/**
 * What the tenant has of the optional operations. Nobody else asks: who calls the port
 * `AccessGovernance` or the client hears `unknown` where the tenant has no operation that could tell,
 * and what has to be known before anybody is asked are the bot's `Abilities`.
 */
import type { Abilities } from '../domain/settings/abilities.ts';
import type { OptionalOperation } from '../domain/settings/access-settings.ts';
import type { AccessGovernance, Unknown } from '../use-cases/ports/ports.ts';
import type { GovernanceClient } from './client/client.ts';
import type { AnyEndpoint } from './client/wire/endpoint.ts';

/** The port of a tenant that has everything: what is absent is not to be asked. */
export type CompleteGovernance = {
  readonly [Name in keyof AccessGovernance]: AccessGovernance[Name] extends (
    ...args: infer Args
  ) => Promise<infer Answer>
    ? (...args: Args) => Promise<Exclude<Answer, Unknown>>
    : AccessGovernance[Name];
};

/** What is known of an optional operation. It can change while the bot runs. */
type Capability = 'present' | 'absent' | 'refused' | 'unknown';

/** The capabilities of a tenant, as they are when one of them is looked at. */
export class TenantCapabilities {
  readonly #operations: Pick<ReadonlySet<OptionalOperation>, 'has'>;

  /** @param operations those that the operator says the tenant has */
  constructor(operations: Pick<ReadonlySet<OptionalOperation>, 'has'>) {
    this.#operations = operations;
  }

  of(operation: OptionalOperation): Capability {
    return this.#operations.has(operation) ? 'present' : 'absent';
  }

  /** Whether the endpoint may be called: all but an operation that is certainly not there. */
  mayCall({ operation }: Pick<AnyEndpoint, 'operation'>): boolean {
    return operation === undefined || this.of(operation) !== 'absent';
  }

  /** What is known of the best of them, any of which would do. */
  anyOf(...operations: readonly OptionalOperation[]): Capability {
    const all = new Set(operations.map((one) => this.of(one)));
    const order: readonly Capability[] = ['present', 'unknown', 'refused'];
    return order.find((one) => all.has(one)) ?? 'absent';
  }
}

/** What can be done with the tenant, as it is when it is looked at. */
export function abilitiesOf(tenant: TenantCapabilities): Abilities {
  const isAnyThere = (...operations: readonly OptionalOperation[]): boolean =>
    tenant.anyOf(...operations) === 'present';
  return {
    get canFollowTasks() {
      return isAnyThere('taskSearch', 'taskRead');
    },
    get canSendActions() {
      return isAnyThere('taskActions');
    },
    get canActOnTasks() {
      return this.canSendActions && this.canFollowTasks;
    },
    get canTakeBack() {
      return isAnyThere('taskRevoke');
    },
    get canReadGrants() {
      return isAnyThere('userGrants');
    },
    get canSearchGrants() {
      return isAnyThere('grantSearch');
    },
    get canSearchTasks() {
      return isAnyThere('taskSearch');
    },
    get canReadAccounts() {
      return isAnyThere('userAccounts');
    },
    get canSearchEntitlements() {
      return isAnyThere('entitlementSearch');
    },
    get canReadPolicies() {
      return isAnyThere('policyRead');
    },
  };
}

/** The client, for the operations that the tenant has. */
export interface TenantClient extends Pick<GovernanceClient, 'call'> {
  /** Itself, for these endpoints; `unknown` where the tenant certainly lacks one of them. */
  having(...endpoints: readonly Pick<AnyEndpoint, 'operation'>[]): TenantClient | Unknown;
}

/** The client of a tenant: to call an operation that it does not have is a bug. */
export function onlyWith(
  tenant: TenantCapabilities,
  client: Pick<GovernanceClient, 'call'>,
): TenantClient {
  const call: GovernanceClient['call'] = async (one, input) => {
    if (tenant.mayCall(one)) return client.call(one, input);
    throw new Error(`the operation ${one.operation} is not among governance.operations`);
  };
  const guarded: TenantClient = {
    call,
    having: (...endpoints) => (endpoints.every((one) => tenant.mayCall(one)) ? guarded : 'unknown'),
  };
  return guarded;
}

/** The port as callers see it: `unknown`, without a call, where the tenant certainly cannot tell. */
export function governanceOf(
  service: CompleteGovernance,
  tenant: TenantCapabilities,
): AccessGovernance {
  const askedOf =
    (...operations: readonly OptionalOperation[]) =>
    <Args extends readonly unknown[], Answer>(ask: (...args: Args) => Promise<Answer>) =>
    async (...args: Args): Promise<Answer | Unknown> =>
      tenant.anyOf(...operations) === 'absent' ? 'unknown' : ask(...args);
  return {
    ...service,
    findTaskOfRequest: askedOf('taskSearch')(service.findTaskOfRequest),
    readTasks: askedOf('taskSearch', 'taskRead')(service.readTasks),
    tasksToActOn: askedOf('taskSearch', 'taskRead')(service.tasksToActOn),
    tasksEndedSince: askedOf('taskSearch')(service.tasksEndedSince),
    openRequestsSince: askedOf('taskSearch')(service.openRequestsSince),
    profileTasks: askedOf('taskSearch')(service.profileTasks),
    heldBy: askedOf('grantSearch')(service.heldBy),
    openGrantTask: askedOf('taskSearch')(service.openGrantTask),
    ownUserId: async () => (tenant.of('whoAmI') === 'absent' ? null : service.ownUserId()),
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
