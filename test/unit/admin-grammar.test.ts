import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { adminCommands } from '../../src/admin/command-table.ts';
import { readTyped } from '../../src/admin/read-order.ts';
import { joinLine, splitLine } from '../../src/admin/split-line.ts';
import type { AdminOrder } from '../../src/use-cases/admin-desk.ts';
import { everyCommand } from '../support/admin-answers.ts';
import { anyText } from '../support/slack-limits.ts';

const noNames = { app: () => null, entitlement: () => null };
const read = (typed: string | readonly string[], via: 'chat' | 'command line' = 'command line') =>
  readTyped(typed, via, noNames);

function orderOf(typed: string | readonly string[], via: 'chat' | 'command line' = 'command line'): AdminOrder {
  const reading = read(typed, via);
  if (reading.kind !== 'order') throw new Error(`${String(typed)}: ${JSON.stringify(reading)}`);
  return reading.order;
}

function mistakeOf(typed: string | readonly string[], via: 'chat' | 'command line' = 'command line'): string {
  const reading = read(typed, via);
  return reading.kind === 'mistakes'
    ? reading.mistakes.map((one) => one.words).join(' | ')
    : `no mistake: ${reading.kind}`;
}

const anyWord = fc.oneof(
  anyText,
  fc.string({ unit: 'binary' }),
  fc.constantFrom('--', '-h', '--set', '=', '"', '—all'),
);

describe('splitting a line into words', () => {
  it('gives back the words of every line that was joined', () => {
    fc.assert(
      fc.property(fc.array(anyWord), (words) => {
        expect(splitLine(joinLine(words))).toEqual({ ok: true, value: words });
      }),
    );
  });

  it('never throws', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (line) => {
        expect(splitLine(line)).toHaveProperty('ok');
      }),
    );
  });

  it.each([
    ['a  b\tc\n', ['a', 'b', 'c']],
    ['"north rock/lamp #1" x', ['north rock/lamp #1', 'x']],
    ['“smart quotes” ‘single ones’ „low ones“', ['smart quotes', 'single ones', 'low ones']],
    ["o'brien it’s", ["o'brien", 'it’s']],
    ['--set name="a b" c', ['--set', 'name=a b', 'c']],
    ['"say \\"ahoy\\" \\\\o/ \\n"', ['say "ahoy" \\o/ \\n']],
    ['""', ['']],
    ['"a"b', ['ab']],
    ['', []],
  ])('splits %s', (line, words) => {
    expect(splitLine(line)).toEqual({ ok: true, value: words });
  });

  it.each(['"open', '“open"', "'", 'x="'])('refuses %s, whose quotation mark is never closed', (line) => {
    expect(splitLine(line)).toEqual({ ok: false, refusal: 'unclosed' });
  });
});

