import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { readTimeText } from '../../src/domain/time-text.ts';
import { writtenEnd } from '../../src/domain/written-end.ts';
import { typedSeconds } from '../../src/slack/listeners/request-form/typed-time.ts';
import { textsFor } from '../../src/slack/texts/texts.ts';

const now = new Date('2026-11-16T10:00:00Z');
const reader = (timeZone: string | null) => ({ texts: textsFor('en'), language: 'en', timeZone }) as const;

describe('a typed time', () => {
  it.each([
    ['Europe/Berlin', 8],
    ['Asia/Singapore', 1],
    ['America/Los_Angeles', 17],
  ])('is counted in the zone of whoever typed it: %s', (zone, hours) => {
    expect(typedSeconds('until 19:00', reader(zone), now)).toEqual({ kind: 'seconds', seconds: hours * 3_600 });
  });

  it('of an unknown zone is taken only where no zone is needed', () => {
    expect(typedSeconds('90m', reader(null), now)).toEqual({ kind: 'seconds', seconds: 5_400 });
    expect(typedSeconds('until 19:00', reader(null), now)).toMatchObject({
      kind: 'mistake',
      words: expect.stringContaining('could not find out your time zone'),
    });
    expect(typedSeconds('next friday', reader(null), now)).toMatchObject({
      words: expect.stringContaining('could not find out your time zone'),
    });
  });

  it('may be until revoked', () => {
    expect(typedSeconds('until revoked', reader(null), now)).toEqual({ kind: 'seconds', seconds: null });
  });

  it.each([
    ['next friday', 'en', '2026-11-20 or 2026-11-27'],
    ['monday 20:00', 'en', '2026-11-16 20:00 or 2026-11-23 20:00'],
    ['3/4 at 6', 'en', '2027-04-03 06:00, 2027-04-03 18:00, 2027-03-04 06:00 or 2027-03-04 18:00'],
    ['nächsten Freitag', 'de', '20.11.2026 oder 27.11.2026'],
  ] as const)('that people read in two ways names them: %s', (text, language, readings) => {
    const berlin = { texts: textsFor(language), language, timeZone: 'Europe/Berlin' };
    const typed = typedSeconds(text, berlin, now);
    expect(typed).toMatchObject({ kind: 'mistake', words: expect.stringContaining(`: ${readings}.`) });
  });
});

describe('an end as it is written', () => {
  it('is read as that end, in one way, whoever types it back', () => {
    const zones = fc.constantFrom('Europe/Berlin', 'Asia/Kolkata', 'America/Los_Angeles', 'UTC');
    const inSeconds = fc.integer({ min: 86_400, max: 1_000 * 86_400 });
    fc.assert(
      fc.property(zones, fc.constantFrom('en', 'de'), inSeconds, fc.boolean(), (timeZone, language, seconds, whole) => {
        const end = new Date(now.getTime() + (whole ? seconds - (seconds % 60) : seconds) * 1_000);
        const shown = writtenEnd(end, { timeZone, language });
        const read = readTimeText(shown, { now, timeZone, language });
        expect(read.ok && read.value.until && writtenEnd(read.value.until, { timeZone, language })).toBe(shown);
      }),
    );
  });
});
