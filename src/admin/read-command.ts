import { parseArgs } from 'node:util';
import type { AdminCaller, AdminPage } from '../domain/admin-answer.ts';
import { closestName } from '../domain/closest-name.ts';
import { ok, type Result, refuse } from '../domain/result.ts';
import {
  type AdminCommand,
  argumentsOf,
  type CommandFlag,
  commandLineFlags,
  flagsIn,
  flagsOf,
  type Given,
  usageOf,
} from './command.ts';
import { adminCommands } from './command-table.ts';
import { helpPage } from './help.ts';
import { splitLine } from './split-line.ts';

type Via = AdminCaller['via'];

export type ReadCommand =
  | { readonly kind: 'help'; readonly page: AdminPage }
  | { readonly kind: 'command'; readonly command: AdminCommand; readonly given: Given };

/** What was typed becomes a command, or a sentence that says what is wrong with it. Pure; never throws. */
export function readCommand(typed: string | readonly string[], via: Via): Result<ReadCommand, string> {
  const split = typeof typed === 'string' ? splitLine(typed) : ok(typed);
  if (!split.ok) return refuse('A quotation mark is not closed.');
  const words = split.value;
  const asksForHelp = /^(?:help|--help|-h)$/i.test(words[0] ?? 'help');
  if (asksForHelp && words.length < 2) return ok({ kind: 'help', page: helpPage(adminCommands, via) });
  const found = findCommand(asksForHelp ? words.slice(1) : words);
  if (!found.ok) return found;
  const { command, rest } = found.value;
  const sorted = sortWords(command, rest, via);
  if (asksForHelp || (sorted.ok && sorted.value.wantsHelp)) {
    return ok({ kind: 'help', page: helpPage([command], via) });
  }
  if (!sorted.ok) return sorted;
  const args = placeArguments(command, sorted.value.positional);
  if (!args.ok) return args;
  const given = givenOf(args.value, sorted.value.flags);
  const mistakes = command.check?.(given) ?? [];
  return mistakes.length > 0 ? refuse(mistakes.join('\n')) : ok({ kind: 'command', command, given });
}

function findCommand(
  words: readonly string[],
): Result<{ readonly command: AdminCommand; readonly rest: readonly string[] }, string> {
  for (const length of [2, 1]) {
    const name = words.slice(0, length).join(' ').toLowerCase();
    const command = adminCommands.find((one) => one.name === name);
    if (command !== undefined) return ok({ command, rest: words.slice(length) });
  }
  const first = (words[0] ?? '').toLowerCase();
  const begun = adminCommands.filter((one) => one.name.startsWith(`${first} `));
  if (begun.length > 0) return refuse(`What kind? ${begun.map((one) => `“${usageOf(one)}”`).join(' or ')}.`);
  const firsts = adminCommands.map((one) => one.name.split(' ')[0] ?? '');
  const near = closestName(first.slice(0, 80), firsts);
  const advice = near === null ? '' : ` Did you mean ${near}?`;
  return refuse(`There is no command “${shortened(first)}”.${advice} Type help to see them all.`);
}

interface SortedWords {
  readonly positional: readonly string[];
  readonly flags: ReadonlyMap<string, readonly string[]>;
  readonly wantsHelp: boolean;
}

function sortWords(command: AdminCommand, words: readonly string[], via: Via): Result<SortedWords, string> {
  const known = flagsOf(command);
  const options = Object.fromEntries(
    known.map(({ name, takesValue }) => [name, { type: takesValue ? 'string' : 'boolean' } as const]),
  );
  const { tokens } = parseArgs({
    args: withPlainDashes(words, known),
    options: { ...options, help: { type: 'boolean', short: 'h' } },
    strict: false,
    tokens: true,
  });
  const positional: string[] = [];
  const flags = new Map<string, string[]>();
  for (const token of tokens) {
    if (token.kind === 'positional') positional.push(token.value);
    if (token.kind !== 'option') continue;
    if (token.name === 'help') return ok({ positional, flags, wantsHelp: true });
    const flag = known.find((one) => one.name === token.name);
    if (flag === undefined) return refuse(unknownFlagWords(command, token.rawName));
    const earlier = flags.get(flag.name) ?? [];
    const mistake = flagMistake(flag, token.value, earlier.length > 0, via);
    if (mistake !== null) return refuse(mistake);
    flags.set(flag.name, [...earlier, token.value ?? '']);
  }
  return ok({ positional, flags, wantsHelp: false });
}

