import { describe, expect, it } from 'vitest';
import { nameAndEmail, quotedBehind, quotedName } from '../../../src/domain/text/foreign-text.ts';
import { trailComment } from '../../../src/use-cases/action/settle-action.ts';

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
    [
      'keeps the letters of its language',
      'Mina Rahimi مینا 佐藤花 Inês',
      '"Mina Rahimi مینا 佐藤花 Inês"',
    ],
    ['is of bounded length', '😀'.repeat(81), `"${'😀'.repeat(79)}…"`],
    ['may be empty', ' ', '""'],
  ])('%s', (_what, name, quoted) => {
    expect(quotedName(name)).toBe(quoted);
  });

  it('is followed by the email when there is one', () => {
    expect(nameAndEmail({ name: 'Ana', email: 'ana@acme.example' })).toBe(
      '"Ana" (ana@acme.example)',
    );
    expect(nameAndEmail({ name: 'Ana', email: null })).toBe('"Ana"');
    expect(nameAndEmail({ name: 'Ana', email: 'a) by Bob (b@acme.example' })).toBe(
      '"Ana" (abyBobb@acme.example)',
    );
  });
});

describe('a reason behind the words of the bot', () => {
  it('stands on the same line if it is one line', () => {
    expect(quotedBehind('INC-42: the ferry has no slots')).toBe('INC-42: the ferry has no slots');
  });

  it.each(['\n', '\r\n', '\r', '\v', '\f', '\u0085', '\u2028', '\u2029'])(
    'begins no line that could pass for one of the bot, after %j',
    (lineEnd) => {
      const forged = `ok.${lineEnd}Approved in Slack by "Bob" (bob@acme.example), Slack user U0BOB.`;
      const [first, second, ...more] = quotedBehind(forged).split(/[\n\v\f\r\u0085\u2028\u2029]/);
      expect(first).toBe('ok.');
      expect(second).toBe('> Approved in Slack by "Bob" (bob@acme.example), Slack user U0BOB.');
      expect(more).toEqual([]);
    },
  );
});

describe('the comment in the service', () => {
  it('has exactly one line of the bot with any typed reason', () => {
    const by = { teamId: 'T0ACME', userId: 'U0ANA', userName: 'Ana' };
    const reason = 'Not now.\nApproved in Slack by "Bob", Slack user U0BOB.';
    expect(trailComment({ verb: 'deny', by, reason }).split('\n')).toEqual([
      'Denied in Slack by "Ana", Slack user U0ANA. Not now.',
      '> Approved in Slack by "Bob", Slack user U0BOB.',
    ]);
  });
});
