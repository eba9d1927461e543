import { describe, expect, it } from 'vitest';
import { type RequestField, readAnswers } from '../../../src/domain/form/request-answers.ts';
import { PatternBudget } from '../../../src/domain/text/foreign-text.ts';
import { answerBlock } from '../../../src/slack/form/blocks/request-form-fields.ts';
import { textsFor } from '../../../src/slack/texts.ts';
import { processorMs } from '../../support/processor-time.ts';

const longestAnswer = 'a'.repeat(3_000);

/** A question of a tenant whose answers have to match. */
const question = (id: string, pattern: string): RequestField => ({
  id,
  label: id,
  type: 'multiline',
  required: false,
  hint: null,
  options: [],
  entitlements: null,
  rules: [{ rule: 'pattern', held: [pattern] }],
});

describe('the patterns of a form', () => {
  it('are checked one by one', () => {
    const patterns = new PatternBudget();
    expect(patterns.matches('PC-1234', '^PC-\\d{4}$')).toBe(true);
    expect(patterns.matches('PC-12', '^PC-\\d{4}$')).toBe(false);
    expect(patterns.matches('pc-1234', '^PC-\\d{4}$')).toBe(false);
  });

  it('are left to the service when they cannot be compiled or are too long', () => {
    const patterns = new PatternBudget();
    expect(patterns.matches('x', '(')).toBe(true);
    expect(patterns.matches('x', 'y'.repeat(1_001))).toBe(true);
    expect(patterns.matches('x', 'y'.repeat(1_000))).toBe(false);
  });

  it('are all checked in a form of a hundred ordinary questions', () => {
    const fields = Array.from({ length: 100 }, (_, index) =>
      question(`q${index}`, `^CASE-${index}: [\\w ]{1,30}$`),
    );
    const typed = new Map(fields.map(({ id }) => [id, 'CASE-7: the lamp is out']));
    const read = readAnswers(fields, typed, new Date(0));
    expect(read.ok ? [] : read.refusal.map(({ fieldId }) => fieldId)).toHaveLength(99);
  });

  it('together take only a moment, however many a hostile tenant sets', () => {
    const fields = Array.from({ length: 60 }, (_, index) =>
      question(`q${index}`, `(a?){1000}${'x?'.repeat(index)}$`),
    );
    const typed = new Map(fields.map(({ id }) => [id, longestAnswer]));
    expect(processorMs(() => readAnswers(fields, typed, new Date(0)))).toBeLessThan(2_000);
  });

  it('together take only a moment when the form is rendered with earlier answers', () => {
    const fields = Array.from({ length: 60 }, (_, index) =>
      question(`q${index}`, `(a?){1000}${'x?'.repeat(index)}$`),
    );
    const patterns = new PatternBudget();
    const render = () =>
      fields.map((field) => answerBlock(textsFor('en'), field, longestAnswer, { patterns }));
    expect(processorMs(render)).toBeLessThan(2_000);
  });

  it('together take only a moment for a list of many items', () => {
    const list = { ...question('paths', '(a?){900}b$'), type: 'list' } as const;
    const typed = new Map([['paths', 'a\n'.repeat(1_500)]]);
    expect(processorMs(() => readAnswers([list], typed, new Date(0)))).toBeLessThan(2_000);
  });
});
