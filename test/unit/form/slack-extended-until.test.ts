import { describe, expect, it } from 'vitest';
import type { Language } from '../../../src/domain/text/language.ts';
import { requestForm } from '../../../src/slack/form/blocks/request-form.ts';
import { textsFor } from '../../../src/slack/texts.ts';
import { picked, shownForm } from '../../support/request-forms.ts';

/** What there is to choose from, where 57 minutes are left at 13:00 in Berlin. */
function choices(
  language: Language,
  timeZone: string | null,
  longestSeconds: number | null = null,
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
    language,
    timeZone,
  });
  const view = requestForm(textsFor(language), form);
  return JSON.stringify(view.blocks.find((block) => block.block_id?.startsWith('duration-')));
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
    for (const one of words) expect(choices(language, timeZone)).toContain(one);
  });

  it('end at the longest that is allowed', () => {
    expect(choices('en', 'UTC', 3_600)).toContain('1 hour (until about 13:00 if approved now)');
  });
});
