/**
 * What the tenant has of the optional operations. Nobody else asks: who calls the port
 * `AccessGovernance` or the client hears `unknown` where the tenant has no operation that could tell.
 * What has to be known before anybody is asked, the port says about the thing in question, without a
 * call.
 */

import type { CatalogueEntitlement } from '../domain/catalogue/entitlement.ts';
import { saysOfOperation } from '../domain/outward/operation-answer.ts';
import { OutwardFailure } from '../domain/outward/outward-failure.ts';
import { ok } from '../domain/result.ts';
import {
  type AccessSettings,
  isPower,
  type OptionalOperation,
} from '../domain/settings/access-settings.ts';
import type { Capability } from '../domain/settings/operation-finding.ts';
import { actionNames } from '../domain/task/task-snapshot.ts';
import type { Pace } from '../use-cases/ports/pace.ts';
import type {
  AccessGovernance,
  Answer,
  SaidBeforehand,
  Unknown,
} from '../use-cases/ports/ports.ts';
import type { GovernanceClient } from './client/client.ts';
import { orFailure } from './client/http/service-errors.ts';
import type { AnyEndpoint } from './client/wire/endpoint.ts';

/** The port of a tenant that has everything: what is absent is not to be asked. */
export type CompleteGovernance = {
  readonly [Name in keyof AccessGovernance]: AccessGovernance[Name] extends (
    ...args: infer Args
  ) => Promise<infer Told>
    ? (...args: Args) => Promise<Exclude<Told, Unknown>>
    : AccessGovernance[Name];
} & {
  /** All pages of what the app has; what the service tells of other apps is left out. */
  readonly searchEntitlements: (
    appId: string,
    pace?: Pace,
  ) => Answer<readonly CatalogueEntitlement[]>;
};

/** What the bot found out itself, live. */
export interface FoundOperations {
  of(operation: OptionalOperation): Capability;
  /** It answered as if it were not there, or not allowed: it has to be looked at again. */
  doubt(operation: OptionalOperation): void;
}

/** The capabilities of a tenant, as they are when one of them is looked at. */
export class TenantCapabilities {
  readonly #operations: Pick<ReadonlySet<OptionalOperation>, 'has'>;
  readonly #others: FoundOperations | null;

  /**
   * @param operations those that the operator says the tenant has
   * @param others what is known of the others; without it, they are absent
   */
  constructor(
    operations: Pick<ReadonlySet<OptionalOperation>, 'has'>,
    others: FoundOperations | null = null,
  ) {
    this.#operations = operations;
    this.#others = others;
  }

