import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { readTimeText, writtenEnd } from '../../src/domain/time-text.ts';
import { timeWords } from '../../src/slack/listeners/request-form/typed-time.ts';
import { textsFor } from '../../src/slack/texts/texts.ts';

const now = new Date('2026-11-16T10:00:00Z');

describe('a typed time that cannot be taken', () => {
  it.each([
    ['next friday', 'en', '2026-11-20 or 2026-11-27'],
    ['monday 20:00', 'en', '2026-11-16 20:00 or 2026-11-23 20:00'],
    ['3/4 at 6', 'en', '2027-04-03 06:00, 2027-04-03 18:00, 2027-03-04 06:00 or 2027-03-04 18:00'],
    ['nächsten Freitag', 'de', '20.11.2026 oder 27.11.2026'],
  ] as const)('because people read it in two ways: both are named for %s', (text, language, readings) => {
    const berlin = { texts: textsFor(language), language, timeZone: 'Europe/Berlin' };
    const read = readTimeText(text, { now, ...berlin });
    expect(read.ok ? '' : timeWords(berlin, read.refusal)).toContain(`: ${readings}.`);
  });

  it('is quoted beside its field with marks that reorder text shown', () => {
    const reader = { texts: textsFor('en'), language: 'en', timeZone: null } as const;
    expect(timeWords(reader, { kind: 'not-understood', words: 'soon\u202E' })).toContain('soon⟨U+202E⟩');
  });

  it('because the zone is not known says so, also where it has two meanings', () => {
    const nowhere = { texts: textsFor('en'), language: 'en', timeZone: null } as const;
    const read = readTimeText('next friday', { now, language: 'en', timeZone: 'Etc/UTC' });
    expect(read.ok ? '' : timeWords(nowhere, read.refusal)).toBe(
      timeWords(nowhere, { kind: 'unknown-zone', timeZone: '' }),
    );
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
