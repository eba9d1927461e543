import { describe, expect, it } from 'vitest';
import { ofService } from '../../../src/domain/refusals/refusals.ts';
import { languages } from '../../../src/domain/text/sentence.ts';
import { mistakeWords, refusalWords } from '../../../src/slack/action/refusal-words.ts';
import { textsFor } from '../../../src/slack/texts.ts';
import { allRefusals, serviceRefusal } from '../../support/refusals.ts';
import { noon, people } from '../../support/samples.ts';

const texts = textsFor('en');

describe('refusals in words', () => {
  it('tell who decided first, and when', () => {
    const first = { slackUserId: 'U0CHO', at: noon.toISOString() };
    expect(refusalWords(texts, { code: 'already-decided', ...first })).toMatch(
      /^<@U0CHO> decided first: <!date\^1772452800\^.*>\. This changes nothing any more\./,
    );
  });

  it.each(['en', 'de'] as const)(
    'name the person it is about, and say why in a code: %s',
    (language) => {
      const refusal = { code: 'inactive', status: 'DISABLED', slackUserId: 'U0ZORA' } as const;
      expect(refusalWords(textsFor(language), refusal)).toMatch(
        /^<@U0ZORA>: .* \(DISABLED\)\. .* inactive\.$/,
      );
    },
  );

  it('name the people who may decide, and count the rest', () => {
    const reviewers = people(8).map((one) => one.name);
    expect(refusalWords(texts, { code: 'not-reviewer', reviewers: ['Ana', 'Cho'] })).toContain(
      'When you clicked, it waited for Ana or Cho.',
    );
    expect(refusalWords(texts, { code: 'not-reviewer', reviewers })).toContain(
      'Keeper Number 4 or 3 more',
    );
  });

  it('say what changed since the card was rendered, and that a card is too old to tell', () => {
    const fields = ['target', 'emergency'] as const;
    expect(refusalWords(texts, { code: 'changed', fields })).toMatch(
      /^The request is now for another person\. The request was marked as an emergency, or no longer is\. Your click was not carried out/,
    );
    expect(
      refusalWords(texts, { code: 'changed', fields: ['duration'], secondsBefore: 86_400 }),
    ).toMatch(/^The duration changed\. Before, it was 1 day\. Your click/);
    expect(refusalWords(texts, { code: 'changed' })).toMatch(/^Your click was not carried out/);
  });

  it('quote the service without interpreting its formatting', () => {
    const words = (message: string) =>
      refusalWords(texts, ofService(serviceRefusal('forbidden', message)));
    expect(words('target <user> is not allowed\nto request that')).toContain(
      'It says: “target &lt;user&gt; is not allowed to request that”.',
    );
    expect(words('')).not.toContain('says');
  });

  it('show marks that reorder text, also beside a field', () => {
    const mistake = { field: 'emergency', code: 'not-urgent', names: ['Read\u202E'] } as const;
    expect(mistakeWords(texts, mistake)).toContain('Read⟨U+202E⟩');
  });

  it('name people to ask: the first three administrators, or IT', () => {
    const words = (admins: readonly string[]) =>
      refusalWords(textsFor('en', admins), { code: 'no-email' });
    expect(words(['U1', 'U2', 'U3', 'U4'])).toContain('Ask <@U1>, <@U2> or <@U3>.');
    expect(words([])).toContain('Ask your IT team.');
  });

  it('say what to do next for every code, whatever else is known, with no place left open', () => {
    for (const refusal of allRefusals('Anchor'))
      for (const language of languages)
        expect(refusalWords(textsFor(language), refusal, 'https://acme.example/1')).not.toMatch(
          /\[\[|\]\]|\{\w+[:}](?!.*\|)|undefined|null/,
        );
  });

  it('of somebody without an email do not name an empty one', () => {
    expect(refusalWords(texts, { code: 'unknown-person', email: '' })).toBe(
      'I cannot take this Slack account for the right person here. Ask your IT team. Reason: unknown-person.',
    );
  });
});
