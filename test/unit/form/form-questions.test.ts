/** Long because every kind of question and every rule of the documented forms has its case. */
import { describe, expect, it } from 'vitest';
import { readAnswers } from '../../../src/domain/form/request-answers.ts';
import { readFormQuestions } from '../../../src/service/read/catalogue/form-questions.ts';

const now = new Date('2026-03-10T12:00:00Z');
const asked = (...fields: readonly object[]) => readFormQuestions({ id: 'form', fields });
const one = (kind: object) =>
  asked({ name: 'it', displayName: 'It', description: '', required: true, ...kind });

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
    [
      'a choice',
      { stringField: select },
      { type: 'choice', options: ['Fire', 'l'], values: ['f', 'l'] },
    ],
    ['a date', { stringField: { dateField: {} } }, { type: 'date' }],
    ['yes or no', { boolField: { toggleField: {} } }, { type: 'yesNo' }],
    [
      'a number',
      { int64Field: { defaultValue: '2', numberField: {} } },
      { type: 'integer', initial: '2' },
    ],
    ['a list', { stringSliceField: { chipsField: {} } }, { type: 'list' }],
    [
      'a list with defaults',
      { stringSliceField: { defaultValues: ['a', 'b'] } },
      { type: 'list', initial: 'a\nb' },
    ],
    [
      'a person to pick',
      {
        stringField: {
          pickerField: { c1UserPicker: { userIds: ['user-ana'], excludeUserIds: [] } },
        },
      },
      { type: 'person', among: [{ rule: 'in', held: ['user-ana'] }] },
    ],
    [
      'people to pick',
      {
        stringSliceField: {
          maxItems: '2',
          pickerField: { c1UserPicker: { excludeUserIds: ['user-eve'] } },
        },
      },
      {
        type: 'people',
        among: [{ rule: 'notIn', held: ['user-eve'] }],
        rules: [{ rule: 'maxItems', held: ['2'] }],
      },
    ],
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
    expect(one(kind)).toMatchObject({
      inConsole: true,
      questions: [{ label: 'It', type: 'console' }],
    });
    expect(readAnswers(one({ ...kind, required: false }).questions, new Map(), now)).toEqual({
      ok: true,
      value: null,
    });
    expect(one({ ...kind, required: false }).inConsole).toBe(false);
    expect(readAnswers(one(kind).questions, new Map(), now)).toEqual({
      ok: false,
      refusal: [{ fieldId: 'it', kind: 'in-console' }],
    });
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
    expect(asked(named('a'), named('a'))).toMatchObject({
      inConsole: true,
      questions: [{ id: 'a' }],
    });
    const many = Array.from({ length: 65 }, (_, index) => named(`q${index}`));
    const last = (told: ReturnType<typeof asked>) =>
      told.questions.slice(59).map(({ id, type }) => `${id} ${type}`);
    expect(asked(...many.slice(0, 60)).inConsole).toBe(false);
    const optional = asked(...many);
    expect([last(optional), optional.inConsole]).toEqual([['q59 yesNo', 'q60 console'], true]);
    // Without this one nobody may send the form.
    expect(last(asked(...many, { ...named('q65'), required: true }))).toEqual([
      'q59 yesNo',
      'q65 console',
    ]);
    expect(asked(named('x'.repeat(241)), named('a'))).toMatchObject({
      inConsole: true,
      questions: [{ id: 'a' }],
    });
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
    [
      { stringField: { selectField: { options: [{ value: 'f', displayName: 'Fire' }] } } },
      'Fire',
      'f',
    ],
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
    [{ stringField: { minBytes: '4' } }, '🦆', 'abc', 'minBytes 4'],
    [{ stringField: { maxBytes: '4' } }, '🦆', '🦆a', 'maxBytes 4'],
    [{ stringField: { lenBytes: '3' } }, 'abc', 'ab', 'minBytes 3'],
    [{ stringField: { address: true } }, '192.0.2.1', 'a b', 'address true'],
    [{ stringField: { uriRef: true } }, '/a?b', 'http://[', 'uriRef true'],
    [
      { stringField: { wellKnownRegex: 'KNOWN_REGEX_HTTP_HEADER_NAME' } },
      'X-Drill',
      'X Drill',
      'wellKnownRegex KNOWN_REGEX_HTTP_HEADER_NAME',
    ],
    [
      { stringField: { wellKnownRegex: 'HTTP_HEADER_VALUE' } },
      'Größe: 3',
      'a\u0007b',
      'wellKnownRegex HTTP_HEADER_VALUE',
    ],
    [{ int64Field: { gt: '5' } }, '6', '5', 'gt 5'],
    [{ int64Field: { lt: '5' } }, '4', '5', 'lt 5'],
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
    [
      { stringField: { dateField: { minDate: '2026-03-01' } } },
      '2026-03-01',
      '2026-02-28',
      'minDate 2026-03-01',
    ],
    [
      { stringField: { dateField: { minDaysFromToday: -2 } } },
      '2026-03-07',
      '2026-03-06',
      'minDate 2026-03-07',
    ],
    [
      { stringField: { dateField: { maxDaysFromToday: 7 } } },
      '2026-03-18',
      '2026-03-19',
      'maxDate 2026-03-18',
    ],
    [{ stringSliceField: { minItems: '2' } }, 'a\nb', 'a', 'minItems 2'],
    [{ stringSliceField: { maxItems: '1' } }, 'a', 'a\nb', 'maxItems 1'],
    [{ stringSliceField: { unique: true } }, 'a\nb', 'a\na', 'unique true'],
    [
      { stringSliceField: { items: { email: true } } },
      'a@b.example',
      'a@b.example\nc',
      'email true',
    ],
  ])('to %j may be “%s” and not “%s”', (kind, good, bad, broken) => {
    expect([good, Number(good), good.split('\n')]).toContainEqual(answer(kind, good));
    expect(answer(kind, bad)).toBe(broken);
  });

  it.each([
    { minLen: '0', maxLen: '0', prefix: '', in: [], email: false, pattern: null },
    { pattern: '(', wellKnownRegex: 'KNOWN_REGEX_HOROSCOPE', horoscope: true },
  ])('is not checked by what is unset, unreadable or unknown: %j', (rules) => {
    expect(answer({ stringField: rules }, 'anything')).toBe('anything');
  });

  it('ignores an invalid day as a bound', () => {
    const rules = { minDaysFromToday: 'soon', maxDaysFromToday: 'later' };
    expect(answer({ stringField: { dateField: rules } }, '2026-03-07')).toBe('2026-03-07');
  });

  it('shows the example, when there is one, in place of the pattern', () => {
    const rules = { pattern: '^PC-\\d+$', placeholder: 'PC-1234', textField: {} };
    expect(answer({ stringField: rules }, '77')).toBe('pattern PC-1234');
  });

  it('of people is at most ten', () => {
    const picked = (count: number) =>
      Array.from({ length: count }, (_, index) => `U0P${index}`).join('\n');
    const people = { stringSliceField: { pickerField: { c1UserPicker: {} } } };
    expect(answer(people, picked(10))).toMatchObject({ slackUserIds: { length: 10 } });
    expect(answer(people, picked(11))).toBe('not-offered');
  });

  it('does not delay answers with a costly pattern', () => {
    expect(answer({ stringField: { pattern: '^(a+)+$' } }, `${'a'.repeat(2_999)}!`)).toBe(
      'pattern ^(a+)+$',
    );
  });
});

