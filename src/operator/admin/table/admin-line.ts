/** `npm run admin -- <row> ...`: from its words to the exit code. */
import { userInfo } from 'node:os';
import { createInterface } from 'node:readline/promises';
import { parseArgs } from 'node:util';
import { ok, type Result, refuse } from '../../../domain/result.ts';
import { closestName } from '../../../domain/text/folded-text.ts';
import { visibleControls, visibleJson } from '../../../domain/text/foreign-text.ts';
import type { CommandExit } from '../../command.ts';
import type { NamingDeps } from '../names/named-access.ts';
import type { PeopleDeps } from '../names/named-person.ts';
import { unclearWords } from '../names/unclear.ts';
import type { TakingDeps } from '../take-away.ts';
import { answerOf, inputOf, type TableRow, takenBy } from './answer-row.ts';
import { endpointRows, kindOf, type RowInput } from './endpoint-rows.ts';
import {
  type AdminCaller,
  carryOut,
  commandRefusalWords,
  type KeepingDeps,
  type SaidRefusal,
} from './kept-command.ts';
import { ownRows } from './own-rows.ts';
import { viewText } from './viewer.ts';

/** Where a command line is typed. */
export interface AdminTerminal {
  readonly out: (text: string) => void;
  readonly err: (text: string) => void;
  /** Somebody can answer a question. */
  readonly isInteractive: boolean;
  /** Asks a question, which does not go to `out`, and returns the answer. */
  readonly ask: (question: string) => Promise<string>;
}

export type LineDeps = NamingDeps & PeopleDeps & TakingDeps & KeepingDeps;

/** The process's surroundings, opened only when a command is understood. */
export interface OpenedLine {
  readonly deps: LineDeps;
  readonly operator: string;
  readonly close: () => Promise<void>;
}

const tableRows: readonly TableRow[] = [...ownRows, ...endpointRows];

/** What was a command, and what to do instead. */
const gone: Readonly<Record<string, string>> = {
  'add-owner-source': 'It is add-entitlement-owners or add-app-owners.',
  apps: 'access.yaml lists the apps; a name in the place of an app’s id will do.',
  audit: 'It is npm run audit -- --help.',
  doctor: 'It is npm run doctor.',
  operations: 'npm run doctor says what is known of each operation.',
};

interface TypedLine {
  readonly row: TableRow;
  readonly words: readonly string[];
  readonly flag: RowInput['flag'];
  readonly isJson: boolean;
  readonly isSure: boolean;
}

/** One command. `about` is printed below the help. */
export async function runAdminLine(
  words: readonly string[],
  terminal: AdminTerminal,
  surroundings: { readonly about: string; open(): Promise<OpenedLine> },
): Promise<CommandExit> {
  const [name = 'help', ...rest] = words;
  const row = tableRows.find((one) => one.name === name.toLowerCase());
  const isHelp = /^(?:help|--help|-h)$/i;
  if (isHelp.test(name) || rest.some((word) => isHelp.test(word))) {
    const rows = row === undefined ? tableRows : [row];
    terminal.out(`Usage: npm run admin -- <command> [args] [--json] [--yes]\n\n${helpOf(rows)}`);
    if (row === undefined) terminal.out(`\n${surroundings.about}\n`);
    return 0;
  }
  const line = row === undefined ? refuse(unknownWords(name)) : readLine(row, rest);
  if (!line.ok) {
    terminal.err(`${visibleControls(line.refusal)}\n`);
    return 2;
  }
  const { deps, operator, close } = await surroundings.open();
  try {
    return await runLine(line.value, terminal, deps, { via: 'command line', name: operator });
  } finally {
    await close();
  }
}

async function runLine(
  { row, words, flag, isJson, isSure }: TypedLine,
  terminal: AdminTerminal,
  deps: LineDeps,
  caller: AdminCaller,
): Promise<CommandExit> {
  const command = row.name;
  const meant = await carryOut(
    deps,
    caller,
    { command, isQuestion: true, detail: { arguments: argumentsOf(row, words) } },
    () => inputOf(row, words, flag, deps),
  );
  if (!meant.ok) return tellRefused(terminal, meant.refusal);
  const input = meant.value;
  const isChange = row.question !== undefined;
  if (isChange && !isSure && !(await isConfirmed(row.question(input), terminal))) return 2;
  const detail = { arguments: input.ids, ...flagsKept(row, flag) };
  const answer = await carryOut(deps, caller, { command, isChange, detail }, () =>
    'act' in row ? row.act(input, deps, caller) : answerOf(row, input, deps),
  );
  return answer.ok ? tell(terminal, answer.value, isJson) : tellRefused(terminal, answer.refusal);
}

const argumentsOf = (row: TableRow, words: readonly string[]) =>
  Object.fromEntries(takenBy(row).map((id, at) => [id, words[at]?.slice(0, 300)]));