/** Flags in any case, and with the long dash that phones make of two; after `--` everything stays as it is. */
function withPlainDashes(words: readonly string[], known: readonly CommandFlag[]): string[] {
  const end = words.indexOf('--');
  return words.map((word, at) => {
    const [, dashes, name = '', rest = ''] = /^(--|[—–]{1,2})([a-z][a-z-]*)(=[\s\S]*)?$/i.exec(word) ?? [];
    const isKnown = [...known.map((one) => one.name), 'help'].includes(name.toLowerCase());
    const isFlag = (end < 0 || at < end) && (dashes === '--' || isKnown);
    return isFlag && name !== '' ? `--${name.toLowerCase()}${rest}` : word;
  });
}

function flagMistake(flag: CommandFlag, value: string | undefined, isSecond: boolean, via: Via): string | null {
  if (commandLineFlags.has(flag.name) && via === 'chat') return `--${flag.name} is for the command line.`;
  if (isSecond && !flag.repeats) return `--${flag.name} is given twice.`;
  if (!flag.takesValue) return value === undefined ? null : `--${flag.name} takes no value.`;
  return value === undefined || value === '' ? `--${flag.name} needs a value.` : null;
}

function unknownFlagWords(command: AdminCommand, written: string): string {
  const names = [...flagsOf(command).map((one) => one.name), 'help'];
  const near = closestName(written.replace(/^-+/, '').slice(0, 80), names);
  const advice = near === null ? `It is: ${usageOf(command)}.` : `Did you mean --${near}?`;
  return `${command.name} has no flag ${shortened(written)}. ${advice}`;
}

function placeArguments(command: AdminCommand, words: readonly string[]): Result<ReadonlyMap<string, string>, string> {
  const placed = new Map<string, string>();
  const rest = [...words];
  for (const { name, isRest } of argumentsOf(command)) {
    const word = isRest ? rest.splice(0).join(' ') : (rest.shift() ?? '');
    if (!isRest && word.trim() === '') return refuse(`<${name}> is missing. It is: ${usageOf(command)}.`);
    placed.set(name, word);
  }
  const [extra] = rest;
  if (extra === undefined) return ok(placed);
  return refuse(
    `“${shortened(extra)}” is one word too many. Words with spaces go in quotation marks. It is: ${usageOf(command)}.`,
  );
}

function givenOf(args: ReadonlyMap<string, string>, flags: ReadonlyMap<string, readonly string[]>): Given {
  const values = (name: string) => flags.get(name) ?? [];
  return {
    argument(name) {
      const value = args.get(name);
      if (value === undefined) throw new Error(`this command declares no <${name}>`);
      return value;
    },
    value: (name) => values(name).at(-1) ?? null,
    values,
    has: (name) => flags.has(name),
  };
}

function shortened(word: string): string {
  const letters = Array.from(word);
  return letters.length <= 40 ? word : `${letters.slice(0, 40).join('')}…`;
}

/** Words that read as the same command, with these flags of its page instead of its own. */
export function wordsOf(
  command: AdminCommand,
  given: Given,
  page: { readonly token: string; readonly isFull: boolean },
): readonly string[] {
  const args = argumentsOf(command).flatMap(({ name }) => given.argument(name) || []);
  const flags = flagsIn(command.usage).flatMap(({ name, takesValue }) =>
    given.values(name).flatMap((one) => [`--${name}`, ...(takesValue ? [one] : [])]),
  );
  return [
    ...command.name.split(' '),
    ...flags,
    ...(page.isFull && command.question === undefined ? ['--full'] : []),
    ...(page.token === '' ? [] : ['--page-token', page.token]),
    ...(args.some((word) => /^[-—–]/.test(word)) ? ['--'] : []),
    ...args,
  ];
}
