import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { endpoints } from '../../../conformance/interface.ts';
import { argumentsOf } from '../../../src/operator/admin/admin-command.ts';
import {
  adminCommands,
  flagsIn,
  readAdminCommand,
  splitLine,
  wordsOf,
} from '../../../src/operator/admin/read-command.ts';
import {
  answeringClient,
  everyCommand,
  fullAnswers,
  pageOf,
  testDesk,
} from '../../support/admin-answers.ts';
import { processorMs } from '../../support/processor-time.ts';
import { anyCharacter, anyText } from '../../support/slack-limits.ts';

type Via = Parameters<typeof readAdminCommand>[1];

/** The words that a command is kept as in buttons. */
function kept(typed: string | readonly string[]): readonly string[] {
  const read = readAdminCommand(typed, 'command line');
  if (!read.ok || read.value.kind === 'help')
    throw new Error(`${String(typed)}: ${JSON.stringify(read)}`);
  const { command, input } = read.value;
  const isRead = command.question === undefined;
  const token = command.isList ? (input.value('page-token') ?? '') : '';
  return wordsOf(command, input, token, isRead && input.has('full'));
}

function mistakeOf(typed: string | readonly string[], via: Via = 'command line'): string {
  const read = readAdminCommand(typed, via);
  return read.ok ? `no mistake: ${read.value.kind}` : read.refusal;
}

const anyWord = fc.oneof(
  anyText,
  fc.string({ unit: anyCharacter }),
  fc.constantFrom('--', '-h', '--set', '=', '"', '—all'),
);

describe('splitting a line into words', () => {
  it.each([
    ['a  b\tc\n', ['a', 'b', 'c']],
    ['"north rock/lamp #1" x', ['north rock/lamp #1', 'x']],
    ['“smart quotes” ‘single ones’ „low ones“', ['smart quotes', 'single ones', 'low ones']],
    ["o'brien it’s", ["o'brien", 'it’s']],
    ['--set name="a b" c', ['--set', 'name=a b', 'c']],
    [
      'config={"@type":"x"} config=\'{"@type": "x"}\'',
      ['config={"@type":"x"}', 'config={"@type": "x"}'],
    ],
    ['"say \\"ahoy\\" \\\\o/ \\n"', ['say "ahoy" \\o/ \\n']],
    ['""', ['']],
    ['', []],
  ])('splits %s', (line, words) => {
    expect(splitLine(line)).toEqual(words);
  });

  it.each(['"open', '“open"', "'", 'x="'])(
    'refuses %s, whose quotation mark is never closed',
    (line) => {
      expect(splitLine(line)).toBeNull();
    },
  );

  it('takes no longer for a line that is made to take long', () => {
    const split = () => splitLine(`"${'\\\\'.repeat(50_000)}`);
    expect(split()).toBeNull();
    expect(processorMs(split)).toBeLessThan(2_000);
  });
});

