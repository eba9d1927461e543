import { describe, expect, it } from 'vitest';
import type { Language } from '../../../src/domain/text/sentence.ts';
import { requestForm } from '../../../src/slack/form/blocks/request-form.ts';
import { textsFor } from '../../../src/slack/texts.ts';
import { picked, shownForm } from '../../support/request-forms.ts';

interface Extension {
  readonly language?: Language;
  readonly timeZone?: string | null;
  readonly longestSeconds?: number | null;
  readonly emergency?: boolean;
}

/** The blocks of a form where 57 minutes are left at 13:00 in Berlin, by the name they begin with. */
function shown(
  block: string,
  { language = 'en', timeZone = 'UTC', longestSeconds = null, emergency = false }: Extension,
): string {
  const endsAt = '2026-03-02T12:57:00.000Z';
  const extended = {
    requestId: 'request-1',
    appId: 'app-github',
    entitlementId: 'ent-write',
    targetSlackId: null,
    endsAt,
  };
  const form = shownForm({
    picked: [picked({ longestSeconds })],
    extends: extended,
    emergency,
    language,
    timeZone,
  });
  const view = requestForm(textsFor(language), form);
  return JSON.stringify(view.blocks.find((one) => one.block_id?.startsWith(block)));
}

describe('the choices of a form for more time', () => {
  it.each([
    [
      'en',
      'Europe/Berlin',
      ['1 hour (until about 14:57 if approved now)', '4 hours (until about 17:57 if approved now)'],
    ],
    ['de', 'Europe/Berlin', ['1 Stunde (bis etwa 14:57, wenn jetzt genehmigt)']],
    // There it is nine in the evening.
    [
      'en',
      'Asia/Tokyo',
      [
        '1 hour (until about 22:57 if approved now)',
        '4 hours (until about Tue 3 Mar, 01:57 if approved now)',
      ],
    ],
    ['de', 'Asia/Tokyo', ['4 Stunden (bis etwa Di 3. Mär, 01:57, wenn jetzt genehmigt)']],
    ['en', null, ['"1 hour"', '"4 hours"']],
  ] as const)('say in %s until about when, on the clock of %s', (language, timeZone, words) => {
    for (const one of words) expect(shown('duration-', { language, timeZone })).toContain(one);
  });

  it('end at the longest that is allowed', () => {
    const cut = shown('duration-', { longestSeconds: 3_600 });
    expect(cut).toContain('1 hour (until about 13:00 if approved now)');
  });

  it.each([
    ['what is left and 1 hour fit', { longestSeconds: 14_400 }, '"text":"Ends '],
    ['they are more than is allowed', { longestSeconds: 5_400 }, 'At most 90 minutes in all'],
    ['they are more than emergencies may take', { emergency: true }, 'At most 1 hour in all'],
    [
      'the same, in German',
      { longestSeconds: 5_400, language: 'de' },
      'Mehr als 90 Minuten insgesamt',
    ],
  ] as const)('are said to be cut where that is so: %s', (_when, form, words) => {
    expect(shown('ends', form)).toContain(words);
  });
});