describe('reading a command', () => {
  it('never throws, whatever is typed', () => {
    const begun = fc
      .tuple(fc.constantFrom(...everyCommand), fc.array(anyWord, { maxLength: 6 }))
      .map(([words, more]) => [...words, ...more]);
    fc.assert(
      fc.property(
        fc.oneof(fc.array(anyWord), begun, fc.string({ unit: 'binary' })),
        fc.constantFrom('chat' as const, 'command line' as const),
        (typed, via) => {
          expect(['order', 'help', 'mistakes']).toContain(read(typed, via).kind);
        },
      ),
    );
  });

  it('gives an order whose own words read as the same order again, with any ids', () => {
    const id = anyText.filter((text) => text.trim() !== '');
    const some = fc.constantFrom(...adminCommands).chain((command) =>
      fc.record({
        name: fc.constant(command.name.split(' ')),
        args: fc.tuple(...command.args.map(() => id)),
        flags: fc.tuple(
          ...command.flags.map((flag) =>
            flag.value === undefined
              ? fc.constantFrom([], [`--${flag.name}`])
              : id.map((value) => [`--${flag.name}`, flag.name === 'set' ? `description=${value}` : value]),
          ),
        ),
      }),
    );
    fc.assert(
      fc.property(some, ({ name, args, flags }) => {
        const order = orderOf([...name, ...flags.flat(), '--', ...args]);
        expect(orderOf(order.args).args).toEqual(order.args);
        expect(orderOf(joinLine(order.args)).args).toEqual(order.args);
        expect(order.args.slice(order.args.indexOf('--') + 1).join(' ')).toBe(args.join(' '));
      }),
    );
  });

  it('has a command for each endpoint but the first', () => {
    const endpoints = new Set(adminCommands.flatMap((command) => command.endpoints));
    expect([...endpoints].toSorted((a, b) => a - b)).toEqual(Array.from({ length: 15 }, (_, index) => index + 2));
  });

  it.each(adminCommands.map((command) => [command.name]))('guesses %s from a slip of the finger', (name) => {
    const [first = '', ...others] = name.split(' ');
    const slipped = [`${first.slice(0, 2)}${first.slice(3)}`, ...others];
    expect(mistakeOf(slipped)).toContain(`Did you mean ${first}`);
  });

  it.each([
    ['', 'help'],
    ['help', 'help'],
    ['--help', 'help'],
    ['owners -h', 'help'],
    ['update-connector --help', 'help'],
  ])('answers “%s” with help', (typed, kind) => {
    expect(read(typed).kind).toBe(kind);
  });

  it('explains one command with its arguments and flags, in chat without those that only a terminal has', () => {
    const terms = (via: 'chat' | 'command line') => {
      const reading = read('help add-owner-source app', via);
      return reading.kind === 'help' ? reading.help.commands.flatMap((one) => one.details.map(({ term }) => term)) : [];
    };
    expect(terms('command line')).toEqual([
      '<appId>',
      '<roleSlug>',
      '<refAppId>',
      '<refEntitlementId>',
      '--yes',
      '--json',
    ]);
    expect(terms('chat')).toEqual(['<appId>', '<roleSlug>', '<refAppId>', '<refEntitlementId>']);
  });

  it.each([
    ['xyzzy', 'There is no command “xyzzy”. Type help to see them all.'],
    ['entitlements a b', 'entitlements needs <resourceId>, the resource.'],
    ['entitlements a "  " c', 'needs <resourceTypeId>'],
    ['executions extra', '“extra” is one word too many'],
    ['role-suggestions --state', '--state needs a value: --state state.'],
    ['role-suggestions --state=', '--state needs a value'],
    ['role-suggestions --state open --state done', '--state is given twice'],
    ['role-suggestions --stat open', 'Did you mean --state?'],
    ['role-suggestions --colour', 'has no flag --colour. It is: role-suggestions [--state state].'],
    ['owners a b c --users=yes', '--users takes no value'],
    ['executions --page-size many', '--page-size takes a whole number'],
    ['mcp-catalog x --page-token y', 'has no flag --page-token'],
    ['update-connector a b', 'give at least one field=value'],
  ])('says what is wrong with “%s”', (typed, words) => {
    expect(mistakeOf(typed)).toContain(words);
  });

  it.each(['executions --json', 'executions --all', 'add-owner-source app a b c d --yes'])(
    'tells somebody in chat that %s is for the command line',
    (typed) => {
      expect(mistakeOf(typed, 'chat')).toContain('is for the command line');
    },
  );

  it('takes everything after -- as it is', () => {
    expect(orderOf('mcp-catalog -- --json').args).toEqual(['mcp-catalog', '--', '--json']);
  });

  it('takes the long dash that phones make of two for a flag, and leaves it alone elsewhere', () => {
    expect(orderOf('role-suggestions —state open').args).toContain('--state');
    expect(orderOf('credential-policies —night').args).toEqual(['credential-policies', '--', '—night']);
  });

  it('takes commands in any case and flags with = or without', () => {
    expect(orderOf('OWNERS a b c --ROLE=x').args).toEqual(orderOf('owners --role x a b c').args);
  });

  it('keeps the size of the pages, and neither the page nor what the terminal wanted', () => {
    const order = orderOf('executions --page-size 20 --page-token abc --all --json');
    expect(order).toMatchObject({ pageSize: 20, pageToken: 'abc', allPages: true, json: true });
    expect(order.args).toEqual(['executions', '--page-size', '20', '--']);
  });
});
