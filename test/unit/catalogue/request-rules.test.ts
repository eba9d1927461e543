import { describe, expect, it } from 'vitest';
import {
  type ConfigurationRule,
  withRequestRules,
} from '../../../src/domain/catalogue/request-rules.ts';
import {
  certainBounds,
  commonBounds,
  submissionMistakes,
} from '../../../src/domain/request/access-request.ts';
import { entitlement } from '../../support/samples.ts';

const hour = 3_600;
const rule = (change: Partial<ConfigurationRule> = {}): ConfigurationRule => ({
  isForAll: true,
  longestSeconds: null,
  policyId: null,
  emergencyPolicyId: null,
  ...change,
});
const own = (seconds: number | null, change: Parameters<typeof entitlement>[0] = {}) =>
  entitlement({ longestSeconds: seconds, mayBePermanent: false, ...change });
const longestOf = (
  one: ReturnType<typeof entitlement>,
  rules: readonly ConfigurationRule[],
  defaultSeconds: number | null = null,
) => {
  const defaults = { longestSeconds: defaultSeconds, policyId: null };
  const { longestSeconds, mayBePermanent, isLongestOpen } = withRequestRules(one, {
    rules,
    defaults,
  });
  return [longestSeconds, mayBePermanent, isLongestOpen];
};

describe('the longest duration that applies to a request', () => {
  it('is that of the first rule for all, before the entitlement’s own', () => {
    const rules = [rule({ longestSeconds: 2 * hour }), rule({ longestSeconds: 9 * hour })];
    expect(longestOf(own(8 * hour), rules)).toEqual([2 * hour, false, false]);
    const forever = own(null, { mayBePermanent: true });
    expect(longestOf(forever, rules)).toEqual([2 * hour, false, false]);
  });

  it('is the entitlement’s own where no rule sets one, or where it is locked', () => {
    expect(longestOf(own(8 * hour), [rule()])).toEqual([8 * hour, false, false]);
    const locked = own(8 * hour, { isLocked: true });
    expect(longestOf(locked, [rule({ longestSeconds: hour })], hour)).toEqual([
      8 * hour,
      false,
      false,
    ]);
  });

  it('is the app’s default only where the entitlement says nothing', () => {
    expect(longestOf(own(null), [], 5 * hour)).toEqual([5 * hour, false, false]);
    expect(longestOf(own(8 * hour), [], 5 * hour)).toEqual([8 * hour, false, false]);
    const forever = own(null, { mayBePermanent: true });
    expect(longestOf(forever, [], 5 * hour)).toEqual([null, true, false]);
  });

  it('is open where a rule with a condition may say otherwise', () => {
    const open = rule({ isForAll: false, longestSeconds: hour });
    expect(longestOf(own(8 * hour), [open])).toEqual([8 * hour, false, true]);
    expect(longestOf(own(8 * hour), [rule({ longestSeconds: 2 * hour }), open])).toEqual([
      2 * hour,
      false,
      false,
    ]);
    // It would match in the place of the one that sets a longest.
    const silent = rule({ isForAll: false });
    expect(longestOf(own(8 * hour), [silent, rule({ longestSeconds: hour })])).toEqual([
      hour,
      false,
      true,
    ]);
    expect(longestOf(own(8 * hour), [silent])).toEqual([8 * hour, false, false]);
  });

  it('refuses nothing before the service does where it is open', () => {
    const asked = { justification: 'x', durationSeconds: 9 * hour, emergency: false };
    const open = certainBounds(own(8 * hour, { isLongestOpen: true }));
    const closed = certainBounds(own(10 * hour));
    expect(submissionMistakes(asked, commonBounds([open]), [open])).toEqual([]);
    expect(submissionMistakes({ ...asked, durationSeconds: null }, open, [open])).toEqual([]);
    const tooLong = { ...asked, durationSeconds: 11 * hour };
    const both = [open, closed];
    expect(submissionMistakes(tooLong, commonBounds(both), both)).toMatchObject([
      { code: 'too-long', longestSeconds: 10 * hour },
    ]);
  });
});

describe('the policy that applies to a request', () => {
  const policyOf = (
    one: ReturnType<typeof entitlement>,
    rules: readonly ConfigurationRule[],
    policyId: string | null = null,
  ) => {
    const applied = withRequestRules(one, { rules, defaults: { longestSeconds: null, policyId } });
    return [applied.policyId, applied.isPolicyOpen];
  };
  const named = entitlement({ policyId: 'own' });

  it('is that of a rule, else the entitlement’s own, else the app’s defaults’, else the app’s', () => {
    expect(policyOf(named, [rule({ policyId: 'ruled' })], 'app')).toEqual(['ruled', false]);
    expect(policyOf(named, [rule()], 'app')).toEqual(['own', false]);
    expect(policyOf(entitlement(), [], 'app')).toEqual(['app', false]);
    const ofApp = entitlement({ appPolicyId: 'last' });
    expect(policyOf(ofApp, [], 'app')).toEqual(['app', false]);
    expect(policyOf(ofApp, [])).toEqual(['last', false]);
    expect(policyOf(entitlement(), [])).toEqual([undefined, false]);
    const locked = entitlement({ policyId: 'own', isLocked: true });
    expect(policyOf(locked, [rule({ policyId: 'ruled' })], 'app')).toEqual(['own', false]);
  });

  it('is open where a rule with a condition names another', () => {
    expect(policyOf(named, [rule({ isForAll: false, policyId: 'x' })])).toEqual(['own', true]);
    expect(policyOf(named, [rule({ isForAll: false, longestSeconds: 1 })])).toEqual(['own', false]);
  });
});

describe('emergencies', () => {
  const gone = (id: string) => id === 'gone';
  const isOffered = (
    one: Parameters<typeof entitlement>[0],
    rules: readonly ConfigurationRule[] = [],
  ) => withRequestRules(entitlement(one), { rules, defaults: null }, gone).emergencyGrantEnabled;
  const allowed = { emergencyGrantEnabled: true };

  it('are offered where they are allowed and their policy is not known to be gone', () => {
    expect(isOffered(allowed)).toBe(true);
    expect(isOffered({ ...allowed, emergencyPolicyId: 'there' })).toBe(true);
    expect(isOffered({ ...allowed, emergencyPolicyId: 'gone' })).toBe(false);
    expect(isOffered({ ...allowed, emergencyPolicyId: 'gone', isLocked: true })).toBe(false);
    expect(isOffered({ emergencyGrantEnabled: false, emergencyPolicyId: 'there' })).toBe(false);
  });

  it('go by a rule for all, and are not taken away by one that may not match', () => {
    const ruled = rule({ emergencyPolicyId: 'there' });
    expect(isOffered({ emergencyGrantEnabled: false }, [ruled])).toBe(true);
    expect(isOffered({ ...allowed, emergencyPolicyId: 'gone' }, [ruled])).toBe(true);
    expect(isOffered(allowed, [rule({ emergencyPolicyId: 'gone' })])).toBe(false);
    const perhaps = rule({ isForAll: false, emergencyPolicyId: 'there' });
    expect(isOffered({ emergencyGrantEnabled: false }, [perhaps])).toBe(false);
    expect(isOffered({ ...allowed, emergencyPolicyId: 'gone' }, [perhaps])).toBe(true);
  });
});
