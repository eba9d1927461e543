import type { AdminAnswer, AdminCaller, Administer, AdminPage } from '../domain/admin-answer.ts';
import { visibleControls, visibleJson } from '../domain/visible-text.ts';
import { readCommand } from './read-command.ts';
import { oneLine, pageText } from './terminal.ts';

/** Where a command line is typed. */
export interface AdminTerminal {
  out(text: string): void;
  err(text: string): void;
  /** Somebody can answer a question. */
  readonly isInteractive: boolean;
  /** What they answered; the question does not go to `out`. */
  ask(question: string): Promise<string>;
}

/** The process's surroundings, opened only when a command is understood. */
export interface OpenedDesk {
  readonly administer: Administer;
  readonly caller: AdminCaller;
  close(): Promise<void>;
}

/** done: 0; the service refused, did not answer, or the process could not do its part: 1; bad usage or settings: 2. */
export const adminExit = { done: 0, failed: 1, misused: 2 } as const;
export type AdminExit = (typeof adminExit)[keyof typeof adminExit];

/** One command, from its words to the exit code. `about` is said under the help on everything. */
export async function runCommandLine(
  words: readonly string[],
  terminal: AdminTerminal,
  surroundings: { readonly about: string; open(): Promise<OpenedDesk> },
): Promise<AdminExit> {
  const read = readCommand(words, 'command line');
  if (!read.ok) {
    terminal.err(`${visibleControls(read.refusal)}\n`);
    return adminExit.misused;
  }
  if (read.value.kind === 'help') {
    const { page } = read.value;
    terminal.out(`Usage: npm run admin -- <command> [args] [--json] [--help]\n\n${pageText(page)}`);
    if (page.records.length > 1) terminal.out(`\n${surroundings.about}\n`);
    return adminExit.done;
  }
  const opened = await surroundings.open();
  try {
    const { administer, caller } = opened;
    const answer = await administer(caller, words);
    const isJson = read.value.given.has('json');
    if (answer.kind !== 'question') return printAnswer(answer, isJson, terminal);
    if (!(await isConfirmed(answer, terminal))) return adminExit.misused;
    return printAnswer(await administer(caller, words, 'confirmed'), isJson, terminal);
  } finally {
    await opened.close();
  }
}

type Question = Extract<AdminAnswer, { kind: 'question' }>;

async function isConfirmed({ page, verb }: Question, terminal: AdminTerminal): Promise<boolean> {
  terminal.err(`${pageText(page)}\n`);
  if (!terminal.isInteractive) {
    terminal.err('Nothing was changed: nobody can be asked here. Add --yes to go ahead.\n');
    return false;
  }
  const answer = await terminal.ask(`${verb}? Type yes to go ahead: `);
  if (answer.trim().toLowerCase() === 'yes') return true;
  terminal.err('Nothing was changed.\n');
  return false;
}

function printAnswer(answer: AdminAnswer, isJson: boolean, terminal: AdminTerminal): AdminExit {
  if (answer.kind === 'page' || answer.kind === 'question') {
    terminal.out(
      isJson ? `${visibleJson(JSON.stringify(answer.page.json, null, 2))}\n` : withNextCommands(answer.page),
    );
    return adminExit.done;
  }
  terminal.err(`${visibleControls(answer.words)}\n`);
  return answer.kind === 'mistake' ? adminExit.misused : adminExit.failed;
}

/** The page, and the lines that a shell reads as the commands that lead on from it. */
function withNextCommands(page: AdminPage): string {
  const line = (label: string, words: readonly string[] | null) =>
    words === null ? '' : `${label}: npm run admin -- ${words.map(shellWord).join(' ')}\n`;
  const lines = `${line('Every field', page.full)}${line('Next page', page.next)}`;
  return `${pageText(page)}${lines === '' ? '' : '\n'}${lines}`;
}

function shellWord(word: string): string {
  return /^[\w@%+:,./-]+$/.test(word) ? word : `'${oneLine(word).replaceAll("'", "'\\''")}'`;
}
