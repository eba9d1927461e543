import { describe, expect, it } from 'vitest';
import {
  type AccessEvent,
  isRemovalMissed,
  nextCheckMs,
  removalOf,
  warningAt,
} from '../../../src/domain/access/grant.ts';
import { type WorkingHours, weekdays } from '../../../src/domain/settings/working-time.ts';
import { noon } from '../../support/samples.ts';

const minutes = (count: number) => new Date(noon.getTime() + count * 60_000);
const grant = {
  startedAt: noon,
  request: {
    appId: 'app-github',
    entitlementId: 'ent-write',
    identityUserId: 'user-ben',
    taskId: 'task-1',
    account: null,
  },
};
const event = (change: Partial<AccessEvent> = {}): AccessEvent => ({
  kind: 'removed',
  at: minutes(60),
  appId: 'app-github',
  entitlementId: 'ent-write',
  accountId: 'account-ben',
  identityUserId: 'user-ben',
  taskId: 'task-7',
  ...change,
});
const removed = (...events: readonly AccessEvent[]) =>
  removalOf(grant, events, minutes(61))?.at ?? null;

describe('access is removed by the service’s events', () => {
  it('not by those of another account than the one that was picked', () => {
    const account = { id: 'account-ben', name: 'ben' };
    const picked = { ...grant, request: { ...grant.request, account } };
    const at = (accountId: string) =>
      removalOf(picked, [event({ accountId })], minutes(61))?.at ?? null;
    expect([at('account-ben'), at('account-two')]).toEqual([minutes(60), null]);
  });

  it.each([
    ['of this person', event(), minutes(60)],
    ['before its time', event({ at: minutes(5) }), minutes(5)],
    [
      'by the task that gave it, of nobody who is named',
      event({ identityUserId: null, taskId: 'task-1' }),
      minutes(60),
    ],
    ['by a clock that is a little ahead', event({ at: minutes(64) }), minutes(61)],
  ])('%s', (_what, one, at) => {
    expect(removed(one)).toEqual(at);
  });

  it.each([
    ['of another person', event({ identityUserId: 'user-cho' })],
    [
      'of another person, by the task that gave it',
      event({ identityUserId: 'user-cho', taskId: 'task-1' }),
    ],
    ['of nobody who is named, by another task', event({ identityUserId: null })],
    ['of another entitlement', event({ entitlementId: 'ent-admin' })],
    ['of another app', event({ appId: 'app-aws' })],
    ['from before it was granted', event({ at: minutes(-1) })],
    ['from the future', event({ at: minutes(120) })],
    ['that add it', event({ kind: 'added' })],
  ])('but not by events %s', (_what, one) => {
    expect(removed(one)).toBeNull();
  });

  it('but not when it was added again, or exists by another account', () => {
    const again = event({ kind: 'added', at: minutes(60.5) });
    expect(removed(event(), again)).toBeNull();
    expect(removed(again, event())).toBeNull();
    const atOnce = event({ kind: 'added' });
    expect([removed(event(), atOnce), removed(atOnce, event())]).toEqual([null, null]);
    expect(
      removed(event(), event({ kind: 'added', at: minutes(1), accountId: 'account-two' })),
    ).toBeNull();
    expect(removed(event({ kind: 'added', at: minutes(1) }), event())).toEqual(minutes(60));
    expect(removed(event(), event({ accountId: 'account-two', at: minutes(60.5) }))).toEqual(
      minutes(60.5),
    );
  });
});

it('one grant is asked about with growing gaps', () => {
  expect([0, 1, 2, 6, 11, 99].map((checks) => nextCheckMs(checks) / 1_000)).toEqual([
    15, 30, 60, 960, 21_600, 21_600,
  ]);
});

