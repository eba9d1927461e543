import fc from 'fast-check';
import { DateTime } from 'luxon';
import { describe, expect, it } from 'vitest';
import { readTimeText } from '../../../src/domain/request/time-text.ts';
import { anyCharacter } from '../../support/slack-limits.ts';

const zones = fc.constantFrom(...Intl.supportedValuesOf('timeZone'), 'UTC');
const languages = fc.constantFrom('en' as const, 'de' as const);
const instants = fc.date({
  min: new Date('2026-01-01'),
  max: new Date('2060-01-01'),
  noInvalidDate: true,
});

function until(text: string, timeZone: string, now: Date, language: 'en' | 'de' = 'en'): string {
  const reading = readTimeText(text, { now, timeZone, language });
  if (!reading.ok) return JSON.stringify(reading.refusal);
  expect(reading.value.seconds).toBe(
    Math.floor(((reading.value.until?.getTime() ?? 0) - now.getTime()) / 1000),
  );
  return reading.value.until?.toISOString() ?? 'a length';
}

describe('clocks that change', () => {
  const winter = new Date('2026-01-10T12:00:00Z');

  it.each([
    ['Europe/Berlin', '2026-03-29 02:30', '2026-03-29T01:30:00.000Z'],
    ['America/New_York', '2026-03-08 02:30', '2026-03-08T07:30:00.000Z'],
    ['Australia/Lord_Howe', '2026-10-04 02:15', '2026-10-03T15:45:00.000Z'],
  ])('a time that the clocks of %s skip goes forward by what they skip', (zone, local, instant) => {
    expect(until(`until ${local}`, zone, winter)).toBe(instant);
  });

  it('of a time that comes twice it is the first that is still ahead', () => {
    expect(until('until 2026-10-25 02:30', 'Europe/Berlin', winter)).toBe(
      '2026-10-25T00:30:00.000Z',
    );
    const between = new Date('2026-10-25T00:45:00Z');
    expect(until('until 2026-10-25 02:30', 'Europe/Berlin', between)).toBe(
      '2026-10-25T01:30:00.000Z',
    );
  });

  it('a day with a change in it ends at its own midnight, while three days are 72 hours', () => {
    const saturday = new Date('2026-03-28T11:00:00Z');
    expect(until('until sunday', 'Europe/Berlin', saturday)).toBe('2026-03-29T21:59:59.000Z');
    expect(until('tomorrow 12:00', 'Europe/Berlin', saturday)).toBe('2026-03-29T10:00:00.000Z');
    expect(
      readTimeText('3 days', { now: saturday, timeZone: 'Europe/Berlin', language: 'en' }),
    ).toEqual({
      ok: true,
      value: { seconds: 259_200, until: null },
    });
  });

  it('the day is the one of the person, not of the machine', () => {
    const now = new Date('2026-11-16T23:30:00Z');
    expect(until('today', 'Asia/Tokyo', now)).toBe('2026-11-17T14:59:59.000Z');
    expect(until('the day after tomorrow', 'Asia/Tokyo', now)).toBe('2026-11-19T14:59:59.000Z');
    expect(until('tuesday 10:00', 'America/Los_Angeles', now)).toBe('2026-11-17T18:00:00.000Z');
    expect(until('friday', 'Pacific/Kiritimati', now)).toBe('2026-11-20T09:59:59.000Z');
  });
});

describe('any zone, any instant', () => {
  it('an ISO local date and time is that instant, to the minute', () => {
    fc.assert(
      fc.property(
        zones,
        instants,
        fc.integer({ min: 1, max: 400 * 24 * 60 }),
        languages,
        (zone, now, minutes, language) => {
          const local = DateTime.fromJSDate(now, { zone }).plus({ minutes }).startOf('minute');
          // Less than a second ahead is over before it begins.
          fc.pre(local.toMillis() >= now.getTime() + 1_000);
          const meant = local
            .getPossibleOffsets()
            .map((one) => one.toJSDate())
            .find((one) => one > now);
          const text = local.toFormat("yyyy-MM-dd'T'HH:mm");
          expect(until(`until ${text}`, zone, now, language)).toBe(meant?.toISOString());
          expect(until(text.replace('T', ' '), zone, now, language)).toBe(meant?.toISOString());
        },
      ),
    );
  });

  it('at every minute around every change of the clocks the local time is what was typed, or later by the gap', () => {
    fc.assert(
      fc.property(
        zones,
        fc.integer({ min: 2026, max: 2035 }),
        fc.integer({ min: -90, max: 90 }),
        (zone, year, minutes) => {
          const now = new Date(`${year - 1}-12-01T00:00:00Z`);
          for (const change of changesOf(zone, year)) {
            const typed = DateTime.fromISO(change.toISO({ includeOffset: false }) ?? '', {
              zone: 'utc',
            }).plus({
              minutes,
            });
            const local = typed.toFormat('yyyy-MM-dd HH:mm');
            const shown = DateTime.fromISO(until(`until ${local}`, zone, now), { zone }).toFormat(
              'yyyy-MM-dd HH:mm',
            );
            if (shown === local) continue;
            const gapMinutes = change.offset - change.minus({ minutes: 1 }).offset;
            expect(shown).toBe(typed.plus({ minutes: gapMinutes }).toFormat('yyyy-MM-dd HH:mm'));
          }
        },
      ),
      { numRuns: 60 },
    );
  });

  it('never throws, and understands only times in the future', () => {
    const words = fc.constantFrom(
      ...'until bis for für friday freitag next nächsten 18:00 6 at um 25.11. 3/4/2026 2026-02-30 noon mittag 4h days Tage am 31 feb 24:00 - 9999 T Z +02:00 tomorrow morgen 12am , . 0'.split(
        ' ',
      ),
      '\uD800',
    );
    const texts = fc.oneof(
      fc.string({ unit: anyCharacter, maxLength: 300 }),
      fc.array(words, { maxLength: 12 }).map((all) => all.join(' ')),
    );
    fc.assert(
      fc.property(texts, zones, instants, languages, (text, timeZone, now, language) => {
        const reading = readTimeText(text, { now, timeZone, language });
        const end = reading.ok ? (reading.value.until ?? new Date(8.64e15)) : new Date(8.64e15);
        expect(reading.ok ? reading.value.seconds : 1).toBeGreaterThan(0);
        expect(end.getTime()).toBeGreaterThan(now.getTime());
      }),
      { numRuns: 500 },
    );
  });
});

/** The first instants after each change of the zone's offset in a year. */
function changesOf(zone: string, year: number): readonly DateTime[] {
  const changes: DateTime[] = [];
  let day = DateTime.fromObject({ year }, { zone: 'utc' }).setZone(zone);
  while (day.toUTC().year === year) {
    const next = day.plus({ hours: 24 });
    if (next.offset !== day.offset) {
      let [before, after] = [day.toMillis(), next.toMillis()];
      while (after - before > 60_000) {
        const middle = before + Math.floor((after - before) / 120_000) * 60_000;
        if (DateTime.fromMillis(middle, { zone }).offset === day.offset) before = middle;
        else after = middle;
      }
      changes.push(DateTime.fromMillis(after, { zone }));
    }
    day = next;
  }
  return changes;
}
