import { describe, expect, it } from 'vitest';
import {
  accessBy,
  expectedEnd,
  type GrantOfAccess,
  isOutlasted,
  isSameAccess,
  longestAccess,
} from '../../../src/domain/access/access.ts';
import { noon } from '../../support/samples.ts';

const minutes = (count: number): Date => new Date(noon.getTime() + count * 60_000);
const account = (id: string) => ({ id, name: id });
const request = {
  appId: 'app-github',
  entitlementId: 'ent-write',
  identityUserId: 'user-ben',
  account: null,
} as const;
type Ends = number | null | 'unreadable';
const grant = (
  requestId: string,
  startedAt: number,
  ends: Ends,
  change: Partial<GrantOfAccess> = {},
): GrantOfAccess => ({
  requestId,
  startedAt: minutes(startedAt),
  endsAt: typeof ends === 'number' ? minutes(ends) : null,
  revocationPending: null,
  request,
  ...(ends === 'unreadable' ? { isEndUnreadable: true } : {}),
  ...change,
});
const ids = (grants: readonly GrantOfAccess[]) => grants.map(({ requestId }) => requestId).join();

const accounts = { untold: null, told: account('account-1'), other: account('account-2') };

describe('two requests of one person for one entitlement', () => {
  it.each([
    ['another person', { identityUserId: 'user-cho' }],
    ['another app', { appId: 'app-aws' }],
    ['another entitlement', { entitlementId: 'ent-admin' }],
  ])('are not the same access where one is for %s', (_what, change) => {
    expect(isSameAccess(request, { ...request, ...change })).toBe(false);
  });

  it('are not the same access where nobody knows for whom they are', () => {
    const unknown = { ...request, identityUserId: null };
    expect(isSameAccess(unknown, unknown)).toBe(false);
  });

  it.each([
    ['the first', { revocationPending: 'given-back' } as const, {}, 'one'],
    ['the second', {}, { revocationPending: 'taken-away' } as const, 'one'],
    [
      'both',
      { revocationPending: 'given-back' } as const,
      { revocationPending: 'taken-away' } as const,
      'one,two',
    ],
  ])('are what is taken away where %s is', (_what, first, second, grants) => {
    const one = grant('one', 0, 60, first);
    expect(ids(accessBy(one, [one, grant('two', 20, 120, second)]).grants)).toBe(grants);
  });
});

/** Whether two accounts make one access. */
const pairs = [
  ['untold', 'untold', true],
  ['told', 'told', true],
  ['untold', 'told', false],
  ['told', 'untold', false],
  ['told', 'other', false],
] as const;

/** Of access by both: what counts again, what the later one outlasts, and the end that is expected. */
type Both = { behind: string; outlasted: string; expected: [Date, Date | null] | null };

const ends: readonly (readonly [string, Ends, Ends, Both])[] = [
  ['the service told one end', 90, 90, { behind: '', outlasted: 'earlier', expected: null }],
  ['the later lasts longer', 60, 120, { behind: '', outlasted: 'earlier', expected: null }],
  [
    'the later is shorter',
    120,
    60,
    { behind: 'earlier', outlasted: '', expected: [minutes(60), minutes(120)] },
  ],
  [
    'the earlier has no end',
    null,
    60,
    { behind: 'earlier', outlasted: '', expected: [minutes(60), null] },
  ],
  ['the later has no end', 60, null, { behind: '', outlasted: 'earlier', expected: null }],
  ['neither has an end', null, null, { behind: '', outlasted: 'earlier', expected: null }],
  [
    'the end of the earlier cannot be read',
    'unreadable',
    60,
    { behind: 'earlier', outlasted: '', expected: [minutes(60), null] },
  ],
  [
    'the end of the later cannot be read',
    60,
    'unreadable',
    { behind: 'earlier', outlasted: '', expected: null },
  ],
];