describe('reading a command', () => {
  it('never throws for any text', () => {
    const begun = fc
      .tuple(fc.constantFrom(...everyCommand), fc.array(anyWord, { maxLength: 6 }))
      .map(([words, more]) => [...words, ...more]);
    fc.assert(
      fc.property(
        fc.oneof(fc.array(anyWord), begun, fc.string({ unit: anyCharacter })),
        fc.constantFrom<Via>('chat', 'command line'),
        (typed, via) => {
          expect(readAdminCommand(typed, via)).toHaveProperty('ok');
        },
      ),
    );
  });

  it('keeps words that read as the same command again, with any ids', () => {
    const id = anyText.filter((text) => text.trim() !== '');
    // A flag that is a time takes no id.
    const withIds = adminCommands.filter(({ usage }) => !usage.includes('<when>'));
    const some = fc.constantFrom(...withIds).chain((command) =>
      fc.record({
        name: fc.constant(command.name.split(' ')),
        args: fc.tuple(...argumentsOf(command.usage).map(() => id)),
        flags: fc.tuple(
          ...flagsIn(command.usage).map((flag) =>
            flag.takesValue
              ? id.map((value) => [
                  `--${flag.name}=${flag.name === 'set' ? `description=${value}` : value}`,
                ])
              : fc.constantFrom([], [`--${flag.name}`]),
          ),
        ),
      }),
    );
    fc.assert(
      fc.property(some, ({ name, args, flags }) => {
        const words = kept([...name, ...flags.flat(), '--', ...args]);
        expect(kept(words)).toEqual(words);
        expect(words.slice(words.length - args.length)).toEqual(args);
      }),
    );
  });

  it('has a command for each endpoint but the first', async () => {
    const answering = answeringClient(fullAnswers());
    const called = new Set<string>();
    const call: typeof answering.call = (endpoint, input) => {
      called.add(`${endpoint.method} ${endpoint.path}`);
      return answering.call(endpoint, input);
    };
    for (const words of everyCommand) await pageOf(testDesk({ ...answering, call }), words);
    expect(called).toEqual(
      new Set(endpoints.slice(1).map(({ method, path }) => `${method} ${path}`)),
    );
  });

  it('takes the same commands in chat and on the command line', () => {
    for (const words of everyCommand) {
      expect([words, mistakeOf(words, 'chat')]).toEqual([words, 'no mistake: command']);
      expect([words, mistakeOf(words)]).toEqual([words, 'no mistake: command']);
    }
  });

  it.each(adminCommands.map((command) => [command.name]))(
    'guesses %s from a slip of the finger',
    (name) => {
      const [first = '', ...others] = name.split(' ');
      const slipped = `${first.slice(0, -2)}${first.slice(-1)}${first.slice(-2, -1)}`;
      expect(mistakeOf([slipped, ...others])).toContain(`Did you mean ${first}`);
    },
  );

  it.each([
    ['', adminCommands.length],
    ['help', adminCommands.length],
    ['--help', adminCommands.length],
    ['owners -h', 1],
    ['update-connector --help', 1],
  ])('answers “%s” with help', (typed, commands) => {
    const read = readAdminCommand(typed, 'command line');
    expect(read.ok && read.value.kind === 'help' && read.value.page.records).toHaveLength(commands);
  });

  it('names in chat what there is help for, each command once, on a screen', () => {
    const recordsOf = (typed: string) => {
      const read = readAdminCommand(typed, 'chat');
      return read.ok && read.value.kind === 'help' ? read.value.page.records : [];
    };
    const groups = recordsOf('help');
    expect(groups.map(({ fields }) => fields.length)).toEqual([2, 2, 2, 2]);
    expect(groups.flatMap(({ fields }) => fields[1]?.text.split(', ') ?? []).sort()).toEqual(
      adminCommands.map(({ name }) => name).sort(),
    );
    const explained = groups.flatMap(({ title }) => recordsOf(title));
    expect(explained).toHaveLength(adminCommands.length);
  });

  it('explains a command with its words, in chat without the flags that only a terminal has', () => {
    const pageOf = (via: Via) => {
      const read = readAdminCommand('help owners', via);
      return JSON.stringify(read.ok && read.value.kind === 'help' ? read.value.page : null);
    };
    for (const via of ['chat', 'command line'] as const) {
      expect(pageOf(via)).toContain(
        'owners <appId> <resourceTypeId> <resourceId> [--users] [--role <slug>]',
      );
      expect(pageOf(via)).toContain('--full shows every field');
    }
    expect(pageOf('command line')).toContain('--json');
    expect(pageOf('chat')).not.toContain('--json');
  });

  it.each([
    ['xyzzy', 'There is no command “xyzzy”. Type help to see them all.'],
    ['entitlements a b', '<resourceId> is missing. It is: entitlements <appId>'],
    ['entitlements a "  " c', '<resourceTypeId> is missing'],
    ['executions extra', '“extra” is one word too many'],
    ['owners a b c --role', 'argument missing. It is: owners'],
    ['owners a b c --role=', '--role needs a value'],
    ['role-suggestions --colour', "Unknown option '--colour'. It is: role-suggestions."],
    ['owners a b c --users=yes', 'does not take an argument'],
    ['mcp-catalog x --page-token y', 'Unknown option'],
    ['add-owner-source', 'What kind? “add-owner-source entitlement'],
    ['update-connector a b', 'give at least one --set field=value'],
    [
      'update-connector a b --set nme=x --set canResumeSync=perhaps',
      'canResumeSync takes yes or no.',
    ],
  ])('says what is wrong with “%s”', (typed, words) => {
    expect(mistakeOf(typed)).toContain(words);
  });

  it.each([
    'executions --json',
    'executions --all',
    'add-owner-source app a b c d --yes',
    'update-connector a b --set description=x --yes',
  ])('tells somebody in chat that %s is for the command line', (typed) => {
    expect(mistakeOf(typed, 'chat')).toContain('is for the command line');
  });

  it('takes everything after -- as it is', () => {
    expect(kept('mcp-catalog -- --json')).toEqual(['mcp-catalog', '--', '--json']);
  });

  it('takes the long dash that phones make of two for a flag, and leaves it alone elsewhere', () => {
    expect(kept('owners a b c —role steward')).toContain('--role=steward');
    expect(kept('credential-policies —night')).toEqual(['credential-policies', '--', '—night']);
  });

  it('takes commands in any case and flags with = or without', () => {
    expect(kept('OWNERS a b c --role=x')).toEqual(kept('owners --role x a b c'));
  });
});
