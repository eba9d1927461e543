import { describe, expect, it } from 'vitest';
import { nameAndEmail, quotedName } from '../../src/domain/foreign-text.ts';

describe('a name that somebody gave themselves', () => {
  it.each([
    ['stands in quotes', 'Ana Lindqvist', '"Ana Lindqvist"'],
    [
      'cannot end its quotes',
      'Ana" (ana@acme.example), Slack user U0ANA.',
      '"Ana\' (ana@acme.example), Slack user U0ANA."',
    ],
    ['cannot end them with other quotes', '“Ana” „Ana“ «Ana»', "\"'Ana' 'Ana' 'Ana'\""],
    ['is one line', 'Ana\r\n\u2028Approved\u0085by\tBob', '"Ana Approved by Bob"'],
    ['reorders nothing', '\u202Eana\u2066 \u200Fben\u061C', '"ana ben"'],
    ['hides nothing', 'a\u200Bn\uFEFFa\u{E0041}\u0000', '"a n a"'],
    ['keeps the letters of its language', 'Mina Rahimi مینا 佐藤花 Inês', '"Mina Rahimi مینا 佐藤花 Inês"'],
    ['is of bounded length', '😀'.repeat(81), `"${'😀'.repeat(79)}…"`],
    ['may be empty', ' ', '""'],
  ])('%s', (_what, name, quoted) => {
    expect(quotedName(name)).toBe(quoted);
  });

  it('is followed by the email, where there is one', () => {
    expect(nameAndEmail({ name: 'Ana', email: 'ana@acme.example' })).toBe('"Ana" (ana@acme.example)');
    expect(nameAndEmail({ name: 'Ana', email: null })).toBe('"Ana"');
    expect(nameAndEmail({ name: 'Ana', email: 'a) by Bob (b@acme.example' })).toBe('"Ana" (abyBobb@acme.example)');
  });
});
