import { readFile } from 'node:fs/promises';
import { setTimeout as sleep } from 'node:timers/promises';
import { type AuditFilter, type AuditLine, readAuditFilter } from '../domain/audit-filter.ts';
import { visibleControls, visibleJson } from '../domain/foreign-text.ts';
import type { AuditTrail, ChainHead, SignHead } from '../use-cases/audit-chain.ts';
import { type ChainVerdict, headsIn, verifyChain } from '../use-cases/audit-chain.ts';
import { type Command, type CommandExit, type CommandRun, Misused, type Out, readFlags } from './command.ts';

const help = `Usage: npm run audit -- [flags]

  --since WHEN      entries from then on: a date (midnight in UTC) or an instant like 2026-11-01T08:30:00Z
  --until WHEN      entries before then
  --actor ID        what one person did: a Slack id, like U0ANA
  --app ID          what was done about one app: its id in the governance service
  --request ID      what was done about one request: our id, the number of its task or the task's id
  --format FORMAT   table (default), jsonl or csv
  --follow          goes on with new entries as they are sealed, until it is stopped

npm run audit -- --verify [--heads FILE]
  --verify          looks whether an entry was changed, is missing or was cut off
  --heads FILE      compares with heads that were kept elsewhere: any text with lines of the log, messages from Slack, or both

With AUDIT_SIGNING_KEY in the environment --verify requires its signatures.
Ends with 0; with 1 where the trail is not as it was, or cannot be read; with 2 where a flag is wrong.`;

const formats = ['table', 'jsonl', 'csv'] as const;
type Format = (typeof formats)[number];

const options = {
  since: { type: 'string' },
  until: { type: 'string' },
  actor: { type: 'string' },
  app: { type: 'string' },
  request: { type: 'string' },
  format: { type: 'string' },
  follow: { type: 'boolean' },
  verify: { type: 'boolean' },
  heads: { type: 'string' },
} as const;

type Asked =
  | { readonly filter: AuditFilter; readonly format: Format; readonly follow: boolean }
  /** `heads`: the name of a file, and between the processes its text. */
  | { readonly heads: string | null };

/** Throws `Misused`. */
function readWords(words: readonly string[]): Asked {
  const flags = readFlags(words, options);
  const { verify: isVerified, heads, format = 'table', follow = false, ...typed } = flags;
  if (isVerified === true) {
    const other = Object.keys(flags).find((name) => name !== 'verify' && name !== 'heads');
    if (other !== undefined) throw new Misused(`--verify looks at the whole trail: leave out --${other}.`);
    return { heads: heads ?? null };
  }
  if (heads !== undefined) throw new Misused('--heads needs --verify.');
  const filter = readAuditFilter(typed);
  if (!filter.ok) throw new Misused(filter.refusal);
  return { filter: filter.value, format: readFormat(format), follow };
}

/** `npm run audit`: what needs no database is done here, the rest by whoever has it open. */
export const auditCommand: Command = {
  name: 'audit',
  help,
  async run(words, out, ask) {
    const asked = readWords(words);
    if (!('heads' in asked)) return ask(['audit', ...words], out);
    return ask(['audit', '--verify', `--heads=${asked.heads === null ? '' : await textOfHeads(asked.heads)}`], out);
  },
};

export interface AuditAnswerDeps {
  readonly trail: AuditTrail;
  /** null = signatures are not looked at. */
  readonly sign: SignHead | null;
}

/** The part of `npm run audit` that needs the database. */
export function answerAudit(deps: AuditAnswerDeps): CommandRun {
  return async (words, out, gone = never) => {
    const asked = readWords(words);
    if ('heads' in asked) return verify(headsIn(asked.heads ?? ''), out, deps);
    const { filter, follow, format } = asked;
    return list((follow ? followed : entries)(deps.trail, filter, gone), format, out);
  };
}

const never = new AbortController().signal;
const pageSize = 500;
/** How often `--follow` looks for new entries. */
const followMs = 1_000;

async function* entries(trail: AuditTrail, filter: AuditFilter, gone: AbortSignal): AsyncIterable<AuditLine> {
  for (let seq = 0; !gone.aborted; ) {
    const page = await trail.read(filter, { order: 'asc', seq, limit: pageSize });
    yield* page;
    const last = page.at(-1);
    if (last === undefined) return;
    seq = last.seq;
  }
}

