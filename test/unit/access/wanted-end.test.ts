import { describe, expect, it } from 'vitest';
import { type Former, lateEnd, roughSeconds } from '../../../src/domain/access/wanted-end.ts';

const monday = new Date('2026-03-02T12:00:00Z');
const hour = 3_600;
const at = (hours: number): Date => new Date(monday.getTime() + hours * hour * 1_000);
const lasts = (hours: number) => ({ kind: 'lasts', seconds: hours * hour }) as const;
const wanted = (change: object) => ({
  timeText: '',
  durationSeconds: 4 * hour,
  createdAt: monday,
  extendsRequestId: null,
  ...change,
});
const untilFour = wanted({ timeText: 'until 4pm' });
const moreTime = wanted({ extendsRequestId: 'request-0', durationSeconds: hour });
const former = (change: Partial<Former> = {}): Former => ({
  endsAt: at(2),
  endedAt: null,
  endedBy: null,
  ...change,
});
const over = former({ endedAt: at(2), endedBy: 'expired' });

describe('access that is granted now', () => {
  it.each<[string, Parameters<typeof lateEnd>, number | null]>([
    ['a typed end, at once', [untilFour, null, lasts(4), at(0.03)], null],
    ['a typed end, three hours later', [untilFour, null, lasts(4), at(3)], 3 * hour],
    ['a typed end that is over', [untilFour, null, lasts(4), at(10)], 10 * hour],
    ['a typed end, set to end in time', [untilFour, null, lasts(1), at(3)], null],
    ['a typed end, set to longer than was sent', [untilFour, null, lasts(8), at(3)], null],
    ['a length', [wanted({}), null, lasts(4), at(30)], null],
    ['no end', [wanted({ durationSeconds: null }), null, { kind: 'until-revoked' }, at(9)], null],
    ['more time, at once', [moreTime, former(), lasts(3), at(0)], null],
    ['more time, an hour later', [moreTime, former(), lasts(3), at(1)], hour],
    ['more time, after the end', [moreTime, over, lasts(3), at(5)], 2 * hour],
    [
      'more time, with whose access a later request goes on',
      [moreTime, { ...over, endedBy: null }, lasts(3), at(5)],
      null,
    ],
    [
      'more time until a typed end, after the end',
      [{ ...moreTime, timeText: 'until 3pm' }, over, lasts(3), at(2.5)],
      2.5 * hour,
    ],
  ])('ends as late as this, of %s', (_what, args, late) => {
    expect(lateEnd(...args)?.seconds ?? null).toBe(late);
  });

  it('is said to end when it would', () => {
    const end = lateEnd(untilFour, null, lasts(4), at(3));
    expect(end?.endsAt).toBe(at(7).toISOString());
  });

  it('is late by a time that people say', () => {
    expect([90, 5_399, 100_000, 300_000].map(roughSeconds)).toEqual([120, 5_400, 100_800, 259_200]);
  });
});
