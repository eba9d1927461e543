import { describe, expect, it } from 'vitest';
import {
  certainBounds,
  commonBounds,
  submissionMistakes,
} from '../../src/domain/access-request.ts';
import { type ConfigurationRule, withRequestRules } from '../../src/domain/request-rules.ts';
import { entitlement } from '../support/samples.ts';

const hour = 3_600;
const rule = (change: Partial<ConfigurationRule> = {}): ConfigurationRule => ({
  isForAll: true,
  longestSeconds: null,
  ...change,
});
const own = (seconds: number | null, change: Parameters<typeof entitlement>[0] = {}) =>
  entitlement({ longestSeconds: seconds, mayBePermanent: false, ...change });
const longestOf = (
  one: ReturnType<typeof entitlement>,
  rules: readonly ConfigurationRule[],
  defaultSeconds: number | null = null,
) => {
  const defaults = { longestSeconds: defaultSeconds };
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
      undefined,
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
      { kind: 'too-long', longestSeconds: 10 * hour },
    ]);
  });
});
