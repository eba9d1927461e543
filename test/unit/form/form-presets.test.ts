import { describe, expect, it } from 'vitest';
import { readAnswers } from '../../../src/domain/form/request-answers.ts';
import { readFormQuestions } from '../../../src/service/read/catalogue/form-questions.ts';
import { answerBlock } from '../../../src/slack/form/blocks/request-form-fields.ts';
import { textsFor } from '../../../src/slack/texts.ts';

const now = new Date('2026-03-10T12:00:00Z');
const texts = textsFor('en');
const cel = 'subject.department';

/** What is asked for a form with this one field. */
function questions(field: object) {
  const told = { name: 'it', displayName: 'It', required: true, ...field };
  return readFormQuestions({ id: 'form', fields: [told] }).questions;
}
const answers = (field: object, typed: Readonly<Record<string, string>> = {}) =>
  readAnswers(questions(field), new Map(Object.entries(typed)), now);
const shown = (field: object, today = '') =>
  questions(field).map((one) => JSON.stringify(answerBlock(texts, one, '', { today })));

const locked = { lockDefaultValues: true };
const select = {
  selectField: { options: ['fire', 'leak'].map((value) => ({ value, displayName: `A ${value}` })) },
};

describe('a question that the tenant has locked', () => {
  it.each([
    ['text', { stringField: { defaultValue: 'EU' } }, 'EU', 'EU'],
    ['a number', { int64Field: { defaultValue: '2' } }, 2, '2'],
    ['a choice', { stringField: { ...select, defaultValue: 'leak' } }, 'leak', 'A leak'],
    ['yes or no', { boolField: { defaultValue: true } }, true, 'Yes'],
    ['a list', { stringSliceField: { defaultValues: ['a', 'b'] } }, ['a', 'b'], 'a'],
  ])('is shown and sent as it is: %s', (_what, kind, value, words) => {
    const field = { ...kind, sharedConfig: locked };
    const [block] = shown(field);
    expect(block).toContain(words);
    expect(block).toContain('cannot be changed');
    expect(block).not.toContain('"input"');
    expect(answers(field, { it: 'something else' })).toEqual({ ok: true, value: { it: value } });
  });

  it.each([
    ['has no default', { stringField: {} }],
    ['has a default of another kind', { int64Field: { defaultValue: 'many' } }],
    ['has a default that is no choice', { stringField: { ...select, defaultValue: 'flood' } }],
    [
      'is computed by the service',
      { stringField: {}, adminConfig: { showToUser: true, defaultValueCel: cel } },
    ],
    [
      'picks people',
      { stringField: { pickerField: { c1UserPicker: {} }, defaultValue: 'user-1' } },
    ],
    ['cannot be shown', { fileField: {} }],
  ])('asks for nothing, and is left to the service, when it %s', (_what, kind) => {
    const field = { ...kind, sharedConfig: locked };
    expect(answers(field, { it: 'EU' })).toEqual({ ok: true, value: null });
  });

  it('cannot break a rule that people could not mend', () => {
    const field = { stringField: { defaultValue: 'EU', minLen: '9' }, sharedConfig: locked };
    expect(answers(field)).toEqual({ ok: true, value: { it: 'EU' } });
  });

  it('counts for those that depend on it', () => {
    const fields = [
      { name: 'region', stringField: { defaultValue: 'EU' }, sharedConfig: locked },
      { name: 'office', stringField: {} },
    ];
    const fieldRelationships = [
      { fieldNames: ['office'], dependentOn: { dependencyFieldNames: ['region'] } },
    ];
    const asked = readFormQuestions({ id: 'form', fields, fieldRelationships }).questions;
    expect(readAnswers(asked, new Map([['office', 'Lisbon']]), now)).toEqual({
      ok: true,
      value: { region: 'EU', office: 'Lisbon' },
    });
  });
});

describe('a question with a default', () => {
  it('that the service computes need not be answered, and may be', () => {
    const field = { stringField: {}, sharedConfig: { defaultValueCel: cel } };
    expect(answers(field)).toEqual({ ok: true, value: null });
    expect(answers(field, { it: 'Ops' })).toEqual({ ok: true, value: { it: 'Ops' } });
  });

  it('of yes or no begins with it', () => {
    expect(shown({ boolField: { defaultValue: false } })[0]).toContain('"initial_option"');
    expect(shown({ boolField: {} })[0]).not.toContain('"initial_option"');
  });

  it('of today begins with the reader’s day, and with none where that is not known', () => {
    const field = { stringField: { dateField: { defaultToToday: true } } };
    expect(shown(field, '2026-03-10')[0]).toContain('"initial_date":"2026-03-10"');
    expect(shown(field)[0]).not.toContain('initial_date');
  });
});

describe('a text that has a length', () => {
  it.each([
    [{ minLen: '1' }, true],
    [{ rules: { minLen: '3' } }, true],
    [{ minLen: '0' }, false],
    [{ minLen: '1', ignoreEmpty: true }, false],
    [{}, false],
  ])('has to be answered by %j: %s', (rules, isNeeded) => {
    const [question] = questions({ required: false, stringField: rules });
    expect(question?.required).toBe(isNeeded);
  });
});
