import { describe, expect, it } from 'vitest';
import {
  fieldsFor,
  type RequestField,
  readAnswers,
} from '../../../src/domain/form/request-answers.ts';

const field = (id: string, change: Partial<RequestField> = {}): RequestField => ({
  id,
  label: id,
  type: 'text',
  required: false,
  hint: null,
  options: [],
  entitlements: null,
  ...change,
});

describe('extra questions', () => {
  it('are those of the app, and those of any of the picked entitlements', () => {
    const fields = [
      field('all'),
      field('one', { entitlements: ['ent-1'] }),
      field('two', { entitlements: ['ent-2'] }),
    ];
    expect(fieldsFor(fields, ['ent-2', 'ent-3']).map((one) => one.id)).toEqual(['all', 'two']);
    expect(fieldsFor(fields, []).map((one) => one.id)).toEqual(['all']);
  });
});

const now = new Date('2026-03-10T12:00:00Z');

describe('answers', () => {
  const read = (one: RequestField, text: string) =>
    readAnswers([one], new Map([[one.id, text]]), now);

  it('become request data, each in its own type', () => {
    const fields = [
      field('ticket'),
      field('about', { type: 'multiline' }),
      field('where', { type: 'choice', options: ['north', 'south'] }),
      field('seats', { type: 'number' }),
      field('audited', { type: 'yesNo' }),
    ];
    const typed = new Map([
      ['ticket', ' OPS-1 '],
      ['about', 'two\nlines'],
      ['where', 'south'],
      ['seats', '2,5'],
      ['audited', 'no'],
      ['of another app', 'x'],
    ]);
    expect(readAnswers(fields, typed, now)).toEqual({
      ok: true,
      value: { ticket: 'OPS-1', about: 'two\nlines', where: 'south', seats: 2.5, audited: false },
    });
  });

  it('are kept under any field id', () => {
    const read = readAnswers([field('__proto__')], new Map([['__proto__', 'x']]), now);
    expect(JSON.stringify(read.ok ? read.value : null)).toBe('{"__proto__":"x"}');
  });

  it('that are empty are left out; without any the result is null', () => {
    expect(readAnswers([field('ticket')], new Map(), now)).toEqual({ ok: true, value: null });
    expect(read(field('ticket'), '  ')).toEqual({ ok: true, value: null });
    expect(read(field('paths', { type: 'list' }), 'src\n\u200B\n')).toEqual({
      ok: true,
      value: { paths: ['src'] },
    });
  });

  it.each(['\u200B', '\u3164 \u2800'])(
    'that are required count as missing when they are unreadable: %j',
    (text) => {
      const refusal = [{ fieldId: 'ticket', kind: 'missing' }];
      expect(read(field('ticket', { required: true }), text)).toEqual({ ok: false, refusal });
    },
  );

  it.each([
    ['missing', field('a', { required: true }), ' '],
    ['no-number', field('a', { type: 'number' }), 'many'],
    ['no-number', field('a', { type: 'number' }), '1e999'],
    ['no-number', field('a', { type: 'integer' }), '1.5'],
    ['not-offered', field('a', { type: 'choice', options: ['north'] }), 'east'],
    ['not-offered', field('a', { type: 'yesNo' }), 'perhaps'],
  ] as const)('can be wrong: %s', (kind, one, text) => {
    expect(read(one, text)).toEqual({ ok: false, refusal: [{ fieldId: 'a', kind }] });
  });

  it('that are wrong are all named at once', () => {
    const fields = [field('a', { required: true }), field('b', { type: 'number' })];
    expect(readAnswers(fields, new Map([['b', 'x']]), now)).toMatchObject({
      refusal: [{ fieldId: 'a' }, { fieldId: 'b' }],
    });
  });
});
