import fc from 'fast-check';
import { DateTime, IANAZone } from 'luxon';
import { describe, expect, it } from 'vitest';
import {
  afterWorkingTime,
  type WorkingHours,
  weekdays,
} from '../../../src/domain/settings/working-time.ts';

const office: WorkingHours = {
  fromMinutes: 9 * 60,
  toMinutes: 17 * 60,
  days: ['mon', 'tue', 'wed', 'thu', 'fri'],
  holidays: ['2026-12-25'],
};
const always: WorkingHours = { fromMinutes: 0, toMinutes: 1_440, days: weekdays, holidays: [] };
const hour = 3_600;

/** As told by `later(...)`: the instant in UTC. */
function later(from: string, seconds: number, timeZone = 'UTC', hours = office): string {
  return afterWorkingTime(new Date(from), seconds, timeZone, hours).toISOString().slice(0, 16);
}

describe('working time', () => {
  it('of a zone that there is not, or from no instant, is refused: looking for it would never end', () => {
    expect(() => later('2026-11-18T16:00Z', hour, 'Mars/Phobos')).toThrow(RangeError);
    expect(() => later('sometime', hour)).toThrow(RangeError);
  });

  it.each([
    ['goes on the next morning', '2026-11-18T16:00Z', 2 * hour, 'UTC', '2026-11-19T10:00'],
    [
      'begins in the morning, before which nobody works',
      '2026-11-18T03:00Z',
      hour,
      'UTC',
      '2026-11-18T10:00',
    ],
    [
      'that is over at the end of a day is over the next morning',
      '2026-11-18T15:00Z',
      2 * hour,
      'UTC',
      '2026-11-19T09:00',
    ],
    ['leaves out the weekend', '2026-11-20T16:59Z', hour / 60, 'UTC', '2026-11-23T09:00'],
    ['leaves out holidays', '2026-12-24T16:00Z', 2 * hour, 'UTC', '2026-12-28T10:00'],
    ['of nothing at night is the next morning', '2026-11-18T22:00Z', 0, 'UTC', '2026-11-19T09:00'],
    ['of nothing at work is now', '2026-11-18T12:34Z', 0, 'UTC', '2026-11-18T12:34'],
    [
      'passes by the clocks of the zone',
      '2026-11-18T12:00Z',
      3 * hour,
      'America/New_York',
      '2026-11-18T17:00',
    ],
    [
      'goes on after the clocks went forward',
      '2026-03-27T16:00Z',
      2 * hour,
      'Europe/Berlin',
      '2026-03-30T09:00',
    ],
    [
      'goes on after the clocks went back',
      '2026-10-23T14:00Z',
      2 * hour,
      'Europe/Berlin',
      '2026-10-26T09:00',
    ],
    ['knows 29 February', '2028-02-28T16:30Z', hour, 'UTC', '2028-02-29T09:30'],
  ])('%s', (_what, from, seconds, zone, expected) => {
    expect(later(from, seconds, zone)).toBe(expected);
  });

  it.each([
    [23, '2026-03-29'],
    [24, '2026-03-30'],
    [25, '2026-10-25'],
  ])('of a day without an end is as long as the day: %i hours', (hours, day) => {
    const midnight = DateTime.fromISO(day, { zone: 'Europe/Berlin' });
    const onlyThen = { ...always, days: [weekdays[midnight.weekday - 1] ?? 'mon'] };
    const nextWeek = midnight.plus({ weeks: 1 }).toUTC().toISO()?.slice(0, 16);
    expect(later(`${day}T00:00Z`.replace('T00', 'T03'), 0, 'Europe/Berlin', onlyThen)).toBe(
      `${day}T03:00`,
    );
    expect(later(midnight.toISO() ?? '', hours * hour, 'Europe/Berlin', onlyThen)).toBe(nextWeek);
  });

  it('from a time that the clocks skip begins when they skip it', () => {
    const early = { ...always, fromMinutes: 150, toMinutes: 240 };
    expect(later('2026-03-28T23:00Z', 0, 'Europe/Berlin', early)).toBe('2026-03-29T01:00');
    expect(later('2026-03-28T23:00Z', hour, 'Europe/Berlin', early)).toBe('2026-03-30T00:30');
  });

  it('up to a time that comes twice ends the first time', () => {
    const early = { ...always, fromMinutes: 60, toMinutes: 150 };
    expect(later('2026-10-24T22:00Z', 1.5 * hour, 'Europe/Berlin', early)).toBe('2026-10-26T00:00');
  });
});