describe('questions that have to do with each other', () => {
  const string = (name: string) => ({ name, displayName: name.toUpperCase(), stringField: {} });
  const broken = (relation: object, answered: readonly string[], more: readonly object[] = []) => {
    const fields = [string('a'), string('b'), { ...string('c') }, ...more];
    const { questions } = readFormQuestions({ fields, fieldRelationships: [relation] });
    const read = readAnswers(questions, new Map(answered.map((name) => [name, 'x'])), now);
    return read.ok ? [] : read.refusal.map(({ fieldId, kind }) => [fieldId, ...Object(kind).held]);
  };
  const ab = ['a', 'b'];

  it.each([
    ['go together', { fieldNames: ab, requiredTogether: {} }, [[], ab, ['c']], ['a'], [['b', 'A']]],
    [
      'at least one of them',
      { fieldNames: ab, atLeastOne: {} },
      [['a'], ab],
      ['c'],
      [
        ['a', 'B'],
        ['b', 'A'],
      ],
    ],
    [
      'exclude each other',
      { fieldNames: ab, mutuallyExclusive: {} },
      [[], ['b']],
      ab,
      [
        ['a', 'B'],
        ['b', 'A'],
      ],
    ],
    [
      'depend on others',
      { fieldNames: ['a'], dependentOn: { dependencyFieldNames: ['b', 'c'] } },
      [[], ['b'], ['a', 'b', 'c']],
      ab,
      [['a', 'B', 'C']],
    ],
  ] as const)('%s', (_, relation, fine, wrong, mistakes) => {
    for (const answered of fine) expect(broken(relation, answered)).toEqual([]);
    expect(broken(relation, wrong)).toEqual(mistakes);
  });

  it('are left to the service when one of them is answered in the console', () => {
    const file = { name: 'd', displayName: 'D', fileField: {} };
    expect(broken({ fieldNames: ['a', 'd'], requiredTogether: {} }, ['a'], [file])).toEqual([]);
  });
});

it('accepts only “yes” when the tenant requires it', () => {
  const { questions } = one({ boolField: { const: true } });
  const read = (typed: string) => readAnswers(questions, new Map([['it', typed]]), now);
  expect(read('yes')).toEqual({ ok: true, value: { it: true } });
  expect(read('no')).toMatchObject({ refusal: [{ kind: { rule: 'isTrue' } }] });
  expect(one({ boolField: { const: false } }).questions[0]?.rules).toEqual([]);
});
