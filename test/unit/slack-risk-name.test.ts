import { describe, expect, it } from 'vitest';
import { riskName } from '../../src/slack/surfaces/risk-name.ts';

describe('the name of a risk level', () => {
  it.each([
    ['risk-medium', 'medium'],
    ['risk_level_very_high', 'very high'],
    ['risk', 'risk'],
    ['2AbCdEf', '2AbCdEf'],
    ['<!channel>', '&lt;!channel&gt;'],
  ])('%s reads %s', (id, words) => {
    expect(riskName(id)).toBe(words);
  });
});
