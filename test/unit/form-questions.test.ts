import { describe, expect, it } from 'vitest';
import { readAnswers } from '../../src/domain/request-answers.ts';
import { readFormQuestions } from '../../src/governance/snapshot/form-questions.ts';

const now = new Date('2026-03-10T12:00:00Z');
const asked = (...fields: readonly object[]) => readFormQuestions({ id: 'form', fields });
const one = (kind: object) => asked({ name: 'it', displayName: 'It', description: '', required: true, ...kind });

describe('the questions of a tenant’s form', () => {
  const select = {
    selectField: {
      options: [
        { value: 'f', displayName: 'Fire' },
        { value: 'l', displayName: '' },
      ],
    },
  };
  it.each([
    ['text', { stringField: { textField: { multiline: false } } }, { type: 'text' }],
    ['text of a string that says no more', { stringField: {} }, { type: 'text' }],
    [
      'text with an example and a default',
      { stringField: { placeholder: 'OPS-1', defaultValue: 'OPS-' } },
      { type: 'text', placeholder: 'OPS-1', initial: 'OPS-' },
    ],
    ['lines', { stringField: { textField: { multiline: true } } }, { type: 'multiline' }],
    ['a choice', { stringField: select }, { type: 'choice', options: ['Fire', 'l'], values: ['f', 'l'] }],
    ['a date', { stringField: { dateField: {} } }, { type: 'date' }],
    ['yes or no', { boolField: { toggleField: {} } }, { type: 'yesNo' }],
    ['a number', { int64Field: { defaultValue: '2', numberField: {} } }, { type: 'integer', initial: '2' }],
    ['a list', { stringSliceField: { chipsField: {} } }, { type: 'list' }],
  ])('%s becomes an input', (_, kind, expected) => {
    expect(one(kind)).toMatchObject({
      inConsole: false,
      questions: [{ id: 'it', label: 'It', required: true, ...expected }],
    });
  });

  it.each([
    ['a password', { stringField: { passwordField: {} } }],
    ['a picker', { stringField: { pickerField: { resourcePicker: {} } } }],
    ['a map', { stringMapField: {} }],
    ['a file', { fileField: { maxFileSize: '1' } }],
    ['a sign-in', { oauth2Field: {} }],
    ['a kind that nobody knows yet', { horoscopeField: {} }],
  ])('%s is left to the console', (_, kind) => {
    expect(one(kind)).toMatchObject({ inConsole: true, questions: [{ label: 'It', type: 'console' }] });
    expect(readAnswers(one(kind).questions, new Map(), now)).toEqual({ ok: true, value: null });
  });

  it('come in the tenant’s order, without those that administrators answer', () => {
    const fields = ['b', 'a'].map((name) => ({ name, boolField: {} }));
    const hidden = { name: 'c', boolField: {}, adminConfig: { showToUser: false } };
    expect(asked({ name: 'd', boolField: {}, readOnly: true }).questions).toEqual([]);
    expect(asked(...fields, hidden).questions.map(({ id }) => id)).toEqual(['b', 'a']);
    expect(asked({ ...hidden, adminConfig: { showToUser: true } }).questions).toHaveLength(1);
    expect(readFormQuestions(null)).toEqual({ questions: [], inConsole: false });
  });

  it('are asked once each and as many as a modal holds; the console has the rest', () => {
    const named = (name: string) => ({ name, boolField: {} });
    expect(asked(named('a'), named('a'))).toMatchObject({ inConsole: true, questions: [{ id: 'a' }] });
    const many = asked(...Array.from({ length: 61 }, (_, index) => named(`q${index}`)));
    expect([many.questions.length, many.inConsole]).toEqual([60, true]);
    expect(asked(named('x'.repeat(241)), named('a'))).toMatchObject({ inConsole: true, questions: [{ id: 'a' }] });
  });
});

