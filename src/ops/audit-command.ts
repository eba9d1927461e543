import { readFile } from 'node:fs/promises';
import { type AuditFilter, readAuditFilter } from '../domain/audit-filter.ts';
import { visibleControls, visibleJson } from '../domain/visible-text.ts';
import { type ChainVerdict, headSigner, headsIn, verifyChain } from '../use-cases/audit-chain.ts';
import type { ChainHead, ChainPart } from '../use-cases/audit-trail.ts';
import { type CommandExit, type CommandSurroundings, Misused, misusedIsTwo, readFlags } from './command.ts';
import { chainLine, type EntryLine, entryLine } from './questions.ts';

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

/** `npm run audit`. */
export function runAudit(
  words: readonly string[],
  io: CommandSurroundings & { readonly signingKey: string | null },
): Promise<CommandExit> {
  return misusedIsTwo('audit', io, async () => {
    const flags = readFlags(words, options);
    if (flags.help === true) {
      await io.out(`${help}\n`);
      return 0;
    }
    if (flags.verify === true) {
      const other = (['since', 'until', 'actor', 'app', 'request', 'format', 'follow'] as const).find(
        (name) => name in flags,
      );
      if (other !== undefined) throw new Misused(`--verify looks at the whole trail: leave out --${other}.`);
      return verify(flags.heads === undefined ? [] : await headsOf(flags.heads), io);
    }
    if (flags.heads !== undefined) throw new Misused('--heads needs --verify.');
    const { since, until, actor, app, request, format = 'table', follow = false } = flags;
    const filter = readAuditFilter({ since, until, actor, app, request });
    if (!filter.ok) throw new Misused(filter.refusal);
    return list(filter.value, readFormat(format), follow, io);
  });
}

function readFormat(text: string): Format {
  const format = formats.find((one) => one === text);
  if (format === undefined) throw new Misused(`--format is “${text}”: write table, jsonl or csv.`);
  return format;
}

async function headsOf(path: string): Promise<readonly ChainHead[]> {
  const text = await readFile(path, 'utf8').catch((cause: unknown) => {
    throw new Misused(`--heads: ${path} cannot be read (${cause instanceof Error ? cause.message : String(cause)}).`, {
      cause,
    });
  });
  const heads = headsIn(text);
  if (heads.length === 0) throw new Misused(`--heads: there is no line like “audit-head position=…” in ${path}.`);
  return heads;
}

async function list(
  filter: AuditFilter,
  format: Format,
  follow: boolean,
  io: CommandSurroundings,
): Promise<CommandExit> {
  const { first, line } = writers[format];
  let isFirst = true;
  for await (const read of io.ask({ kind: 'entries', filter, follow })) {
    await io.out(`${isFirst ? first : ''}${line(entryLine.parse(read))}\n`);
    isFirst = false;
  }
  if (isFirst) await io.out(format === 'table' ? 'There are no such entries.\n' : first);
  return 0;
}

const widths = [8, 25, 22, 13, 18, 37];
const columns = ['seq', 'at', 'kind', 'actor', 'app', 'requestId', 'taskId', 'detail'] as const;

const cells = ({ detail, ...entry }: EntryLine) =>
  columns.map((name) => (name === 'detail' ? JSON.stringify(detail) : String(entry[name] ?? '')));

const tableLine = (row: readonly string[]) =>
  visibleControls(row.map((cell, index) => cell.padEnd(widths[index] ?? 0)).join(' '))
    .replaceAll('\n', ' ')
    .trimEnd();

const csvLine = (row: readonly string[]) =>
  row.map((cell) => (/[",\r\n]/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell)).join(',');

/** How an entry is written, and what stands before the first. */
const writers: Readonly<Record<Format, { readonly first: string; readonly line: (entry: EntryLine) => string }>> = {
  jsonl: { first: '', line: ({ detail, ...entry }) => visibleJson(JSON.stringify({ ...entry, detail })) },
  csv: { first: `${columns.join(',')}\n`, line: (entry) => csvLine(cells(entry)) },
  table: {
    first: `${tableLine([...columns.slice(0, 5), 'request', 'detail'])}\n`,
    line: (entry) => tableLine(cells(entry).filter((_, index) => columns[index] !== 'taskId')),
  },
};

async function verify(
  handedIn: readonly ChainHead[],
  io: CommandSurroundings & { readonly signingKey: string | null },
): Promise<CommandExit> {
  const sign = io.signingKey === null ? null : headSigner(io.signingKey);
  const look = () => verifyChain(chain(io), handedIn, sign);
  let verdict = await look();
  // Where entries were pruned while we read, the chain begins elsewhere now.
  if (verdict.broken !== null) verdict = await look();
  if (verdict.broken !== null) {
    await io.out(`${visibleControls(verdict.broken)}\n${unsealedWords(verdict)}\n`);
    return 1;
  }
  const { entries, heads, prunedHeads } = verdict;
  const signatures =
    sign === null ? 'signatures not looked at: AUDIT_SIGNING_KEY is not set' : 'the newest head is signed';
  const left = prunedHeads === 0 ? '' : ` ${prunedHeads} heads are older than the first entry that is kept.`;
  await io.out(
    `${entries} entries are as they were sealed, ${heads} heads agree, ${signatures}.${left}\n${unsealedWords(verdict)}\n`,
  );
  return 0;
}

function unsealedWords({ unsealed, oldestUnsealed }: ChainVerdict): string {
  if (oldestUnsealed === null) return 'All entries are sealed.';
  return `${unsealed} ${unsealed === 1 ? 'entry is' : 'entries are'} not sealed yet; the oldest is from ${oldestUnsealed}.`;
}

async function* chain(io: CommandSurroundings): AsyncIterable<ChainPart> {
  for await (const line of io.ask({ kind: 'chain' })) yield chainLine.parse(line);
}
