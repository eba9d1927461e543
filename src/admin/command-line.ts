import type { AdminCaller, AdminDesk, AdminOrder } from '../use-cases/admin-desk.ts';
import { readTyped } from './read-order.ts';
import { confirmText, helpText, oneLine, pageText } from './terminal.ts';

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
export type OpenedDesk =
  | { readonly ok: true; readonly desk: AdminDesk; readonly caller: AdminCaller; close(): Promise<void> }
  /** The settings are wrong, in sentences for the operator. */
  | { readonly ok: false; readonly words: string };

/** done: 0; the service refused, did not answer, or the process could not do its part: 1; bad usage or settings: 2. */
export const adminExit = { done: 0, failed: 1, misused: 2 } as const;
export type AdminExit = (typeof adminExit)[keyof typeof adminExit];

const noNames = { app: () => null, entitlement: () => null };

/** One command, from its words to the exit code. `about` is said under the help on everything. */
export async function runCommandLine(
  words: readonly string[],
  terminal: AdminTerminal,
  surroundings: { readonly about: string; open(): Promise<OpenedDesk> },
): Promise<AdminExit> {
  const reading = readTyped(words, 'command line', noNames);
  if (reading.kind === 'help') {
    const isWhole = reading.help.commands.length > 1;
    terminal.out(`Usage: npm run admin -- <command> [args] [--json] [--help]\n\n${helpText(reading.help)}`);
    if (isWhole) terminal.out(`\n${surroundings.about}\n`);
    return adminExit.done;
  }
  if (reading.kind === 'mistakes') {
    terminal.err(`${reading.mistakes.map((one) => oneLine(one.words)).join('\n')}\n`);
    return adminExit.misused;
  }
  const opened = await surroundings.open();
  if (!opened.ok) {
    terminal.err(`${opened.words}\n`);
    return adminExit.misused;
  }
  try {
    const { desk, caller } = opened;
    const named = desk.read(words, 'command line');
    const order = named.kind === 'order' ? named.order : reading.order;
    if (!(await isConfirmed(order, terminal))) return adminExit.misused;
    return order.allPages
      ? await everyPage(desk, caller, order, terminal)
      : await onePage(desk, caller, order, terminal);
  } finally {
    await opened.close();
  }
}

async function isConfirmed(order: AdminOrder, terminal: AdminTerminal): Promise<boolean> {
  if (order.confirm === null || order.confirmed) return true;
  terminal.err(confirmText(order.confirm));
  if (!terminal.isInteractive) {
    terminal.err('Nothing was changed: nobody can be asked here. Add --yes to go ahead.\n');
    return false;
  }
  const answer = await terminal.ask(`${order.confirm.verb}? Type yes to go ahead: `);
  if (answer.trim().toLowerCase() === 'yes') return true;
  terminal.err('Nothing was changed.\n');
  return false;
}

async function onePage(
  desk: AdminDesk,
  caller: AdminCaller,
  order: AdminOrder,
  terminal: AdminTerminal,
): Promise<AdminExit> {
  const answer = await desk.carryOut(caller, order);
  if (answer.kind !== 'page') {
    terminal.err(`${oneLine(answer.words)}\n`);
    return adminExit.failed;
  }
  const { page } = answer;
  if (order.json) {
    terminal.out(`${JSON.stringify(page.json, null, 2)}\n`);
    return adminExit.done;
  }
  terminal.out(pageText(page));
  const next = page.nextPageToken ?? '';
  if (next !== '') terminal.out(`\nNext page: ${nextLine(order, next)}\n`);
  return adminExit.done;
}

async function everyPage(
  desk: AdminDesk,
  caller: AdminCaller,
  order: AdminOrder,
  terminal: AdminTerminal,
): Promise<AdminExit> {
  const records: unknown[] = [];
  let isFirst = true;
  for await (const answer of desk.everyPage(caller, order)) {
    if (answer.kind !== 'page') {
      terminal.err(`${oneLine(answer.words)}\n`);
      return adminExit.failed;
    }
    if (order.json) records.push(...listOf(answer.page.json));
    else terminal.out(`${isFirst ? '' : '\n'}${pageText(answer.page, isFirst ? 'whole' : 'further rows')}`);
    isFirst = false;
  }
  if (order.json) terminal.out(`${JSON.stringify({ list: records, nextPageToken: '' }, null, 2)}\n`);
  return adminExit.done;
}

function listOf(json: unknown): readonly unknown[] {
  return typeof json === 'object' && json !== null && 'list' in json && Array.isArray(json.list) ? json.list : [];
}

/** The line that a shell reads as the next page's command. */
function nextLine(order: AdminOrder, token: string): string {
  const at = order.args.indexOf('--');
  const positional = order.args.slice(at + 1);
  const stop = positional.some((word) => /^[-—–]/.test(word)) ? ['--'] : [];
  return `npm run admin -- ${[...order.args.slice(0, at), '--page-token', token, ...stop, ...positional].map(shellWord).join(' ')}`;
}

function shellWord(word: string): string {
  return /^[\w@%+:,./-]+$/.test(word) ? word : `'${oneLine(word).replaceAll("'", "'\\''")}'`;
}
