import { describe, expect, it } from 'vitest';
import { riskWords } from '../../../src/slack/card/task-words.ts';
import { textsFor } from '../../../src/slack/texts.ts';

describe('the name of a risk level', () => {
  it.each([
    ['2AbCdEf', 'High', 'Risk: high'],
    ['2AbCdEf', 'Board only', 'Risk: Board only'],
    ['2AbCdEf', '<!channel>', 'Risk: &lt;!channel&gt;'],
    ['risk-medium', null, 'Risk: medium'],
    ['risk_level_very_high', null, 'Risk: very high'],
    ['Critical', null, 'Risk: critical'],
    ['2AbCdEf', null, ''],
    ['', null, ''],
  ])('%s, which the tenant calls %s, is “%s”', (id, named, words) => {
    expect(riskWords(textsFor('en'), id, named)).toBe(words);
  });

  it('is said in the reader’s language, where it is a level that many have', () => {
    expect(riskWords(textsFor('de'), 'High', null)).toBe('Risiko: hoch');
  });
});