/**
 * Which minutes are worked, one after the other: the clock's furthest reading so far says which day
 * and time it is.
 */
function naiveMinutes(
  fromMs: number,
  count: number,
  zone: IANAZone,
  hours: WorkingHours,
): readonly boolean[] {
  const worked: boolean[] = [];
  let furthest = 0;
  const runUp = 2 * 1_440;
  // Clocks change at a quarter of an hour, and to ask for each minute took most of the time.
  const offsets = new Map<number, number>();
  const offsetAt = (atMs: number) => {
    const quarter = Math.floor(atMs / 900_000);
    const known = offsets.get(quarter) ?? zone.offset(atMs);
    offsets.set(quarter, known);
    return known;
  };
  for (let minute = -runUp; minute < count; minute += 1) {
    const atMs = fromMs + minute * 60_000;
    furthest = Math.max(furthest, atMs + offsetAt(atMs) * 60_000);
    if (minute < 0) continue;
    const wall = new Date(furthest);
    const day = weekdays[(wall.getUTCDay() + 6) % 7] ?? 'mon';
    const time = wall.getUTCHours() * 60 + wall.getUTCMinutes();
    const isFree =
      !hours.days.includes(day) || hours.holidays.includes(wall.toISOString().slice(0, 10));
    worked.push(!isFree && time >= hours.fromMinutes && time < hours.toMinutes);
  }
  return worked;
}

describe('counted minute by minute', () => {
  const zones = [
    'UTC',
    'Europe/Berlin',
    'America/New_York',
    'Australia/Lord_Howe',
    'America/Havana',
    'Asia/Kathmandu',
  ];
  /** Midnights around which some of these zones change their clocks, and a leap day. */
  const middles = [
    '2026-03-08',
    '2026-03-29',
    '2026-04-05',
    '2026-10-04',
    '2026-10-25',
    '2026-11-01',
    '2028-02-29',
  ];
  const someHours = fc
    .tuple(
      fc.integer({ min: 0, max: 95 }),
      fc.integer({ min: 1, max: 96 }),
      fc.subarray([...weekdays], { minLength: 1 }),
    )
    .filter(([from, to]) => from < to)
    .map(
      ([from, to, days]): WorkingHours => ({
        fromMinutes: from * 15,
        toMinutes: to * 15,
        days,
        holidays: ['2026-10-26'],
      }),
    );

  it('is the same in every zone, whenever the clocks change', () => {
    const count = 4 * 1_440;
    fc.assert(
      fc.property(
        fc.constantFrom(...zones),
        fc.constantFrom(...middles),
        fc.integer({ min: -2_880, max: 0 }),
        someHours,
        fc.integer({ min: 0, max: count }),
        (name, middle, shift, hours, length) => {
          const fromMs = Date.parse(`${middle}T00:00Z`) + shift * 60_000;
          const worked = naiveMinutes(fromMs, count, IANAZone.create(name), hours);
          const passed = worked.slice(0, length).filter(Boolean).length;
          // The instant after so much working time is the next minute that is worked.
          const next = worked.indexOf(true, passed === 0 ? 0 : length);
          if (next === -1) return;
          const after = afterWorkingTime(new Date(fromMs), passed * 60, name, hours);
          expect(after).toEqual(new Date(fromMs + next * 60_000));
        },
      ),
      { numRuns: 40 },
    );
  });
});