describe.each(pairs)(
  'an earlier grant for an account that is %s, and a later one, %s',
  (...pair) => {
    const [first, second, isOne] = pair;

    it.each(ends)(
      `make ${isOne ? 'one access' : 'two'} where %s`,
      (_what, earlyEnd, lateEnd, both) => {
        const earlier = grant('earlier', 0, earlyEnd, {
          request: { ...request, account: accounts[first] },
        });
        const later = grant('later', 20, lateEnd, {
          request: { ...request, account: accounts[second] },
        });
        const shown = (one: GrantOfAccess, grants: readonly GrantOfAccess[]) => {
          const access = accessBy(one, grants);
          const end = expectedEnd(access, one);
          return {
            grants: ids(access.grants),
            current: access.current.requestId,
            behind: ids(access.behind),
            outlasted: ids(access.grants.filter((grant) => isOutlasted(access, grant))),
            expected: end === null ? null : [end.endsAt, end.grantedUntil, end.isEarlier],
          };
        };
        const alone = (id: string) => ({
          grants: id,
          current: id,
          behind: '',
          outlasted: '',
          expected: null,
        });
        const together = (isEarlier: boolean) => ({
          ...both,
          grants: 'earlier,later',
          current: 'later',
          expected: both.expected === null ? null : [...both.expected, isEarlier],
        });
        for (const grants of [
          [earlier, later],
          [later, earlier],
        ]) {
          expect(shown(earlier, grants)).toEqual(isOne ? together(true) : alone('earlier'));
          expect(shown(later, grants)).toEqual(isOne ? together(false) : alone('later'));
        }
      },
    );
  },
);

describe('the end of access by two grants at once', () => {
  it('is that of the longest where both were granted at once', () => {
    const short = grant('a', 0, 60);
    const long = grant('b', 0, 120);
    for (const [one, other] of [
      [short, long],
      [long, short],
    ] as const)
      expect(accessBy(one, [other]).current).toBe(long);
  });

  it('is that of one of them, always the same, where they are alike', () => {
    const [one, two] = [grant('a', 0, 60), grant('b', 0, 60)];
    expect([accessBy(one, [two]).current, accessBy(two, [one]).current]).toEqual([two, two]);
  });
});

describe('the longest access', () => {
  const by = (id: string) => ({ request: { ...request, account: account(id) } });

  it.each<[string, readonly GrantOfAccess[], string | null]>([
    ['is none where there is no grant', [], null],
    ['ends with its latest grant', [grant('long', 0, 240), grant('short', 20, 60)], 'short'],
    [
      'is by the account that is expected to have it longest',
      [grant('a', 0, 240, by('a')), grant('b', 20, 60, by('a')), grant('c', 0, 90, by('b'))],
      'c',
    ],
    ['is one without an end', [grant('a', 0, null, by('a')), grant('b', 0, 90, by('b'))], 'a'],
  ])('%s', (_what, grants, id) => {
    expect(longestAccess(grants)?.current.requestId ?? null).toBe(id);
    expect(longestAccess(grants.toReversed())?.current.requestId ?? null).toBe(id);
  });
});

describe('the end of access by more grants', () => {
  const first = grant('first', 0, 240);
  const longest = grant('longest', 10, 300);
  const shorter = grant('shorter', 20, 200);
  const last = grant('last', 30, 60);
  const access = accessBy(last, [first, longest, shorter, last]);

  it('is that of the latest', () => {
    expect(access.current).toBe(last);
    expect(ids(access.grants)).toBe('first,longest,shorter,last');
  });

  it('falls back to the longest of the others, but not to those that a later one outlasts', () => {
    expect(ids(access.behind)).toBe('longest,shorter');
    expect(isOutlasted(access, first)).toBe(true);
    expect(expectedEnd(access, first)).toBeNull();
  });

  it('is told beside the end that each grant was to have, and beside the longest', () => {
    const end = { endsAt: minutes(60) };
    expect(expectedEnd(access, last)).toEqual({
      ...end,
      grantedUntil: minutes(300),
      isEarlier: false,
    });
    expect(expectedEnd(access, shorter)).toEqual({
      ...end,
      grantedUntil: minutes(200),
      isEarlier: true,
    });
  });
});