describe('the warning before a grant ends', () => {
  const hours = {
    fromMinutes: 540,
    toMinutes: 1_020,
    days: ['mon', 'tue', 'wed', 'thu', 'fri'],
    holidays: [],
  } as const;
  const always = { fromMinutes: 0, toMinutes: 1_440, days: weekdays, holidays: [] };
  /** noon is a Monday, in Berlin 13:00. */
  const warned = (length: number, working: WorkingHours = always) =>
    (warningAt({ startedAt: noon, endsAt: minutes(length) }, 'Europe/Berlin', working).getTime() -
      noon.getTime()) /
    60_000;

  it.each([
    ['a tenth before', 600, 540],
    ['at least 10 minutes before', 60, 50],
    ['at least 10 minutes before, of little more than that', 12, 2],
    ['at most 2 days before', 129_600, 129_600 - 2_880],
    ['in the middle of less than 10 minutes', 8, 4],
    ['10 minutes before, of 10 minutes at once', 10, 0],
  ])('%s', (_what, length, at) => {
    expect(warned(length)).toBe(at);
  });

  it.each([
    // Due on Friday at 13:00 in Berlin.
    ['in their working hours, when it is due', 4 * 1_440 + 640, 4 * 1_440],
    // Due on Tuesday at 03:00, of 15 hours and 36 minutes; the end is at 04:36.
    ['an hour before they stopped working, where they do not work before the end', 936, 180],
    // Due on a Sunday at 14:00, two days before the end; from Monday at 09:00 more than half of
    // them are left.
    ['when they work next, where half of the time is left then', 64 * 1_440, 62 * 1_440 + 1_140],
  ])('%s', (_what, length, at) => {
    expect(warned(length, hours)).toBe(at);
  });

  it('comes when it is due if they never work before', () => {
    expect(warned(30, { ...hours, days: ['tue'] })).toBe(20);
  });
});

describe('the edges of what an event counts for', () => {
  it('counts from the moment of the grant, and up to five minutes ahead', () => {
    expect(removed(event({ at: noon }))).toEqual(noon);
    expect(removed(event({ at: minutes(66) }))).toEqual(minutes(61));
  });

  it('is not undone by an earlier event of the same account that comes later', () => {
    const earlier = event({ kind: 'added', at: minutes(30) });
    expect(removed(event({ at: minutes(60) }), earlier)).toEqual(minutes(60));
  });

  it('is an expiry only if the service says so of each account', () => {
    const expiry = (...said: readonly (boolean | undefined)[]) => {
      const events = said.map((isExpiry, index) =>
        event({ accountId: `account-${index}`, ...(isExpiry !== undefined && { isExpiry }) }),
      );
      return removalOf(grant, events, minutes(61))?.isExpiry;
    };
    expect([expiry(true), expiry(true, true), expiry(true, false), expiry(undefined)]).toEqual([
      true,
      true,
      false,
      false,
    ]);
  });

  it('waits for working hours with a warning only while half of the time is left', () => {
    const days = ['mon', 'tue', 'wed', 'thu', 'fri'] as const;
    const office = { fromMinutes: 540, toMinutes: 1_020, days, holidays: [] };
    const warning = (endsAt: string) =>
      warningAt({ startedAt: noon, endsAt: new Date(endsAt) }, 'Etc/UTC', office).toISOString();
    // Due on a Sunday at 09:00: on Monday at 09:00 exactly half of the two days is left.
    expect(warning('2026-03-31T09:00:00Z')).toBe('2026-03-30T09:00:00.000Z');
    // Due on a Saturday at 21:00: on Monday too little is left, so Friday's last hour it is.
    expect(warning('2026-03-30T21:00:00Z')).toBe('2026-03-27T16:00:00.000Z');
  });
});

describe('a removal', () => {
  it.each([
    ['that nobody ordered', false, { revocationPending: null, takenAt: minutes(0) }, 60],
    ['that the service has not carried out', false, { revocationPending: 'given-back' }, 60],
    [
      'of which the task failed',
      true,
      { revocationPending: 'given-back', isOrderFailing: true },
      0,
    ],
    [
      'that was carried out just now',
      false,
      { revocationPending: 'taken-away', takenAt: noon },
      14,
    ],
    [
      'that still shows after 15 minutes',
      true,
      { revocationPending: 'taken-away', takenAt: noon },
      15,
    ],
  ] as const)('%s is missed: %s', (_what, isMissed, removal, afterMinutes) => {
    expect(isRemovalMissed(removal, minutes(afterMinutes))).toBe(isMissed);
  });
});