  of(operation: OptionalOperation): Capability {
    if (this.#operations.has(operation)) return 'present';
    return this.#others?.of(operation) ?? 'absent';
  }

  /** Whether what is known of it can change: then an operation may have gone since it was asked for. */
  get canChange(): boolean {
    return this.#others !== null;
  }

  /** Called where the tenant answered a call of it as if it were not there, or not allowed. */
  doubt({ operation }: Pick<AnyEndpoint, 'operation'>): void {
    if (operation !== undefined && !this.#operations.has(operation)) this.#others?.doubt(operation);
  }

  /** Whether the endpoint may be called: all but an operation that is certainly not there. */
  mayCall({ operation }: Pick<AnyEndpoint, 'operation'>): boolean {
    return operation === undefined || this.of(operation) !== 'absent';
  }

  /** What is known of the best of several operations, each of which would do. */
  anyOf(...operations: readonly OptionalOperation[]): Capability {
    const all = new Set(operations.map((one) => this.of(one)));
    const order: readonly Capability[] = ['present', 'unknown', 'refused'];
    return order.find((one) => all.has(one)) ?? 'absent';
  }
}

/** The service takes actions on tasks, whether or not the bot can check them. */
export function canSendActions(tenant: TenantCapabilities): boolean {
  return tenant.of('taskActions') === 'present';
}

/** People act on tasks: that needs the action, and a fresh reading to check it against. */
export function canActOnTasks(tenant: TenantCapabilities): boolean {
  return canSendActions(tenant) && tenant.anyOf('taskSearch', 'taskRead') === 'present';
}

/**
 * Whether it is looked at what somebody holds after access was taken away. It is not taken for gone
 * because the operation that would show it fails for now.
 */
export function showsHoldings(tenant: TenantCapabilities): boolean {
  return ['present', 'unknown'].includes(tenant.of('userGrants'));
}

/** What an extra needs of the tenant: an operation, or one of several that tell the same. */
export type Need = OptionalOperation | { readonly anyOf: readonly OptionalOperation[] };

function capabilityOf(tenant: TenantCapabilities, need: Need): Capability {
  return typeof need === 'string' ? tenant.of(need) : tenant.anyOf(...need.anyOf);
}

/** Whether all that is needed certainly is there now. */
export function hasAll(tenant: TenantCapabilities, needs: readonly Need[]): boolean {
  return needs.every((need) => capabilityOf(tenant, need) === 'present');
}

/** Whether nothing that is needed certainly is absent. */
export function mayHaveAll(tenant: TenantCapabilities, needs: readonly Need[]): boolean {
  return needs.every((need) => capabilityOf(tenant, need) !== 'absent');
}

/** What the port says without a call, before anybody is asked: only what is certain counts. */
export function saidBeforehand(
  tenant: TenantCapabilities,
  service: Pick<CompleteGovernance, 'accountsOf' | 'searchEntitlements'>,
): SaidBeforehand {
  const isThere = (operation: OptionalOperation): boolean => tenant.of(operation) === 'present';
  return {
    actionsOn: (task) => (canActOnTasks(tenant) ? actionNames(task) : 'unknown'),
    mayRevoke: () => isThere('taskRevoke'),
    isHoldingShown: () => showsHoldings(tenant),
    accountsIn: (appId) =>
      isThere('userAccounts') ? (userId) => service.accountsOf(userId, appId) : 'unknown',
    entitlementSearch: (appId, pace) =>
      isThere('entitlementSearch') ? () => service.searchEntitlements(appId, pace) : 'unknown',
  };
}

/** The client, for the operations that the tenant has. */
export interface TenantClient extends Pick<GovernanceClient, 'call'> {
  /** Whether the endpoint certainly is there now. */
  isThere(endpoint: Pick<AnyEndpoint, 'operation'>): boolean;
  /** Itself, for these endpoints; `unknown` where the tenant certainly lacks one of them. */
  having(...endpoints: readonly Pick<AnyEndpoint, 'operation'>[]): TenantClient | Unknown;
  /**
   * Of several operations that tell the same, those that are certainly there; if none is, those
   * that may be there.
   */
  best<One extends Pick<AnyEndpoint, 'operation'>>(...endpoints: readonly One[]): readonly One[];
}

/**
 * The client of a tenant: to call an operation that it does not have is a bug. Where it is not
 * certain that the tenant has one, a 403 or 404 is a failure: it says nothing of what was asked for.
 */
export function onlyWith(
  tenant: TenantCapabilities,
  client: Pick<GovernanceClient, 'call'>,
): TenantClient {
  const isCertain = ({ operation }: Pick<AnyEndpoint, 'operation'>): boolean =>
    operation === undefined || tenant.of(operation) === 'present';
  const call: GovernanceClient['call'] = async (one, input) => {
    if (!tenant.mayCall(one)) throw notThere(tenant, one);
    try {
      const answer = await client.call(one, input);
      if (answer.ok) return answer;
      if (saysOfOperation(answer.refusal) === null) return answer;
      if (!isCertain(one)) return ok(orFailure(answer, one));
      tenant.doubt(one);
      return answer;
    } catch (error) {
      if (error instanceof OutwardFailure && saysOfOperation(error) !== null) tenant.doubt(one);
      throw error;
    }
  };
  const guarded: TenantClient = {
    call,
    isThere: isCertain,
    having: (...endpoints) => (endpoints.every((one) => tenant.mayCall(one)) ? guarded : 'unknown'),
    best(...endpoints) {
      const certain = endpoints.filter(isCertain);
      return certain.length > 0 ? certain : endpoints.filter((one) => tenant.mayCall(one));
    },
  };
  return guarded;
}

const nothingFound: FoundOperations = { of: () => 'unknown', doubt: () => undefined };

/**
 * What the settings say, and beside them what was found: nothing gives power that the operator did
 * not allow, and nothing is there that the operator says is not.
 *
 * @param found where nobody looked, nothing is known of what could be found
 */
export function tenantOf(
  { operations, auto }: Pick<AccessSettings['governance'], 'operations' | 'auto'>,
  found: FoundOperations = nothingFound,
): TenantCapabilities {
  const named = new Set(operations);
  if (auto === undefined) return new TenantCapabilities(named);
  const without = new Set(auto.without);
  return new TenantCapabilities(named, {
    of: (one) => (isPower(one) || without.has(one) ? 'absent' : found.of(one)),
    doubt: (one) => found.doubt(one),
  });
}

function notThere(tenant: TenantCapabilities, { operation }: AnyEndpoint): Error {
  const message = `the tenant does not have the operation ${operation}, as far as is known`;
  return tenant.canChange
    ? new OutwardFailure({ system: 'governance', kind: 'http', message, certainlyNotDone: true })
    : new Error(message);
}

/** Whether the settings leave it possible that the tenant has it. */
export function mayHave(
  governance: Pick<AccessSettings['governance'], 'operations' | 'auto'>,
  operation: OptionalOperation,
): boolean {
  return tenantOf(governance).mayCall({ operation });
}

/**
 * Whether tasks are read, or are again once the tenant answers: what is kept of them stays right
 * while it does not.
 */
export function followsTasks(tenant: TenantCapabilities): boolean {
  return tenant.anyOf('taskSearch', 'taskRead') !== 'absent';
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
    revoke: askedOf('taskRevoke')(service.revoke),
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
