import { describe, expect, it } from 'vitest';
import {
  addedTime,
  endsFirst,
  extendedSeconds,
  grantPeriod,
  isDueAt,
  isEndUnreadable,
  isRemovalAtEnd,
  secondsLeft,
} from '../../../src/domain/access/grant.ts';
import { closedSnapshot, noon, snapshot } from '../../support/samples.ts';

const seconds = (count: number): Date => new Date(noon.getTime() + count * 1_000);
const granted = (change: Parameters<typeof closedSnapshot>[0] = {}) =>
  closedSnapshot({
    outcome: 'granted',
    outcomeAt: noon.toISOString(),
    grantDurationSeconds: 60,
    ...change,
  });
const readAt = seconds(5);

describe('the period of a grant', () => {
  it.each([
    ['of an open task', snapshot()],
    ['of a denied task', granted({ outcome: 'denied' })],
    ['of a task that is open and says granted', snapshot({ outcome: 'granted' })],
  ])('does not exist %s', (_what, task) => {
    expect(grantPeriod(task, readAt)).toBeNull();
  });

  it.each([
    ['as the service tells it', {}, { startedAt: noon, endsAt: seconds(60) }],
    ['without a duration', { grantDurationSeconds: null }, { startedAt: noon, endsAt: null }],
    ['with a duration of zero', { grantDurationSeconds: 0 }, { startedAt: noon, endsAt: null }],
    ['with a negative duration', { grantDurationSeconds: -1 }, { startedAt: noon, endsAt: null }],
    ['beyond the calendar', { grantDurationSeconds: 1e12 }, { startedAt: noon, endsAt: null }],
    ['without a time', { outcomeAt: null }, { startedAt: readAt, endsAt: seconds(65) }],
    [
      'with a time before there were any',
      { outcomeAt: '0001-01-01T00:00:00Z' },
      { startedAt: readAt, endsAt: seconds(65) },
    ],
    [
      'at the beginning of all times',
      { outcomeAt: '1970-01-01T00:00:00Z' },
      { startedAt: readAt, endsAt: seconds(65) },
    ],
    [
      'with a time beyond the calendar',
      { outcomeAt: '+010000-01-01T00:00:00Z' },
      { startedAt: readAt, endsAt: seconds(65) },
    ],
  ])('begins and ends %s', (_what, change, period) => {
    expect(grantPeriod(granted(change), readAt)).toEqual(period);
  });

  it('may end in the last second of the calendar, and begin in it', () => {
    const last = new Date('9999-12-31T23:59:59.999Z');
    const started = new Date(last.getTime() - 60_000);
    expect(grantPeriod(granted({ outcomeAt: started.toISOString() }), readAt)).toEqual({
      startedAt: started,
      endsAt: last,
    });
    expect(grantPeriod(granted({ outcomeAt: last.toISOString() }), readAt)).toEqual({
      startedAt: last,
      endsAt: null,
    });
  });

  it.each([
    [null, true, true],
    [null, false, false],
    [noon, true, false],
  ])('that ends %s, of an unreadable duration: %s, is unreadable: %s', (endsAt, is, expected) => {
    const task = granted(is ? { hasUnreadableDuration: true } : {});
    expect(isEndUnreadable({ endsAt }, task)).toBe(expected);
    expect(isEndUnreadable({ endsAt }, null)).toBe(false);
  });
});

describe('which of two grants ends first', () => {
  it.each([
    [seconds(1), seconds(2), true],
    [seconds(2), seconds(2), true],
    [seconds(3), seconds(2), false],
    [seconds(3), null, true],
    [null, seconds(2), false],
    [null, null, true],
  ])('%s before %s: %s', (one, other, expected) => {
    expect(endsFirst({ endsAt: one }, { endsAt: other })).toBe(expected);
  });
});

describe('a removal', () => {
  it.each([
    [seconds(60), true],
    [seconds(0), true],
    [seconds(61), false],
    [null, false],
  ])('at noon is the end of a grant until %s: %s', (endsAt, expected) => {
    expect(isDueAt(endsAt, noon)).toBe(expected);
  });

  it.each([
    ['has just run out', noon, true],
    ['ran out an hour ago', seconds(-3_600), true],
    ['ran out earlier', seconds(-3_601), false],
    ['is over within a minute', seconds(60), true],
    ['is not over', seconds(61), false],
    ['has no end', null, false],
  ])('comes with the end of a grant that %s: %s', (_what, endsAt, expected) => {
    expect(isRemovalAtEnd({ endsAt }, noon)).toBe(expected);
  });
});

describe('the remaining time of a grant', () => {
  it.each([
    [null, 0],
    [{ endsAt: null, endedAt: null }, 0],
    [{ endsAt: seconds(90), endedAt: noon }, 0],
    [{ endsAt: seconds(90), endedAt: null }, 90],
    [{ endsAt: new Date(noon.getTime() + 1), endedAt: null }, 1],
    [{ endsAt: seconds(-1), endedAt: null }, 0],
  ])('of %j: %i s', (grant, left) => {
    expect(secondsLeft(grant, noon)).toBe(left);
  });

  it.each([
    [60, 30, null, 90],
    [60, 30, 80, 80],
    [60, 30, 100, 90],
  ])('%i s and %i s more, at most %s: %i s', (left, picked, longest, expected) => {
    expect(extendedSeconds(left, picked, longest)).toBe(expected);
  });
});

describe('what an extension by an hour adds to access that is there for 100 s', () => {
  const asked = { seconds: 3_600, until: seconds(3_700) };

  it.each([
    ['as it was asked for', 3_700, asked],
    ['within two minutes on the way, later', 3_820, asked],
    ['within two minutes on the way, earlier', 3_580, asked],
    ['more than that less', 3_579, { seconds: 3_480, until: seconds(3_579) }],
    ['more than that more', 3_821, { seconds: 3_720, until: seconds(3_821) }],
    ['a minute, rounded', 130, { seconds: 60, until: seconds(130) }],
    ['nothing that counts', 129, null],
    ['less than there is', 10, null],
  ])('is %s', (_, sent, added) => {
    const extension = { sentAt: noon, seconds: sent, askedSeconds: 3_600 };
    expect(addedTime(seconds(100), extension)).toEqual(added);
  });
});
