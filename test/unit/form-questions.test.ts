import { describe, expect, it } from 'vitest';
import { readAnswers } from '../../src/domain/request-answers.ts';
import { readFormQuestions } from '../../src/governance/snapshot/form-questions.ts';

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
      'text of a length',
      { stringField: { minLen: '3', maxLen: '10' } },
      { type: 'text', lengths: { least: 3, most: 10 } },
    ],
    ['text of one length', { stringField: { len: '5' } }, { type: 'text', lengths: { least: 5, most: 5 } }],
    ['lines', { stringField: { textField: { multiline: true } } }, { type: 'multiline' }],
    ['a choice', { stringField: select }, { type: 'choice', options: ['Fire', 'l'], values: ['f', 'l'] }],
    ['a date', { stringField: { dateField: {} } }, { type: 'date' }],
    ['yes or no', { boolField: { toggleField: {} } }, { type: 'yesNo' }],
    [
      'a number',
      { int64Field: { numberField: { minValue: '1', maxValue: '60' } } },
      { type: 'number', bounds: { least: 1, most: 60 } },
    ],
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
    expect(readAnswers(one(kind).questions, new Map())).toEqual({ ok: true, value: null });
  });

  it('come in the tenant’s order, without those that administrators answer', () => {
    const fields = ['b', 'a'].map((name) => ({ name, boolField: {} }));
    const hidden = { name: 'c', boolField: {}, adminConfig: { showToUser: false } };
    expect(asked({ name: 'd', boolField: {}, readOnly: true }).questions).toEqual([]);
    expect(asked(...fields, hidden).questions.map(({ id }) => id)).toEqual(['b', 'a']);
    expect(asked({ ...hidden, adminConfig: { showToUser: true } }).questions).toHaveLength(1);
    expect(readFormQuestions(null)).toEqual({ questions: [], inConsole: false });
  });
});

describe('an answer to them', () => {
  const answer = (kind: object, typed: string) => {
    const read = readAnswers(one(kind).questions, new Map([['it', typed]]));
    return read.ok ? read.value?.['it'] : read.refusal[0]?.kind;
  };

  it.each([
    [{ stringField: { selectField: { options: [{ value: 'f', displayName: 'Fire' }] } } }, 'Fire', 'f'],
    [{ stringField: { dateField: {} } }, '2026-03-01', '2026-03-01'],
    [{ stringField: { dateField: {} } }, '1 March', 'no-date'],
    [{ int64Field: { numberField: { minValue: '1', maxValue: '60' } } }, '60', 60],
    [{ int64Field: { numberField: { minValue: '1', maxValue: '60' } } }, '61', 'no-number'],
    [{ stringSliceField: {} }, 'one\n\n two ', ['one', 'two']],
    [{ boolField: {} }, '', 'missing'],
  ])('%j with “%s” is %j', (kind, typed, expected) => {
    expect(answer(kind, typed)).toEqual(expected);
  });
});
