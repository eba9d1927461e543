import { describe, expect, it } from 'vitest';
import { readTimeText } from '../../../src/domain/request/time-text.ts';

/** Monday, 16 November 2026, 11:00 in Berlin. */
const now = new Date('2026-11-16T10:00:00Z');
const read = (
  text: string,
  language: 'en' | 'de' = 'en',
  timeZone: string | null = 'Europe/Berlin',
) => readTimeText(text, { now, timeZone, language });

describe('lengths of time', () => {
  it.each([
    ['90m', 5_400],
    ['4h', 14_400],
    ['for 4 hours', 14_400],
    ['up to 4 hours', 14_400],
    ['3 days', 259_200],
    ['1 day 12 hours', 129_600],
    ['1 day, 2 hours and 30 minutes', 95_400],
    ['2 weeks', 1_209_600],
    ['1h30', 5_400],
    ['1.1h', 3_960],
    ['in 3 days', 259_200],
    ['  4\u00A0 h ', 14_400],
    ['3 Tage', 259_200],
    ['drei Tage', 259_200],
    ['two hours', 7_200],
    ['zwei Stunden und zehn Minuten', 7_800],
    ['half an hour', 1_800],
    ['eine halbe Stunde', 1_800],
    ['anderthalb Stunden', 5_400],
    ['one and a half hours', 5_400],
    ['zwölf Wochen', 7_257_600],
    ['90 Min', 5_400],
    ['bis 3 Tage', 259_200],
    ['1,5 Stunden', 5_400],
    ['bis zu 4 Std.', 14_400],
  ])('%s is a length without an end, in either language', (text, seconds) => {
    expect(read(text)).toEqual({ ok: true, value: { seconds, until: null } });
    expect(read(text, 'de')).toEqual({ ok: true, value: { seconds, until: null } });
  });

  it('a day is 24 hours and a month is the one of the calendar', () => {
    expect(read('2 months')).toEqual({
      ok: true,
      value: { seconds: 61 * 86_400 + 46_799, until: new Date('2027-01-16T22:59:59Z') },
    });
    expect(read('einen Monat', 'de')).toMatchObject({
      value: { until: new Date('2026-12-16T22:59:59Z') },
    });
  });

  it.each(['-3h', '- 3 h', '4', 'h', '1,500 h', '1h 30 5m', '4h please', '1e3h'])(
    '%s is not understood',
    (text) => {
      expect(read(text)).toMatchObject({ ok: false, refusal: { code: 'not-understood' } });
    },
  );

  it('nothing at all, and more than the wire holds, are refused', () => {
    expect(read('0h')).toEqual({ ok: false, refusal: { code: 'in-the-past' } });
    expect(read('315576000000 s')).toMatchObject({ ok: true });
    expect(read('315576000001 s')).toMatchObject({ refusal: { code: 'not-understood' } });
    expect(read(`${'9'.repeat(180)} weeks`)).toMatchObject({ refusal: { code: 'not-understood' } });
  });
});

describe('no end', () => {
  it.each([
    'until revoked',
    'Until  revoked',
    'bis auf Widerruf',
    'permanent',
    'permanently',
    'indefinitely',
    'forever',
    'dauerhaft',
    'unbefristet',
  ])('%s, in either language and any zone', (text) => {
    const noEnd = { ok: true, value: { seconds: null, until: null } };
    expect(read(text)).toEqual(noEnd);
    expect(read(text, 'de', null)).toEqual(noEnd);
  });

  it.each([
    'until',
    'revoked',
    'until revoked 4h',
    'permanent staff',
    'until permanent',
    'until further notice',
  ])('not %s', (text) => {
    expect(read(text)).toMatchObject({ ok: false, refusal: { code: 'not-understood' } });
  });
});

describe('ends in English', () => {
  it.each([
    ['until Friday 18:00', '2026-11-20T17:00:00Z'],
    ['until Friday, 6pm', '2026-11-20T17:00:00Z'],
    ['fri 6 p.m.', '2026-11-20T17:00:00Z'],
    ['Friday', '2026-11-20T22:59:59Z'],
    ['this friday', '2026-11-20T22:59:59Z'],
    ['friday next week', '2026-11-27T22:59:59Z'],
    ['by monday 9:00', '2026-11-23T08:00:00Z'],
    ['until tomorrow 9am', '2026-11-17T08:00:00Z'],
    ['the day after tomorrow', '2026-11-18T22:59:59Z'],
    ['till 2026-11-25', '2026-11-25T22:59:59Z'],
    ['until the 25th of November', '2026-11-25T22:59:59Z'],
    ['Nov 25 6pm', '2026-11-25T17:00:00Z'],
    ['25 November 2026 at 18:00', '2026-11-25T17:00:00Z'],
    ['2 nov', '2027-11-02T22:59:59Z'],
    ['Friday 20 Nov', '2026-11-20T22:59:59Z'],
    ['9am', '2026-11-17T08:00:00Z'],
    ['18:00', '2026-11-16T17:00:00Z'],
    ['until 17h', '2026-11-16T16:00:00Z'],
    ['bis 23h', '2026-11-16T22:00:00Z'],
    ['bis 18.30', '2026-11-16T17:30:00Z'],
    ['noon', '2026-11-16T11:00:00Z'],
    ['midnight', '2026-11-16T22:59:59Z'],
    ['until this evening', '2026-11-16T19:00:00Z'],
    ['until tomorrow evening', '2026-11-17T19:00:00Z'],
    ['friday evening', '2026-11-20T19:00:00Z'],
    ['tomorrow evening at 9', '2026-11-17T20:00:00Z'],
    ['end of day', '2026-11-16T22:59:59Z'],
    ['end of the month', '2026-11-30T22:59:59Z'],
    ['friday 24:00', '2026-11-20T22:59:59Z'],
    ['2026-11-25T18:24:00', '2026-11-25T17:24:00Z'],
    ['bis Freitag 18 Uhr', '2026-11-20T17:00:00Z'],
  ])('%s', (text, until) => {
    expect(read(text)).toMatchObject({ ok: true, value: { until: new Date(until) } });
  });

  it('counts the seconds from now', () => {
    expect(read('until 11:30')).toEqual({
      ok: true,
      value: { seconds: 1_800, until: new Date('2026-11-16T10:30:00Z') },
    });
  });
});