describe('an answer to them', () => {
  const answer = (kind: object, typed: string) => {
    const read = readAnswers(one(kind).questions, new Map([['it', typed]]), now);
    if (read.ok) return read.value?.['it'];
    const broken = read.refusal[0]?.kind;
    return typeof broken === 'object' ? `${broken.rule} ${broken.held.join()}` : broken;
  };
  const twins = [
    { value: 'f', displayName: 'Fire' },
    { value: 'g', displayName: 'Fire' },
  ];

  it.each([
    [{ stringField: { selectField: { options: [{ value: 'f', displayName: 'Fire' }] } } }, 'Fire', 'f'],
    [{ stringField: { selectField: { options: twins } } }, 'g', 'g'],
    [{ stringField: { dateField: {} } }, '2026-03-01', '2026-03-01'],
    [{ stringField: { dateField: {} } }, '1 March', 'no-date'],
    [{ int64Field: {} }, '1.5', 'no-number'],
    [{ stringSliceField: {} }, 'one\n\n two ', ['one', 'two']],
    [{ boolField: {} }, '', 'missing'],
  ])('%j with “%s” is %j', (kind, typed, expected) => {
    expect(answer(kind, typed)).toEqual(expected);
  });

  it.each([
    [{ stringField: { minLen: '3', maxLen: '10' } }, 'abc', 'ab', 'minLen 3'],
    [{ stringField: { rules: { maxLen: 2 } } }, '🦆🦆', 'abc', 'maxLen 2'],
    [{ stringField: { len: '5' } }, 'abcde', 'abcdef', 'maxLen 5'],
    [{ stringField: { pattern: '^PC-\\d{4}\\z' } }, 'PC-1234', 'pc-1234', 'pattern ^PC-\\d{4}\\z'],
    [{ stringField: { prefix: 'PC-' } }, 'PC-1', 'C-1', 'prefix PC-'],
    [{ stringField: { suffix: '.md' } }, 'a.md', 'a.txt', 'suffix .md'],
    [{ stringField: { contains: '@' } }, 'a@b', 'ab', 'contains @'],
    [{ stringField: { notContains: '@' } }, 'ab', 'a@b', 'notContains @'],
    [{ stringField: { in: ['a', 'b'] } }, 'b', 'c', 'in a,b'],
    [{ stringField: { const: 'yes' } }, 'yes', 'no', 'in yes'],
    [{ stringField: { notIn: ['root'] } }, 'ana', 'root', 'notIn root'],
    [{ stringField: { email: true } }, 'ana@strait.example', 'ana', 'email true'],
    [{ stringField: { hostname: true } }, 'strait.example', 'a b', 'hostname true'],
    [{ stringField: { ipv4: true } }, '192.0.2.1', '192.0.2.256', 'ip true'],
    [{ stringField: { ip: true } }, '2001:db8::1', 'db8', 'ip true'],
    [{ stringField: { uri: true } }, 'https://strait.example/a', 'strait', 'uri true'],
    [{ stringField: { uuid: true } }, '123e4567-e89b-12d3-a456-426614174000', '123', 'uuid true'],
    [{ int64Field: { numberField: { minValue: '1', maxValue: '60' } } }, '60', '61', 'lte 60'],
    [{ int64Field: { gte: '5' } }, '5', '4', 'gte 5'],
    [{ stringField: { dateField: { minDate: '2026-03-01' } } }, '2026-03-01', '2026-02-28', 'minDate 2026-03-01'],
    [{ stringField: { dateField: { minDaysFromToday: -2 } } }, '2026-03-07', '2026-03-06', 'minDate 2026-03-07'],
    [{ stringField: { dateField: { maxDaysFromToday: 7 } } }, '2026-03-18', '2026-03-19', 'maxDate 2026-03-18'],
    [{ stringSliceField: { minItems: '2' } }, 'a\nb', 'a', 'minItems 2'],
    [{ stringSliceField: { maxItems: '1' } }, 'a', 'a\nb', 'maxItems 1'],
    [{ stringSliceField: { unique: true } }, 'a\nb', 'a\na', 'unique true'],
    [{ stringSliceField: { items: { email: true } } }, 'a@b.example', 'a@b.example\nc', 'email true'],
  ])('to %j may be “%s” and not “%s”', (kind, good, bad, broken) => {
    expect([good, Number(good), good.split('\n')]).toContainEqual(answer(kind, good));
    expect(answer(kind, bad)).toBe(broken);
  });

  it.each([
    { minLen: '0', maxLen: '0', prefix: '', in: [], email: false, pattern: null },
    { pattern: '(', wellKnownRegex: 'KNOWN_REGEX_HTTP_HEADER_NAME', horoscope: true },
  ])('is not checked by what is unset, unreadable or unknown: %j', (rules) => {
    expect(answer({ stringField: rules }, 'anything')).toBe('anything');
  });

  it('keeps nobody waiting who answers a costly pattern', () => {
    expect(answer({ stringField: { pattern: '^(a+)+$' } }, `${'a'.repeat(2_999)}!`)).toBe('pattern ^(a+)+$');
  });
});
