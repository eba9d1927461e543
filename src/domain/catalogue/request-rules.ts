/** What applies to a request, of all that the tenant has set. */
import type { CatalogueEntitlement } from './entitlement.ts';

/** Settings that a configuration rule of an app gives its entitlements. */
export interface ConfigurationRule {
  /** It has no condition. A condition is for the service alone to evaluate. */
  readonly isForAll: boolean;
  readonly longestSeconds: number | null;
  /** null for none. */
  readonly policyId: string | null;
  /** The policy of the emergencies that it allows; empty where it names none, null for none. */
  readonly emergencyPolicyId: string | null;
}

/** What counts for the entitlements of an app that say nothing themselves. */
export interface RequestDefaults {
  readonly longestSeconds: number | null;
  /** null for none. */
  readonly policyId: string | null;
}

/** The rules of one app, as far as they were read. */
export interface RequestRules {
  /** Those in force, in their order: the first that matches wins. */
  readonly rules: readonly ConfigurationRule[];
  readonly defaults: RequestDefaults | null;
}

interface Ruled<Value> {
  readonly value: Value | null;
  /** A rule that only the service can evaluate may say otherwise. */
  readonly isOpen: boolean;
}

/** What the rules say of one setting; null where they say nothing. */
function ruled<Value>(
  rules: readonly ConfigurationRule[],
  settingOf: (rule: ConfigurationRule) => Value | null,
): Ruled<Value> {
  const at = rules.findIndex((rule) => rule.isForAll);
  const winner = rules[at];
  const value = winner === undefined ? null : settingOf(winner);
  const before = at === -1 ? rules : rules.slice(0, at);
  return { value, isOpen: before.some((rule) => settingOf(rule) !== value) };
}

const none: RequestRules = { rules: [], defaults: null };

/**
 * The entitlement with what applies to a request for it, as far as it can be known: a rule of the
 * app goes before what the entitlement says, unless that is locked; the app's defaults come next,
 * and the app's policy last.
 *
 * @param isGone whether the service says that there is no such policy
 */
export function withRequestRules(
  entitlement: CatalogueEntitlement,
  ofApp: RequestRules,
  isGone: (policyId: string) => boolean = () => false,
): CatalogueEntitlement {
  const { rules, defaults } = entitlement.isLocked === true ? none : ofApp;
  const longest = ruled(rules, (rule) => rule.longestSeconds);
  const { mayBePermanent } = entitlement;
  const own = entitlement.longestSeconds ?? (mayBePermanent ? null : defaults?.longestSeconds);
  const longestSeconds = longest.value ?? own ?? null;
  const policy = ruled(rules, (rule) => rule.policyId);
  const appPolicyId = defaults?.policyId ?? entitlement.appPolicyId;
  const policyId = policy.value ?? entitlement.policyId ?? appPolicyId ?? null;
  return {
    ...entitlement,
    longestSeconds,
    mayBePermanent: mayBePermanent && longestSeconds === null,
    isLongestOpen: longest.isOpen,
    ...(policyId !== null && { policyId }),
    isPolicyOpen: policy.isOpen,
    ...emergencyOf(entitlement, rules, isGone),
  };
}

/** An emergency is offered where one is allowed, unless its policy is known to be gone. */
function emergencyOf(
  entitlement: CatalogueEntitlement,
  rules: readonly ConfigurationRule[],
  isGone: (policyId: string) => boolean,
): Pick<CatalogueEntitlement, 'emergencyGrantEnabled' | 'emergencyPolicyId'> {
  const { value, isOpen } = ruled(rules, (rule) => rule.emergencyPolicyId);
  const isAllowed = entitlement.emergencyGrantEnabled || value !== null;
  const policyId = value || entitlement.emergencyPolicyId || '';
  const isWithoutPolicy = !isOpen && policyId !== '' && isGone(policyId);
  return {
    emergencyGrantEnabled: isAllowed && !isWithoutPolicy,
    ...(policyId !== '' && { emergencyPolicyId: policyId }),
  };
}
