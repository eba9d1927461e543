import { describe, expect, it } from 'vitest';
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
  });
});
