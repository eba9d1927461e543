import { describe, expect, it } from 'vitest';
import { type AccessEvent, nextCheckMs, removedAt } from '../../src/domain/grant.ts';
import { noon } from '../support/samples.ts';

const minutes = (count: number) => new Date(noon.getTime() + count * 60_000);
const facts = {
  appId: 'app-github',
  entitlementId: 'ent-write',
  identityUserId: 'user-ben',
  taskIds: ['task-1'],
  startedAt: noon,
  endsAt: minutes(60),
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
const removed = (...events: readonly AccessEvent[]) => removedAt(facts, events, minutes(61));

describe('access is removed by the service’s events', () => {
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
    ['of another person, by the task that gave it', event({ identityUserId: 'user-cho', taskId: 'task-1' })],
    ['of nobody who is named, by another task', event({ identityUserId: null })],
    ['of another entitlement', event({ entitlementId: 'ent-admin' })],
    ['of another app', event({ appId: 'app-aws' })],
    ['from before it was granted', event({ at: minutes(-1) })],
    ['from the future', event({ at: minutes(120) })],
    ['that add it', event({ kind: 'added' })],
  ])('but not by events %s', (_what, one) => {
    expect(removed(one)).toBeNull();
  });

  it('but not where it was added again, or is there by another account', () => {
    const again = event({ kind: 'added', at: minutes(60.5) });
    expect(removed(event(), again)).toBeNull();
    expect(removed(again, event())).toBeNull();
    expect(removed(event(), event({ kind: 'added', at: minutes(1), accountId: 'account-two' }))).toBeNull();
    expect(removed(event({ kind: 'added', at: minutes(1) }), event())).toEqual(minutes(60));
    expect(removed(event(), event({ accountId: 'account-two', at: minutes(60.5) }))).toEqual(minutes(60.5));
  });
});

it('one grant is asked about with growing gaps', () => {
  expect([0, 1, 2, 6, 11, 99].map((checks) => nextCheckMs(checks) / 1_000)).toEqual([15, 30, 60, 960, 21_600, 21_600]);
});
