import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { readCommand } from '../../../src/domain/request/command-grammar.ts';
import { processorMs } from '../../support/processor-time.ts';
import { anyCharacter } from '../../support/slack-limits.ts';

/** As Slack escapes what people type. */
const escaped = (text: string) =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
const anyText = fc.oneof(
  fc.string({ unit: anyCharacter }),
  fc.string({ unit: 'grapheme' }),
  fc.lorem(),
);
const nasty = fc.array(
  fc.constantFrom(
    ...'for für until bis because weil: wegen reason: grund on behalf of <@U1|ana> <@U2> <#C1|ops> &amp;lt; &lt; < <@ 4h 3 days friday 18:00 90m github 1w me and " “ : , \uD800'.split(
      ' ',
    ),
    '\n',
    '\u00A0',
    '\u200B',
  ),
  { maxLength: 30 },
);
const anything = fc.oneof(
  anyText,
  nasty.map((words) => words.join(' ')),
  nasty.map((words) => words.join('')),
);

describe('any command', () => {
  it('the text after because arrives to the letter', () => {
    fc.assert(
      fc.property(
        anyText,
        fc.constantFrom('because: ', 'Because:', 'weil: ', 'x for 4h because:\n', '4h x wegen: '),
        (text, before) => {
          const meant = text.replace(/^[\s\u200B\u2060]+/, '');
          expect(readCommand(`${before}${escaped(text)}`)).toMatchObject({
            because: meant === '' ? null : meant,
          });
        },
      ),
    );
  });

  it('a mention in it is what the person typed, and nothing around it changes', () => {
    fc.assert(
      fc.property(anyText, anyText, (before, after) => {
        const command = readCommand(`x because: .${escaped(before)}<@U1|ana>${escaped(after)}`);
        expect(command).toMatchObject({ because: `.${before}@ana${after}` });
      }),
    );
  });

  it('no text throws, and no word of it is lost', () => {
    fc.assert(
      fc.property(anything, (text) => {
        const command = readCommand(text);
        const shown = command.kind === 'ask' ? JSON.stringify(command) : command.kind;
        for (const word of text.match(/[a-z]*github[a-z]*/g) ?? []) expect(shown).toContain(word);
      }),
      { numRuns: 300 },
    );
  });

  it('parses a printed command into the same parts', () => {
    const words = fc.array(
      fc.constantFrom(
        'github',
        'admin',
        'Platform:',
        'write',
        'app',
        'for payments',
        'R&D',
        '<x>',
        'überall',
        '3',
      ),
      {
        minLength: 1,
        maxLength: 4,
      },
    );
    const times = fc.constantFrom(
      '4h',
      '3 days',
      '1 day 12 hours',
      '90 minutes',
      '2 Wochen',
      'tomorrow',
    );
    const ends = fc.constantFrom('friday 18:00', '2026-11-25', 'tomorrow 9am', '25.11.2026 18:00');
    const parts = fc.record({
      words,
      time: fc.option(
        fc.oneof(
          times.map((time) => `for ${time}`),
          ends.map((end) => `until ${end}`),
        ),
      ),
      target: fc.option(fc.constantFrom('U1', 'W0ANA')),
      because: fc.option(fc.lorem()),
      clausesFirst: fc.boolean(),
      personFirst: fc.boolean(),
    });
    fc.assert(
      fc.property(parts, ({ words: spoken, time, target, because, clausesFirst, personFirst }) => {
        const what = spoken.join(' ');
        const clauses = [time ?? '', target === null ? '' : `for <@${target}|somebody>`];
        if (personFirst) clauses.reverse();
        const reason = because === null ? '' : `because ${because}`;
        const line = [
          ...(clausesFirst ? [...clauses, escaped(what)] : [escaped(what), ...clauses]),
          reason,
        ].join(' ');
        // A number right behind a time would be part of it: "for 4h 3".
        fc.pre(!(clausesFirst && what.startsWith('3')));
        expect(readCommand(line)).toEqual({
          kind: 'ask',
          what,
          time: time?.replace(/^for /, '') ?? null,
          target,
          because,
          leftovers: [],
        });
      }),
    );
  });

  it.each([
    ['for '],
    ['for 3 '],
    ['4h '],
    ['until x '],
    ['until 4 '],
    ['<'],
    ['<@'],
    ['<https:'],
    ['because: '],
    [': '],
    ['"'],
    ['\u00A0'],
    ['1:'],
    ['\uD800'],
  ])('50,000 characters of %j are read in a moment', (piece) => {
    const text = piece.repeat(50_000 / piece.length);
    // A reader that looks at each character again for every other one takes far longer.
    expect(processorMs(() => readCommand(text))).toBeLessThan(2_000);
  });
});
