import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { readTimeText } from '../../../src/domain/request/time-text.ts';
import { durationWords, periodWords } from '../../../src/slack/card/task-words.ts';
import { textsFor } from '../../../src/slack/texts.ts';

const [english, german] = [textsFor('en'), textsFor('de')];

const now = new Date('2026-11-16T10:00:00Z');

describe.each([
  ['en', english],
  ['de', german],
] as const)('words for a length of time, in %s', (language, texts) => {
  it('are understood when they are typed', () => {
    const inMinutes = fc.integer({ min: 1, max: 24 * 60 - 1 }).map((minutes) => minutes * 60);
    const inHours = fc.integer({ min: 1, max: 60 * 24 }).map((hours) => hours * 3_600);
    fc.assert(
      fc.property(fc.oneof(inMinutes, inHours), (seconds) => {
        const read = readTimeText(durationWords(texts, seconds), {
          now,
          timeZone: 'Europe/Berlin',
          language,
        });
        expect(read).toMatchObject({ ok: true, value: { seconds } });
      }),
    );
  });

  it('are understood when they mean “no end”', () => {
    const read = readTimeText(durationWords(texts, null), {
      now,
      timeZone: 'Europe/Berlin',
      language,
    });
    expect(read).toEqual({ ok: true, value: { seconds: null, until: null } });
  });
});

describe('the time that was asked for', () => {
  const lasting = (seconds: number) => ({ kind: 'lasts', seconds }) as const;
  const sixDays = 6 * 86_400 + 3 * 3_600;
  const asked = (timeText: string, durationSeconds: number | null) => ({
    timeText,
    durationSeconds,
    createdAt: now,
  });

  it.each([
    ['until Friday 18:00', english, 'for 6 days'],
    ['bis Freitag 18 Uhr', german, 'für 6 Tage'],
    ['24.12.', english, 'for 6 days'],
    ['147 hours', english, 'for 6 days 3 hours'],
    ['', english, 'for 6 days 3 hours'],
  ])('typed as “%s” is rounded when an end was typed', (timeText, texts, words) => {
    expect(periodWords(texts, asked(timeText, sixDays), lasting(sixDays))).toBe(words);
  });

  it('of less than three days has its hours, of less than a day its minutes too', () => {
    const [days, day] = [71 * 3_600, 33 * 3_600 - 20];
    expect(periodWords(english, asked('until Tuesday', days), lasting(days))).toBe(
      'for 2 days 23 hours',
    );
    expect(periodWords(english, asked('until tomorrow 18:00', day), lasting(day))).toBe(
      'for 1 day 9 hours',
    );
  });

  it('is not the typed end after a reviewer changed it', () => {
    expect(periodWords(english, asked('until Friday 18:00', sixDays), lasting(3_600))).toBe(
      'for 1 hour',
    );
  });

  it('is not the typed end after the service took the end away', () => {
    const words = periodWords(english, asked('until Friday 18:00', sixDays), {
      kind: 'until-revoked',
    });
    expect(words).toBe('until revoked');
  });

  it('shows hours for less than a day, and “until revoked” for no end', () => {
    expect(periodWords(english, asked('until 18:00', 8_340), lasting(8_340))).toBe(
      'for 2 hours 19 minutes',
    );
    expect(periodWords(english, asked('until revoked', null), { kind: 'until-revoked' })).toBe(
      'until revoked',
    );
  });
});