async function* followed(trail: AuditTrail, filter: AuditFilter, gone: AbortSignal): AsyncIterable<AuditLine> {
  for (let afterPosition = 0; !gone.aborted; ) {
    const page = await trail.follow(filter, { afterPosition, limit: pageSize });
    for (const { position, line } of page) {
      yield line;
      afterPosition = position;
    }
    if (page.length === 0) await sleep(followMs, undefined, { signal: gone }).catch(() => undefined);
  }
}

function readFormat(text: string): Format {
  const format = formats.find((one) => one === text);
  if (format === undefined) throw new Misused(`--format is “${text}”: write table, jsonl or csv.`);
  return format;
}

async function textOfHeads(path: string): Promise<string> {
  const text = await readFile(path, 'utf8').catch(Misused.because(`--heads: ${path} cannot be read`));
  if (headsIn(text).length === 0)
    throw new Misused(`--heads: there is no line like “audit-head position=…” in ${path}.`);
  return text;
}

async function list(lines: AsyncIterable<AuditLine>, format: Format, out: Out): Promise<CommandExit> {
  const { first, line } = writers[format];
  let isFirst = true;
  for await (const entry of lines) {
    await out(`${isFirst ? first : ''}${line(entry)}\n`);
    isFirst = false;
  }
  if (isFirst) await out(format === 'table' ? 'There are no such entries.\n' : first);
  return 0;
}

const widths = [8, 25, 22, 13, 18, 37];
const columns = ['seq', 'at', 'kind', 'actor', 'app', 'requestId', 'taskId', 'detail'] as const;

const cells = ({ detail, ...entry }: AuditLine) =>
  columns.map((name) => (name === 'detail' ? JSON.stringify(detail) : String(entry[name] ?? '')));

const tableLine = (row: readonly string[]) =>
  visibleControls(row.map((cell, index) => cell.padEnd(widths[index] ?? 0)).join(' '))
    .replaceAll('\n', ' ')
    .trimEnd();

/** Spreadsheets take a cell that begins like this for a formula, and may run it. */
const formula = /^[=+\-@\t\r]/;

const csvCell = (text: string) => {
  const cell = formula.test(text) ? `'${text}` : text;
  return /[",\r\n]/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell;
};
const csvLine = (row: readonly string[]) => visibleJson(row.map(csvCell).join(','));

/** How an entry is written, and what stands before the first. */
const writers: Readonly<Record<Format, { readonly first: string; readonly line: (entry: AuditLine) => string }>> = {
  jsonl: { first: '', line: ({ detail, ...entry }) => visibleJson(JSON.stringify({ ...entry, detail })) },
  csv: { first: `${columns.join(',')}\n`, line: (entry) => csvLine(cells(entry)) },
  table: {
    first: `${tableLine([...columns.slice(0, 5), 'request', 'detail'])}\n`,
    line: (entry) => tableLine(cells(entry).filter((_, index) => columns[index] !== 'taskId')),
  },
};

async function verify(
  handedIn: readonly ChainHead[],
  out: Out,
  { trail, sign }: AuditAnswerDeps,
): Promise<CommandExit> {
  let verdict = await verifyChain(trail, handedIn, sign);
  // Where entries were pruned while we read, the chain begins elsewhere now.
  if (verdict.broken !== null) verdict = await verifyChain(trail, handedIn, sign);
  if (verdict.broken !== null) {
    await out(`${visibleControls(verdict.broken)}\n${unsealedWords(verdict)}\n`);
    return 1;
  }
  const { entries, heads, prunedHeads, lostHeads } = verdict;
  const signatures =
    sign === null ? 'signatures not looked at: AUDIT_SIGNING_KEY is not set' : 'the newest head is signed';
  const pruned = prunedHeads === 0 ? '' : ` Heads older than the first entry that is kept: ${prunedHeads}.`;
  const lost = lostHeads === 0 ? '' : ` Heads of what was lost with a restore from a backup: ${lostHeads}.`;
  await out(
    `${entriesAre(entries)} as sealed, heads that agree: ${heads}, ${signatures}.${pruned}${lost}\n${unsealedWords(verdict)}\n`,
  );
  return 0;
}

function unsealedWords({ unsealed, oldestUnsealed }: ChainVerdict): string {
  const oldest = oldestUnsealed === null ? '' : `; the oldest is from ${oldestUnsealed}`;
  return `${entriesAre(unsealed)} not sealed yet${oldest}.`;
}

const entriesAre = (count: number) => (count === 1 ? '1 entry is' : `${count} entries are`);
