import { closestName } from '../domain/closest-name.ts';
import { ok, type Result, refuse } from '../domain/result.ts';
import type { AdminCaller } from '../use-cases/admin-desk.ts';
import type { AdminCommand, CommandFlag, Given } from './command.ts';
import { adminCommands, flagsOf, usageOf } from './command-table.ts';

/** A command with its words in place, or a wish for help; help on everything where `command` is null. */
export type ReadCommand =
  | { readonly kind: 'help'; readonly command: AdminCommand | null }
  | { readonly kind: 'command'; readonly command: AdminCommand; readonly given: Given };

type Via = AdminCaller['via'];

/** Words become a command, or a sentence that says what is wrong with them. Pure; never throws. */
export function readCommand(words: readonly string[], via: Via): Result<ReadCommand, string> {
  const [first = 'help', ...others] = words;
  if (['help', '--help', '-h'].includes(first.toLowerCase())) return readHelp(others);
  const found = findCommand(words);
  if (!found.ok) return found;
  const { command, rest } = found.value;
  const sorted = sortWords(command, rest, via);
  if (!sorted.ok) return sorted;
  if (sorted.value.wantsHelp) return ok({ kind: 'help', command });
  const placed = placeArguments(command, sorted.value.positional);
  if (!placed.ok) return placed;
  return ok({ kind: 'command', command, given: givenOf(command, placed.value, sorted.value.flags) });
}

function readHelp(words: readonly string[]): Result<ReadCommand, string> {
  if (words.length === 0) return ok({ kind: 'help', command: null });
  const found = findCommand(words);
  return found.ok ? ok({ kind: 'help', command: found.value.command }) : found;
}

function findCommand(
  words: readonly string[],
): Result<{ readonly command: AdminCommand; readonly rest: readonly string[] }, string> {
  for (const length of [2, 1]) {
    const name = words.slice(0, length).join(' ').toLowerCase();
    const command = adminCommands.find((one) => one.name === name);
    if (command !== undefined) return ok({ command, rest: words.slice(length) });
  }
  const [first = ''] = words;
  const begun = adminCommands.filter((one) => one.name.startsWith(`${first.toLowerCase()} `));
  if (begun.length > 0) return refuse(`What kind? ${begun.map((one) => `“${usageOf(one)}”`).join(' or ')}.`);
  return refuse(`There is no command “${shortened(first)}”.${suggestion(words)} Type help to see them all.`);
}

function suggestion(words: readonly string[]): string {
  const firsts = adminCommands.map((one) => one.name.split(' ')[0] ?? '');
  const two = closestName(
    words.slice(0, 2).join(' ').slice(0, 80),
    adminCommands.map((one) => one.name),
  );
  const near = closestName((words[0] ?? '').slice(0, 80), firsts) ?? two;
  return near === null ? '' : ` Did you mean ${near}?`;
}

interface SortedWords {
  readonly positional: readonly string[];
  readonly flags: ReadonlyMap<string, readonly string[]>;
  readonly wantsHelp: boolean;
}

function sortWords(command: AdminCommand, words: readonly string[], via: Via): Result<SortedWords, string> {
  const known = flagsOf(command);
  const positional: string[] = [];
  const flags = new Map<string, string[]>();
  let wantsHelp = false;
  for (let at = 0; at < words.length; at += 1) {
    const word = words[at] ?? '';
    if (word === '--') {
      positional.push(...words.slice(at + 1));
      break;
    }
    const written = writtenFlag(word, known);
    if (written === null) {
      positional.push(word);
      continue;
    }
    if (written.name === 'help' || written.name === 'h') {
      wantsHelp = true;
      continue;
    }
    const flag = known.find((one) => one.name === written.name);
    if (flag === undefined) return refuse(unknownFlagWords(command, written.name, known));
    if (flag.onlyCommandLine === true && via === 'chat') return refuse(`--${flag.name} is for the command line.`);
    const earlier = flags.get(flag.name);
    if (earlier !== undefined && flag.repeats !== true) return refuse(`--${flag.name} is given twice.`);
    if (flag.value === undefined) {
      if (written.value !== null) return refuse(`--${flag.name} takes no value.`);
      flags.set(flag.name, ['']);
      continue;
    }
    const value = written.value ?? words[at + 1];
    if (value === undefined || value === '')
      return refuse(`--${flag.name} needs a value: --${flag.name} ${flag.value}.`);
    if (written.value === null) at += 1;
    flags.set(flag.name, [...(earlier ?? []), value]);
  }
  return ok({ positional, flags, wantsHelp });
}