describe('ends in German', () => {
  it.each([
    ['bis Freitag 18 Uhr', '2026-11-20T17:00:00Z'],
    ['am Freitag um 18 Uhr', '2026-11-20T17:00:00Z'],
    ['bis kommenden Freitag', '2026-11-20T22:59:59Z'],
    ['bis Do 14 Uhr', '2026-11-19T13:00:00Z'],
    ['Freitag 6 Uhr abends', '2026-11-20T17:00:00Z'],
    ['bis Mittag', '2026-11-16T11:00:00Z'],
    ['bis heute Abend', '2026-11-16T19:00:00Z'],
    ['bis morgen Abend', '2026-11-17T19:00:00Z'],
    ['bis Freitagabend', '2026-11-20T19:00:00Z'],
    ['bis zum Abend', '2026-11-16T19:00:00Z'],
    ['Freitag abends', '2026-11-20T19:00:00Z'],
    ['morgen', '2026-11-17T22:59:59Z'],
    ['bis morgen 9 Uhr', '2026-11-17T08:00:00Z'],
    ['übermorgen', '2026-11-18T22:59:59Z'],
    ['heute 18.30 Uhr', '2026-11-16T17:30:00Z'],
    ['Freitag 24 Uhr', '2026-11-20T22:59:59Z'],
    ['25.11.2026 18:00', '2026-11-25T17:00:00Z'],
    ['bis zum 25.11.26', '2026-11-25T22:59:59Z'],
    ['25.11.', '2026-11-25T22:59:59Z'],
    ['bis 24.12. 18 Uhr', '2026-12-24T17:00:00Z'],
    ['1.11.', '2027-11-01T22:59:59Z'],
    ['3.4.2027', '2027-04-03T21:59:59Z'],
    ['bis zum 25. November um 18 Uhr', '2026-11-25T17:00:00Z'],
    ['until Friday 6pm', '2026-11-20T17:00:00Z'],
  ])('%s', (text, until) => {
    expect(read(text, 'de')).toMatchObject({ ok: true, value: { until: new Date(until) } });
  });
});

describe('what some people read in another way', () => {
  it.each([
    ['next friday', 'en', '2026-11-20T22:59:59Z'],
    ['nächsten Freitag', 'de', '2026-11-20T22:59:59Z'],
    ['monday 18:00', 'en', '2026-11-16T17:00:00Z'],
    ['until next monday', 'en', '2026-11-23T22:59:59Z'],
    ['bis kommenden Montag 18 Uhr', 'de', '2026-11-23T17:00:00Z'],
    ['tomorrow at 6', 'en', '2026-11-17T05:00:00Z'],
    ['3.4.2027', 'en', '2027-04-03T21:59:59Z'],
    ['bis 9 Uhr', 'de', '2026-11-17T08:00:00Z'],
  ] as const)('%s is the sooner, on a clock of 24 hours', (text, language, until) => {
    expect(read(text, language)).toMatchObject({ ok: true, value: { until: new Date(until) } });
  });
});

describe('what is refused', () => {
  it.each([
    'friday please',
    'friday afternoonish',
    'until friday 6',
    'until 6',
    '3/4/2027',
    '18:00 UTC',
    '18:00 EST',
    'tomorrow morning',
    'heute Nacht',
    'next week evening',
    'last evening',
    'next week',
    'last friday',
    'weekend',
    'Tuesday 20 Nov',
    '31/02/2027',
    '2026-02-30',
    'friday to sunday',
    'until',
    'now',
    '',
  ])('%s is told back as a whole', (words) => {
    expect(read(words)).toEqual({ ok: false, refusal: { code: 'not-understood', typed: [words] } });
  });

  it.each(['yesterday', '2026-11-15', '16.11.2026 09:00', '3 days ago'])(
    '%s is in the past',
    (text) => {
      expect(read(text)).toMatchObject({ ok: false, refusal: { code: 'in-the-past' } });
    },
  );

  it.each([
    ['until monday', 'en'],
    ['this monday', 'en'],
    ['bis Montag', 'de'],
    ['bis zum montag', 'en'],
  ] as const)('%s, typed on a Monday, may be today or in a week', (text, language) => {
    expect(read(text, language)).toEqual({ ok: false, refusal: { code: 'today-or-in-a-week' } });
  });

  it('an end without a zone; a length needs none', () => {
    expect(read('friday', 'en', null)).toEqual({ ok: false, refusal: { code: 'unknown-zone' } });
    expect(read('4h', 'en', null)).toMatchObject({ ok: true });
  });
});
