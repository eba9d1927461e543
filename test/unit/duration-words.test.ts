import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { readTimeText } from '../../src/domain/time-text.ts';
import { durationWords } from '../../src/slack/surfaces/duration-words.ts';
import { english } from '../../src/slack/texts/english/english.ts';
import { german } from '../../src/slack/texts/german/german.ts';

const now = new Date('2026-11-16T10:00:00Z');

describe.each([
  ['en', english],
  ['de', german],
] as const)('words for a length of time, in %s', (language, texts) => {
  it('are understood where they are typed', () => {
    const inMinutes = fc.integer({ min: 1, max: 24 * 60 - 1 }).map((minutes) => minutes * 60);
    const inHours = fc.integer({ min: 1, max: 60 * 24 }).map((hours) => hours * 3_600);
    fc.assert(
      fc.property(fc.oneof(inMinutes, inHours), (seconds) => {
        const read = readTimeText(durationWords(texts, seconds), { now, timeZone: 'Europe/Berlin', language });
        expect(read).toMatchObject({ ok: true, value: { seconds } });
      }),
    );
  });

  it('are understood where they say that there is no end', () => {
    const read = readTimeText(durationWords(texts, null), { now, timeZone: 'Europe/Berlin', language });
    expect(read).toEqual({ ok: true, value: { seconds: null, until: null } });
  });
});
