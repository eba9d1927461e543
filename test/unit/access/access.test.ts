import { describe, expect, it } from 'vitest';
import { isSameAccess, lastToEnd } from '../../../src/domain/access/wanted-end.ts';
import { noon } from '../../support/samples.ts';

const account = (id: string) => ({ id, name: id });
const request = {
  appId: 'app-github',
  entitlementId: 'ent-write',
  identityUserId: 'user-ben',
  account: account('account-ben'),
};

describe('two requests', () => {
  it.each([
    ['another name of the account', { account: { id: 'account-ben', name: 'Ben' } }, true],
    ['another person', { identityUserId: 'user-cho' }, false],
    ['another app', { appId: 'app-aws' }, false],
    ['another entitlement', { entitlementId: 'ent-admin' }, false],
    ['another account', { account: account('account-admin') }, false],
    ['an account that nobody picked', { account: null }, false],
  ])('with %s are for the same access: %s', (_what, change, isSame) => {
    expect(isSameAccess(request, { ...request, ...change })).toBe(isSame);
    expect(isSameAccess({ ...request, ...change }, request)).toBe(isSame);
  });

  it('are for the same access where nobody picked an account', () => {
    const one = { ...request, account: null };
    expect(isSameAccess(one, { ...one })).toBe(true);
  });

  it('are not for the same access where nobody knows for whom they are', () => {
    const unknown = { ...request, identityUserId: null };
    expect(isSameAccess(unknown, unknown)).toBe(false);
  });
});

describe('the last to end', () => {
  const at = (minutes: number | null) => ({
    endsAt: minutes === null ? null : new Date(noon.getTime() + minutes * 60_000),
  });
  it.each([
    ['is the latest', [60, 240, 90], 240],
    ['is one without an end', [60, null, 90], null],
  ])('%s', (_what, ends, last) => {
    expect(lastToEnd(ends.map(at))).toEqual(at(last));
    expect(lastToEnd(ends.map(at).toReversed())).toEqual(at(last));
  });

  it('is none of none, and the last one of those that end together', () => {
    const [one, two] = [at(60), at(60)];
    expect([lastToEnd([]), lastToEnd([one, two])]).toEqual([null, two]);
    expect(lastToEnd([one, two])).toBe(two);
  });
});
