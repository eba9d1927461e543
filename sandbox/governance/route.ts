import type { Caller } from './caller.ts';
import type { World } from './world.ts';

/**
 * Optional operations of docs/spec/deployments.md, by the names that operators put into their
 * configuration.
 */
export type OptionalOperation =
  | 'taskRead'
  | 'taskSearch'
  | 'taskActions'
  | 'taskAudit'
  | 'taskRevoke'
  | 'userSearch'
  | 'userRead'
  | 'appList'
  | 'entitlementSearch'
  | 'whoAmI'
  | 'riskLevels'
  | 'grantsFeed'
  | 'userGrants'
  | 'grantSearch'
  | 'userAccounts'
  | 'requestSchemas'
  | 'catalogs'
  | 'entitlementConfigurationRules'
  | 'accessRequestDefaults'
  | 'policyRead'
  | 'entitlementHolders'
  | 'policySearch'
  | 'appOwnerIds'
  | 'entitlementOwnerIds'
  | 'requestSettings';

/** One authenticated call, as a handler sees it. */
export interface Call {
  readonly caller: Caller;
  /** A path parameter, decoded. */
  readonly path: (name: string) => string;
  /**
   * A query parameter by its camelCase name, in any spelling that this service accepts; "" if
   * absent.
   */
  readonly query: (name: string) => string;
  /** The parsed JSON body of a POST; `{}` for a GET. Handlers check it with `readBody`. */
  readonly body: unknown;
  /** Base URL of the service, for links. */
  readonly baseUrl: string;
}

/**
 * One operation of the interface. Handlers are synchronous: nothing happens between reading and
 * changing the state.
 */
export interface Route {
  readonly method: 'GET' | 'POST';
  /** As the specification writes it, for example `/api/v1/tasks/{task_id}`. */
  readonly path: string;
  /** Number of the endpoint in the interface, or the name of the optional operation. */
  readonly operation: number | OptionalOperation;
  /** @returns the JSON answer @throws ServiceError */
  readonly handle: (world: World, call: Call) => object;
}

/** A matcher for request paths (percent-encoded, without query). Parameters match one segment. */
export function pathPattern(path: string): RegExp {
  const source = path
    .split(/\{[^}]+\}/)
    .map((literal) => literal.replace(/[.*+?^${}()|[\]\\]/g, '\\$&'))
    .join('[^/]+');
  return new RegExp(`^${source}$`);
}
