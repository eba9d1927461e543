import { isDeepStrictEqual } from 'node:util';
import type { CatalogueEntitlement } from '../../domain/catalogue/entitlement.ts';
import type { RequestPolicy } from '../../domain/catalogue/policy-steps.ts';
import {
  type ConfigurationRule,
  type RequestDefaults,
  withRequestRules,
} from '../../domain/catalogue/request-rules.ts';
import type { FormQuestions, RequestField } from '../../domain/form/request-answers.ts';
import {
  type AccessSettings,
  consoleLink,
  type RequestableApp,
} from '../../domain/settings/access-settings.ts';
import type { Pace } from '../ports/pace.ts';
import type { AccessGovernance, World } from '../ports/ports.ts';
import { answerOrNull } from '../ports/remember-answers.ts';

/** A policy that was read is read again after such a time. */
const readAgainMs = 3_600_000;

interface SettingsDeps {
  readonly governance: Pick<
    AccessGovernance,
    'configurationRules' | 'hidesReasons' | 'requestDefaults' | 'requestPolicy' | 'requestQuestions'
  >;
  readonly settings: AccessSettings;
  readonly world: Pick<World, 'log' | 'now'>;
  readonly pace: Pace;
}

/**
 * What the tenant has set for requests beside its entitlements: questions, rules, defaults and the
 * policies that decide. It is kept in memory and read again with the catalogue. What fails keeps its
 * last good copy; what was never read changes nothing.
 */
export class TenantSettings {
  readonly #deps: SettingsDeps;
  /** By their schemas. */
  readonly #forms = new Map<string, FormQuestions & { readonly hidesReason: boolean }>();
  /** Whether the tenant wants no justification with any request. */
  readonly #hidesReasons = new Map<'tenant', boolean>();
  readonly #rules = new Map<string, readonly ConfigurationRule[]>();
  readonly #defaults = new Map<string, RequestDefaults | 'none'>();
  /** `none` where the service says that there is none. */
  readonly #policies = new Map<string, RequestPolicy | 'none'>();
  /** Those of each app that are missing. */
  readonly #goneIn = new Map<string, readonly string[]>();
  /** When each policy is asked for again. */
  readonly #dueMs = new Map<string, number>();

  constructor(deps: SettingsDeps) {
    this.#deps = deps;
  }

  /** Reads what is asked with requests for these; each schema once. */
  async readQuestions(entitlements: readonly CatalogueEntitlement[]): Promise<void> {
    const { governance, pace } = this.#deps;
    await this.#readInto(this.#hidesReasons, 'tenant', governance.hidesReasons(pace));
    for (const id of new Set(entitlements.map((one) => one.requestSchemaId).filter(Boolean)))
      await this.#readInto(this.#forms, id, governance.requestQuestions(id, pace));
  }

  /** @returns whether something else applies now */
  async readRules(appId: string): Promise<boolean> {
    const { governance, pace } = this.#deps;
    const before = [this.#rules.get(appId), this.#defaults.get(appId)];
    await this.#readInto(this.#rules, appId, governance.configurationRules(appId, pace));
    await this.#readInto(this.#defaults, appId, governance.requestDefaults(appId, pace));
    return !isDeepStrictEqual(before, [this.#rules.get(appId), this.#defaults.get(appId)]);
  }

  /**
   * Reads the policies that decide requests for these, where that is due, and those that they name.
   *
   * @returns whether something else applies now
   */
  async readPolicies(
    appId: string,
    entitlements: readonly CatalogueEntitlement[],
  ): Promise<boolean> {
    const { governance, world, pace } = this.#deps;
    const ids = new Set(
      entitlements.flatMap((one) => [one.policyId ?? '', one.emergencyPolicyId ?? '']),
    );
    ids.delete('');
    // A set that grows while it is gone through is gone through to its end.
    for (const id of ids) {
      const nowMs = world.now().getTime();
      if (nowMs >= (this.#dueMs.get(id) ?? 0)) {
        await this.#readInto(this.#policies, id, governance.requestPolicy(id, pace));
        // One that is missing may be there again: people in an emergency wait for it.
        this.#dueMs.set(id, this.#isGone(id) ? 0 : nowMs + readAgainMs);
      }
      const baselineId = this.policy(id)?.baselineId ?? null;
      if (baselineId !== null) ids.add(baselineId);
    }
    const before = this.#goneIn.get(appId) ?? [];
    const gone = [...ids].filter(this.#isGone);
    this.#goneIn.set(appId, gone);
    return !isDeepStrictEqual(before, gone);
  }

  /** These with what applies to a request for each. */
  applied(
    appId: string,
    entitlements: readonly CatalogueEntitlement[],
  ): readonly CatalogueEntitlement[] {
    const rules = this.#rules.get(appId) ?? [];
    const defaults = unlessNone(this.#defaults.get(appId));
    const isAnyGone = (this.#goneIn.get(appId) ?? []).length > 0;
    const isNothingSet = rules.length === 0 && defaults === null && !isAnyGone;
    if (isNothingSet && entitlements.every(({ appPolicyId }) => appPolicyId === undefined))
      return entitlements;
    return entitlements.map((one) => withRequestRules(one, { rules, defaults }, this.#isGone));
  }

  /** As it was last read; null where it is not known. */
  policy(id: string): RequestPolicy | null {
    return unlessNone(this.#policies.get(id));
  }

  /**
   * The app with the tenant's questions behind its own; one of the same id is asked once. It names
   * the entitlements for which the tenant wants no justification.
   */
  asking(app: RequestableApp, entitlements: readonly CatalogueEntitlement[]): RequestableApp {
    const consoleUrl = consoleLink(this.#deps.settings.governance);
    const fields = new Map<string, RequestField>();
    const withoutReason: string[] = [];
    for (const { id, requestSchemaId } of entitlements) {
      const { questions = [], hidesReason = false } = this.#forms.get(requestSchemaId) ?? {};
      if (hidesReason || this.#hidesReasons.get('tenant') === true) withoutReason.push(id);
      for (const question of questions) {
        const already = fields.get(question.id)?.entitlements ?? [];
        fields.set(question.id, { ...question, consoleUrl, entitlements: [...already, id] });
      }
    }
    for (const { id } of app.fields) fields.delete(id);
    return {
      ...app,
      ...(withoutReason.length > 0 && { withoutReason }),
      fields: [...app.fields, ...fields.values()],
    };
  }

  readonly #isGone = (policyId: string): boolean => this.#policies.get(policyId) === 'none';

  async #readInto<Id extends string, Read>(
    memory: Map<Id, Read>,
    id: Id,
    reading: Promise<Read | null>,
  ): Promise<void> {
    const copy = memory.has(id) ? 'the last good copy stays' : 'there is no earlier copy';
    const what = `settings of requests not read; ${copy}`;
    const value = await answerOrNull(this.#deps.world, reading, what, { id });
    if (value !== null) memory.set(id, value);
  }
}

function unlessNone<Read>(read: Read | 'none' | undefined): Read | null {
  return read === undefined || read === 'none' ? null : read;
}
