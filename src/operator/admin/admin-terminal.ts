import { userInfo } from 'node:os';
import { createInterface } from 'node:readline/promises';
import {
  type AdminAnswer,
  type AdminCaller,
  type Administer,
  type AdminPage,
  type AdminRecord,
  tellingFields,
} from '../../domain/admin/admin-answer.ts';
import { visibleControls, visibleJson } from '../../domain/text/foreign-text.ts';
import { readAdminCommand } from './read-command.ts';

/** Where a command line is typed. */
export interface AdminTerminal {
  readonly out: (text: string) => void;
  readonly err: (text: string) => void;
  /** Somebody can answer a question. */
  readonly isInteractive: boolean;
  /** Asks a question, which does not go to `out`, and returns the answer. */
  readonly ask: (question: string) => Promise<string>;
}

/** The process's surroundings, opened only when a command is understood. */
export interface OpenedDesk {
  readonly administer: Administer;
  readonly caller: AdminCaller;
  close(): Promise<void>;
}

/**
 * done: 0; the service refused, did not answer, gave a list in part, or the process could not do
 * its part: 1; bad usage or settings: 2.
 */
export const adminExit = { done: 0, failed: 1, misused: 2 } as const;
export type AdminExit = (typeof adminExit)[keyof typeof adminExit];

/** One command, from its words to the exit code. `about` is printed below the general help. */
export async function runCommandLine(
  words: readonly string[],
  terminal: AdminTerminal,
  surroundings: { readonly about: string; open(): Promise<OpenedDesk> },
): Promise<AdminExit> {
  const reading = readAdminCommand(words, 'command line');
  if (!reading.ok) {
    terminal.err(`${visibleControls(reading.refusal)}\n`);
    return adminExit.misused;
  }
  if (reading.value.kind === 'help') {
    const { page } = reading.value;
    terminal.out(`Usage: npm run admin -- <command> [args] [--json] [--help]\n\n${pageText(page)}`);
    if (page.records.length > 1) terminal.out(`\n${surroundings.about}\n`);
    return adminExit.done;
  }
  const opened = await surroundings.open();
  try {
    const { administer, caller } = opened;
    const answer = await administer(caller, words);
    const isJson = reading.value.input.has('json');
    if (answer.kind !== 'question') return printAnswer(answer, isJson, terminal);
    if (!(await isConfirmed(answer, terminal))) return adminExit.misused;
    // The question's own words: they hold the id of the person that it names.
    return printAnswer(await administer(caller, answer.words, 'confirmed'), isJson, terminal);
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
      isJson
        ? `${visibleJson(JSON.stringify(answer.page.json, null, 2))}\n`
        : withNextCommand(answer.page),
    );
    // JSON has no place for what people are told beside it.
    if (isJson && answer.page.notes.length > 0)
      terminal.err(`${answer.page.notes.map(oneLine).join('\n')}\n`);
    return answer.page.isIncomplete === true ? adminExit.failed : adminExit.done;
  }
  terminal.err(`${visibleControls(answer.words)}\n`);
  return answer.kind === 'mistake' ? adminExit.misused : adminExit.failed;
}

/** The page, and a shell command for the next page. */
function withNextCommand(page: AdminPage): string {
  const next = page.next?.map((word) =>
    /^[\w@%+:,./=-]+$/.test(word) ? word : `'${oneLine(word).replaceAll("'", "'\\''")}'`,
  );
  return `${pageText(page)}${next === undefined ? '' : `\nNext page: npm run admin -- ${next.join(' ')}\n`}`;
}

/**
 * A page as lines for a terminal, without colours: one record per line, or one field per line.
 * Control characters are escaped, because a name could otherwise clear the screen or reverse the
 * line.
 */
export function pageText(page: AdminPage): string {
  const title = oneLine(page.title);
  const records = page.records.map(page.isFull ? wholeRecord : recordLine);
  const blocks = [
    `${title}\n${'-'.repeat(Math.min(100, title.length))}`,
    ...(records.length === 0 ? [] : [records.join(page.isFull ? '\n\n' : '\n')]),
    ...(page.notes.length === 0 ? [] : [page.notes.map(oneLine).join('\n')]),
  ];
  return `${blocks.join('\n\n')}\n`;
}

function recordLine({ title, fields }: AdminRecord): string {
  const telling = fields
    .slice(0, tellingFields)
    .map(({ label, text }) => `${label}: ${text.replaceAll(/\s+/g, ' ')}`);
  return oneLine([title, ...telling].join(' · '));
}

function wholeRecord({ title, fields }: AdminRecord): string {
  const lines = fields.map(({ label, text }) => {
    const [first = '', ...others] = text.split(/\r\n|[\n\r\u2028\u2029]/).map(oneLine);
    return [`  ${label}: ${first}`, ...others].join('\n    ');
  });
  return [oneLine(title), ...lines].join('\n');
}

/** On one line: line breaks are shown as well. */
function oneLine(text: string): string {
  return visibleControls(text).replaceAll('\n', '⟨U+000A⟩');
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
