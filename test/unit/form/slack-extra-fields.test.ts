import { describe, expect, it } from 'vitest';
import { checkBlocks } from '../../../sandbox/workspace/limits/blocks.ts';
import { isRule } from '../../../src/domain/form/answer-rules.ts';
import type { RequestField } from '../../../src/domain/form/request-answers.ts';
import {
  answerBlock,
  answerMistakeWords,
} from '../../../src/slack/form/blocks/request-form-fields.ts';
import { textsFor } from '../../../src/slack/texts.ts';

const texts = textsFor('en');
const rule = (name: string, ...held: readonly string[]) => {
  if (!isRule(name)) throw new Error(`${name} is no rule`);
  return { rule: name, held };
};
const input = (change: Partial<RequestField>, answered = '') => {
  const field = {
    id: 'it',
    label: 'It',
    type: 'text',
    required: true,
    hint: null,
    options: [],
    entitlements: null,
  };
  const block = answerBlock(texts, { ...field, type: 'text', ...change }, answered);
  expect(checkBlocks([block], 'modal', [])).toMatchObject({ ok: true });
  return block;
};
const element = (change: Partial<RequestField>, answered = '') =>
  Object(input(change, answered)).element;

describe('an extra question', () => {
  it.each([
    [{ type: 'text' }, { type: 'plain_text_input', multiline: false }],
    [{ type: 'list' }, { type: 'plain_text_input', multiline: true }],
    [{ type: 'date' }, { type: 'datepicker' }],
    [{ type: 'integer' }, { type: 'number_input', is_decimal_allowed: false }],
    [{ type: 'number' }, { type: 'number_input', is_decimal_allowed: true }],
    [{ type: 'text', rules: [rule('email', 'true')] }, { type: 'email_text_input' }],
    [{ type: 'text', rules: [rule('uri', 'true')] }, { type: 'url_text_input' }],
    [{ type: 'list', rules: [rule('email', 'true')] }, { type: 'plain_text_input' }],
    [{ type: 'person' }, { type: 'users_select' }],
    [{ type: 'people' }, { type: 'multi_users_select' }],
    [{ type: 'text', placeholder: 'OPS-1' }, { placeholder: { text: 'OPS-1' } }],
  ] as const)('%j has the input %j', (change, expected) => {
    expect(element(change)).toMatchObject(expected);
  });

  it.each([
    [{ type: 'text' }, 'OPS-9', 'initial_value'],
    [{ type: 'date' }, '2026-03-01', 'initial_date'],
    [{ type: 'integer' }, '7', 'initial_value'],
    [{ type: 'text', rules: [rule('email', 'true')] }, 'ana@strait.example', 'initial_value'],
  ] as const)(
    'of %j begins with “%s”, as answered before or as the tenant wants',
    (change, answer, member) => {
      expect(element(change, answer)[member]).toBe(answer);
      expect(element({ ...change, initial: answer })[member]).toBe(answer);
    },
  );

  it.each([
    [{ type: 'date' }, 'on Friday'],
    [{ type: 'integer' }, 'OPS-9'],
    [{ type: 'text', rules: [rule('uri', 'true')] }, 'nowhere'],
    [{ type: 'text' }, 'x'.repeat(3_001)],
    [{ type: 'person' }, 'Ana, who keeps the lamps'],
    [{ type: 'person' }, 'U0ANA\nU0BEN'],
    [{ type: 'people' }, 'U0ANA\nthe keepers'],
  ] as const)('of %j does not begin with what Slack would refuse', (change, answer) => {
    expect(Object.keys(element({ ...change, initial: answer })).join()).not.toContain('initial');
  });

  it('begins with the people who were picked before', () => {
    expect(element({ type: 'person' }, 'U0ANA').initial_user).toBe('U0ANA');
    expect(element({ type: 'people' }, 'U0ANA\nU0BEN').initial_users).toEqual(['U0ANA', 'U0BEN']);
  });

  it('begins a choice with what an earlier request sent', () => {
    const choice = { type: 'choice', options: ['Fire', 'Leak'], values: ['f', 'l'] } as const;
    expect(element(choice, 'l').initial_option.text.text).toBe('Leak');
    expect(element(choice, 'Fire').initial_option.text.text).toBe('Fire');
  });

  it('that no modal can hold links to the console', () => {
    const optional = (consoleUrl: string | null) =>
      input({ type: 'console', consoleUrl, required: false });
    const words = (consoleUrl: string | null) => Object(optional(consoleUrl)).elements[0].text;
    expect(words('https://acme.example')).toBe(
      '*It* can be answered in the <https://acme.example|governance console> only.',
    );
    expect(words(null)).toBe('*It* can be answered in the governance console only.');
  });

  it('that has to be answered there says so before anything is sent', () => {
    const must = (language: 'en' | 'de') =>
      Object(answerBlock(textsFor(language), { ...consent, type: 'console', required: true }, ''))
        .text.text;
    const consent = { id: 'it', label: 'Consent', hint: null, options: [], entitlements: null };
    expect(must('en')).toBe(
      '*Consent* has to be answered, which is possible in the governance console only. Ask for this there.',
    );
    expect(must('de')).toBe(
      '*Consent* muss beantwortet werden, und das geht nur in der Zugriffsverwaltung. Frage das dort an.',
    );
  });

  it('says beforehand between what a number has to lie', () => {
    const bounds = { rules: [rule('gte', '1'), rule('lte', '60')] };
    expect(input({ type: 'integer', ...bounds })).toMatchObject({
      hint: { text: 'At least 1. At most 60.' },
    });
  });

  it('says which rule an answer breaks', () => {
    const words = (...broken: Parameters<typeof rule>) =>
      answerMistakeWords(texts, { kind: rule(...broken) });
    expect(words('minLen', '3')).toBe('Write at least 3 characters.');
    expect(words('in', 'a', 'b')).toBe('Write one of these: a, b.');
    expect(words('email', 'true')).toBe('Write an email address.');
    expect(words('dependentOn', 'Cost centre', 'Owner')).toBe('Fill in first: Cost centre, Owner.');
    expect(words('pattern', 'x'.repeat(300)).length).toBeLessThan(250);
  });
});
