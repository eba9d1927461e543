import { describe, expect, it } from 'vitest';
import { riskWords } from '../../src/slack/surfaces/task-words.ts';
import { textsFor } from '../../src/slack/texts/texts.ts';

describe('the name of a risk level', () => {
  it.each([
    ['risk-medium', 'medium'],
    ['risk_level_very_high', 'very high'],
    ['risk', 'risk'],
    ['2AbCdEf', '2AbCdEf'],
    ['<!channel>', '&lt;!channel&gt;'],
  ])('%s reads %s', (id, words) => {
    expect(riskWords(textsFor('en'), id)).toBe(`Risk: ${words}`);
  });
});
