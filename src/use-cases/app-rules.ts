import { isDeepStrictEqual } from 'node:util';
import type { CatalogueEntitlement } from '../domain/entitlement.ts';
import { unlessFailing } from '../domain/outward-failure.ts';
import {
  type ConfigurationRule,
  type RequestDefaults,
  withRequestRules,
} from '../domain/request-rules.ts';
import { type Result, refuse } from '../domain/result.ts';
import type { Pace } from './pace.ts';
import type { AccessGovernance, World } from './ports.ts';

interface RulesDeps {
  readonly governance: Pick<
    AccessGovernance,
    'operations' | 'configurationRules' | 'requestDefaults'
  >;
  readonly world: Pick<World, 'log'>;
  readonly pace: Pace;
}

/**
 * The configuration rules and the defaults of apps; kept in memory, read again with the catalogue.
 * What fails keeps its last good copy; what was never read changes nothing.
 */
export class AppRules {
  readonly #deps: RulesDeps;
  readonly #rules = new Map<string, readonly ConfigurationRule[]>();
  readonly #defaults = new Map<string, RequestDefaults | null>();

  constructor(deps: RulesDeps) {
    this.#deps = deps;
  }

  /** @returns whether something else applies now */
  async read(appId: string): Promise<boolean> {
    const { governance } = this.#deps;
    const before = [this.#rules.get(appId), this.#defaults.get(appId)];
    if (governance.operations.has('entitlementConfigurationRules')) {
      await this.#readInto(this.#rules, appId, () => governance.configurationRules(appId));
    }
    if (governance.operations.has('accessRequestDefaults')) {
      await this.#readInto(this.#defaults, appId, () => governance.requestDefaults(appId));
    }
    return !isDeepStrictEqual(before, [this.#rules.get(appId), this.#defaults.get(appId)]);
  }

  /** With what applies to a request for each. */
  applied(
    appId: string,
    entitlements: readonly CatalogueEntitlement[],
  ): readonly CatalogueEntitlement[] {
    const rules = this.#rules.get(appId) ?? [];
    const defaults = this.#defaults.get(appId) ?? null;
    if (rules.length === 0 && defaults === null) return entitlements;
    return entitlements.map((one) => withRequestRules(one, { rules, defaults }));
  }

  async #readInto<Read>(
    kept: Map<string, Read>,
    appId: string,
    ask: () => Promise<Result<Read, unknown>>,
  ): Promise<void> {
    await this.#deps.pace();
    const told = await unlessFailing(ask(), refuse);
    if (told.ok) kept.set(appId, told.value);
    else
      this.#deps.world.log.warn(
        { appId, err: told.refusal },
        'settings of requests not read; the last good copy stays',
      );
  }
}