/** Of what is set only the names: a configuration may hold secrets. */
function flagsKept(row: TableRow, flag: RowInput['flag']) {
  const typed = flagsOf(row).filter((name) => flag(name).length > 0);
  const values = typed.map((name) => [
    name,
    flag(name).map((value) => (name === 'set' ? value.split('=', 1).join() : value.slice(0, 300))),
  ]);
  return values.length === 0 ? {} : { flags: Object.fromEntries(values) };
}

async function isConfirmed(
  sentences: readonly string[],
  terminal: AdminTerminal,
): Promise<boolean> {
  terminal.err(`${sentences.map(oneLine).join('\n')}\n`);
  if (!terminal.isInteractive) {
    terminal.err('Nothing was changed: nobody can be asked here. Add --yes to go ahead.\n');
    return false;
  }
  const answer = await terminal.ask('Type yes to go ahead: ');
  if (answer.trim().toLowerCase() === 'yes') return true;
  terminal.err('Nothing was changed.\n');
  return false;
}

/** A list that ends before its end is told, and a failure. */
function tell(terminal: AdminTerminal, answer: object, isJson: boolean): CommandExit {
  const { list, incomplete }: { list?: unknown; incomplete?: string } = answer;
  const isEmpty = Array.isArray(list) && list.length === 0;
  const text = isEmpty ? 'There is nothing in this list.\n' : viewText(answer);
  terminal.out(isJson ? `${visibleJson(JSON.stringify(answer, null, 2))}\n` : text);
  if (incomplete === undefined) return 0;
  terminal.err(`This list is incomplete: ${oneLine(incomplete)}\n`);
  return 1;
}

function tellRefused(terminal: AdminTerminal, refusal: SaidRefusal): CommandExit {
  const words =
    refusal.kind === 'unclear' ? unclearWords(refusal) : commandRefusalWords(refusal)[0];
  terminal.err(`${visibleControls(words)}\n`);
  return refusal.kind === 'unclear' ? 2 : 1;
}

/** On one line: line breaks are shown as well. */
function oneLine(text: string): string {
  return visibleControls(text).replaceAll('\n', '⟨U+000A⟩');
}

/** The flags of a row, by its usage. */
function flagsOf({ flags = '' }: TableRow): readonly string[] {
  return [...flags.matchAll(/--([a-z]+)/g)].map(([, name = '']) => name);
}

function usageOf(row: TableRow): string {
  const ids = takenBy(row).map((id) => `<${kindOf(id) ?? id}>`);
  return [row.name, ...ids, ...(row.flags === undefined ? [] : [row.flags])].join(' ');
}

function helpOf(rows: readonly TableRow[]): string {
  return rows.map((row) => `${usageOf(row)}\n    ${row.about}\n`).join('');
}

function readLine(row: TableRow, args: readonly string[]): Result<TypedLine, string> {
  const usage = `It is: ${usageOf(row)}`;
  const many = { type: 'string', multiple: true } as const;
  const options = Object.fromEntries(flagsOf(row).map((name) => [name, many]));
  const own = { json: { type: 'boolean' }, yes: { type: 'boolean' } } as const;
  try {
    const { values, positionals } = parseArgs({
      args: [...args],
      options: { ...options, ...own },
      allowPositionals: true,
    });
    const typed = new Map(Object.entries(values));
    const flag = (name: string) => [typed.get(name) ?? []].flat().map(String);
    const ids = takenBy(row);
    if (positionals.length !== ids.length || positionals.some((word) => word.trim() === ''))
      return refuse(
        `${row.name} takes ${ids.length} words, in quotes where they have spaces. ${usage}`,
      );
    const mistake = row.mistake?.({ ids: {}, titles: {}, flag }) ?? null;
    if (mistake !== null) return refuse(mistake);
    return ok({
      row,
      words: positionals,
      flag,
      isJson: typed.get('json') === true,
      isSure: typed.get('yes') === true,
    });
  } catch (error) {
    if (!(error instanceof TypeError)) throw error;
    return refuse(`${error.message.replace(/\.? To specify[\s\S]*/, '')}. ${usage}`);
  }
}

function unknownWords(typed: string): string {
  const name = typed.slice(0, 40).toLowerCase();
  const instead = Object.hasOwn(gone, name) ? gone[name] : undefined;
  if (instead !== undefined) return `There is no command “${name}” any more. ${instead}`;
  const near = closestName(
    name,
    tableRows.map((one) => one.name),
  );
  return `There is no command “${name}”.${near === null ? '' : ` Did you mean ${near}?`} See npm run admin -- --help`;
}

/** The terminal of this process. */
export function processTerminal(): AdminTerminal {
  return {
    out: (text) => void process.stdout.write(text),
    err: (text) => void process.stderr.write(text),
    isInteractive: process.stdin.isTTY && process.stderr.isTTY,
    async ask(question) {
      const lines = createInterface({ input: process.stdin, output: process.stderr });
      try {
        return await lines.question(question);
      } finally {
        lines.close();
      }
    },
  };
}

/** Who runs this process, for the audit trail. */
export function operatorName(): string {
  try {
    return userInfo().username;
  } catch {
    // A container may run as a user without a name.
    return `uid ${process.getuid?.() ?? 'unknown'}`;
  }
}