/** `--name`, `--name=value` and `-h`; also with the long dash that phones make of two, where it then names a flag. */
function writtenFlag(word: string, known: readonly CommandFlag[]): { name: string; value: string | null } | null {
  const match = /^(--|[—–]{1,2})([a-z][a-z-]*)(?:=([\s\S]*))?$/i.exec(word);
  if (match === null) return word === '-h' ? { name: 'h', value: null } : null;
  const [, dashes = '', spelled = '', value] = match;
  const name = spelled.toLowerCase();
  if (dashes !== '--' && name !== 'help' && !known.some((flag) => flag.name === name)) return null;
  return { name, value: value ?? null };
}

function unknownFlagWords(command: AdminCommand, name: string, known: readonly CommandFlag[]): string {
  const near = closestName(name.slice(0, 80), [...known.map((one) => one.name), 'help']);
  const advice = near === null ? `It is: ${usageOf(command)}.` : `Did you mean --${near}?`;
  return `${command.name} has no flag --${shortened(name)}. ${advice}`;
}

function placeArguments(command: AdminCommand, words: readonly string[]): Result<ReadonlyMap<string, string>, string> {
  const placed = new Map<string, string>();
  const rest = [...words];
  for (const argument of command.args) {
    if (argument.isRest === true) {
      placed.set(argument.name, rest.splice(0).join(' '));
      continue;
    }
    const word = rest.shift();
    if (word === undefined || word.trim() === '') {
      return refuse(`${command.name} needs <${argument.name}>, ${argument.about}. It is: ${usageOf(command)}.`);
    }
    placed.set(argument.name, word);
  }
  const [extra] = rest;
  if (extra === undefined) return ok(placed);
  return refuse(
    `“${shortened(extra)}” is one word too many. Words with spaces go in quotation marks. It is: ${usageOf(command)}.`,
  );
}

function givenOf(
  command: AdminCommand,
  args: ReadonlyMap<string, string>,
  flags: ReadonlyMap<string, readonly string[]>,
): Given {
  const valuesOf = (name: string) => {
    if (!flagsOf(command).some((one) => one.name === name)) throw new Error(`${command.name} declares no --${name}`);
    return flags.get(name) ?? [];
  };
  return {
    argument(name) {
      const value = args.get(name);
      if (value === undefined) throw new Error(`${command.name} declares no <${name}>`);
      return value;
    },
    value: (name) => valuesOf(name).at(-1) ?? null,
    values: valuesOf,
    has: (name) => valuesOf(name).length > 0,
  };
}

function shortened(word: string): string {
  const letters = Array.from(word);
  return letters.length <= 40 ? word : `${letters.slice(0, 40).join('')}…`;
}

/** The words that read as the same command again, without its page, output and confirmation. */
export function canonicalWords(
  command: AdminCommand,
  given: Given,
  flagged: 'with flags' | 'without flags' = 'with flags',
): readonly string[] {
  const flags = command.flags
    .filter((flag) => flag.onlyCommandLine !== true && flagged === 'with flags')
    .flatMap((flag) =>
      flag.value === undefined
        ? given.has(flag.name)
          ? [`--${flag.name}`]
          : []
        : given.values(flag.name).flatMap((value) => [`--${flag.name}`, value]),
    );
  const args = command.args.map((one) => given.argument(one.name)).filter((word) => word !== '');
  const size = command.isList && flagged === 'with flags' ? given.value('page-size') : null;
  return [...command.name.split(' '), ...flags, ...(size === null ? [] : ['--page-size', size]), '--', ...args];
}
