import { expect, it } from 'vitest';
import { plainWords } from '../../../src/extras/agents/tools/plain-words.ts';
import { moment } from '../../../src/slack/platform/text.ts';
import { textsFor } from '../../../src/slack/texts.ts';
import { noon } from '../../support/samples.ts';

const english = { texts: textsFor('en'), timeZone: null };
const german = { texts: textsFor('de'), timeZone: 'Europe/Berlin' };

it.each([
  [
    '*GitHub · Write*: see the <https://acme.example/1|console>',
    'GitHub · Write: see the console (https://acme.example/1)',
  ],
  ['2 * 3 &lt; 7 &amp; &gt; 1', '2 * 3 < 7 & > 1'],
  ['asked by <@U0ANA> in <#C0GENERAL>', 'asked by @U0ANA in #C0GENERAL'],
])('words for Slack become plain text: %s', (marked, plain) => {
  expect(plainWords(marked, english)).toBe(plain);
});

it('a time is that of the person’s clock, in their language', () => {
  expect(plainWords(`until ${moment(noon)}`, english)).toBe('until 2 Mar 2026, 12:00 UTC');
  expect(plainWords(`bis ${moment(noon)}`, german)).toBe('bis 2. März 2026, 13:00 MEZ');
});
