/** Long because every way to ask for the audit trail, and every way to write an entry, is here. */
import { readFile } from 'node:fs/promises';
import { setTimeout as sleep } from 'node:timers/promises';
import { actorMeant } from '../../domain/people/known-person.ts';
import {
  type AuditFilter,
  type AuditLine,
  readAuditFilter,
} from '../../domain/record/audit-filter.ts';
import { auditSentence, isDelivery } from '../../domain/record/audit-sentence.ts';
import { ok, type Result } from '../../domain/result.ts';
import { visibleControls, visibleJson } from '../../domain/text/foreign-text.ts';
import { type AuditTrail, headsIn } from '../../use-cases/trail/audit-chain.ts';
import {
  type Command,
  type CommandExit,
  type CommandRun,
  Misused,
  type Out,
  readFlags,
} from '../command.ts';
import { type AuditAnswerDeps, keyMistake, startChainCommand, verify } from './audit-verify.ts';

const help = `Usage: npm run audit -- [flags]

  --since WHEN      entries from then on: how long ago (1h, 3 days), a date (midnight in UTC) or an instant like 2026-11-01T08:30:00Z
  --until WHEN      entries before then
  --actor PERSON    what one person did: a display name, an email or a Slack id, like U0ANA
  --app ID          what was done about one app: its id in the governance service
  --request ID      what was done about one request: our id, the number of its task or the task's id
  --format FORMAT   text (default): a sentence an entry, by the day in UTC; table, jsonl or csv: everything, deliveries too
  --json            the same as --format jsonl
  --deliveries      in sentences, too, what only says that a message has arrived
  --follow          goes on with new entries as they are sealed, until it is stopped

npm run audit -- --verify [--heads FILE]
  --verify          looks whether an entry was changed, is missing or was cut off
  --heads FILE      compares with heads that were kept elsewhere: any text with lines of the log, messages from Slack, or both

npm run audit -- --start-chain [--anyway]
  --start-chain     has the bot sign with AUDIT_SIGNING_KEY from now on, where the key is new or was changed: until then it seals nothing
  --anyway          although the trail is broken, or goes back behind what the bot has sealed: the trail will say so

With AUDIT_SIGNING_KEY in the environment --verify requires its signatures, and a signed head where there is an entry.
Ends with 0; with 1 where the trail is not as it was, or cannot be read; with 2 where a flag is wrong.`;

const formats = ['text', 'table', 'jsonl', 'csv'] as const;
type Format = (typeof formats)[number];

const options = {
  since: { type: 'string' },
  until: { type: 'string' },
  actor: { type: 'string' },
  app: { type: 'string' },
  request: { type: 'string' },
  format: { type: 'string' },
  json: { type: 'boolean' },
  deliveries: { type: 'boolean' },
  follow: { type: 'boolean' },
  verify: { type: 'boolean' },
  heads: { type: 'string' },
  'start-chain': { type: 'boolean' },
  anyway: { type: 'boolean' },
  // Passed from the command to the running bot.
  key: { type: 'string' },
  operator: { type: 'string' },
} as const;

type Asked =
  | {
      readonly kind: 'list';
      readonly filter: AuditFilter;
      readonly format: Format;
      readonly follow: boolean;
      readonly deliveries: boolean;
    }
  /**
   * `heads`: a file name; its text when passed to the running bot. `key`: the mark of the command's
   * key.
   */
  | { readonly kind: 'verify'; readonly heads: string | null; readonly key: string }
  | {
      readonly kind: 'start-chain';
      readonly anyway: boolean;
      readonly key: string;
      readonly operator: string;
    };

/** Throws `Misused`. */
function readWords(words: readonly string[], now: Date): Asked {
  const flags = readFlags(words, options);
  const {
    verify: isVerified,
    heads,
    anyway,
    key = '',
    operator = '',
    json,
    deliveries = false,
    follow = false,
    ...more
  } = flags;
  const { 'start-chain': isStarted, format = json === true ? 'jsonl' : 'text', ...typed } = more;
  const only = (name: string, ...allowed: readonly string[]) => {
    const between = ['key', 'operator'];
    const other = Object.keys(flags).find((flag) => ![name, ...allowed, ...between].includes(flag));
    if (other !== undefined)
      throw new Misused(`--${name} is about the whole trail: leave out --${other}.`);
  };
  if (isStarted === true) {
    only('start-chain', 'anyway');
    return { kind: 'start-chain', anyway: anyway === true, key, operator };
  }
  if (anyway !== undefined) throw new Misused('--anyway needs --start-chain.');
  if (isVerified === true) {
    only('verify', 'heads');
    return { kind: 'verify', heads: heads ?? null, key };
  }
  if (heads !== undefined) throw new Misused('--heads needs --verify.');
  const filter = readAuditFilter(typed, now);
  if (!filter.ok) throw new Misused(filter.refusal);
  return { kind: 'list', filter: filter.value, format: readFormat(format), follow, deliveries };
}

/**
 * `npm run audit`: does the work that needs no database, and asks the process that has it open for
 * the rest.
 */
export const auditCommand = (caller: () => AuditCaller, now: () => Date): Command => ({
  name: 'audit',
  help,
  async run(words, out, ask) {
    const command = readWords(words, now());
    if (command.kind === 'list') return ask(['audit', ...words], out);
    const { keyMark, operator } = caller();
    if (command.kind === 'start-chain') {
      return ask(['audit', ...words, `--key=${keyMark}`, `--operator=${operator}`], out);
    }
    const heads = command.heads === null ? '' : await textOfHeads(command.heads);
    return ask(['audit', '--verify', `--heads=${heads}`, `--key=${keyMark}`], out);
  },
});

/** Who asks. */
export interface AuditCaller {
  /** The result of `markOfKey`; empty without a key. */
  readonly keyMark: string;
  /** The user of the operating system. */
  readonly operator: string;
}

/** The part of `npm run audit` that needs the database. */
export function answerAudit(deps: AuditAnswerDeps): CommandRun {
  return async (words, out, gone = never) => {
    const command = readWords(words, deps.now());
    if (command.kind === 'list') {
      const filter = await withActor(command.filter, deps.trail);
      if (!filter.ok) {
        await out(`${visibleControls(filter.refusal)}\n`);
        return 2;
      }
      const pages = (command.follow ? followed : entries)(deps.trail, filter.value, gone);
      if (command.format === 'text')
        return listSentences(pages, command.deliveries, deps.trail, out);
      return list(pages, command.format, out);
    }
    const mistake = keyMistake(command.key, deps);
    if (mistake !== null) {
      await out(`${mistake}\n`);
      return 1;
    }
    return command.kind === 'verify'
      ? verify(headsIn(command.heads ?? ''), out, deps)
      : startChainCommand(command, out, deps);
  };
}

/** The filter with the Slack id of the person that `--actor` names. */
async function withActor(
  filter: AuditFilter,
  trail: Pick<AuditTrail, 'people'>,
): Promise<Result<AuditFilter, string>> {
  if (filter.actor === undefined) return ok(filter);
  const actor = await actorMeant(filter.actor, (typed) => trail.people(typed));
  return actor.ok ? ok({ ...filter, actor: actor.value }) : actor;
}

const never = new AbortController().signal;
const pageSize = 500;
/** How often `--follow` looks for new entries. */
const followMs = 1_000;

/** A page of entries each. */
type Pages = AsyncIterable<readonly AuditLine[]>;

async function* entries(trail: AuditTrail, filter: AuditFilter, gone: AbortSignal): Pages {
  for (let seq = 0; !gone.aborted; ) {
    const page = await trail.read(filter, { order: 'asc', seq, limit: pageSize });
    yield page;
    const last = page.at(-1);
    if (last === undefined) return;
    seq = last.seq;
  }
}

async function* followed(trail: AuditTrail, filter: AuditFilter, gone: AbortSignal): Pages {
  for (let afterPosition = 0; !gone.aborted; ) {
    const page = await trail.follow(filter, { afterPosition, limit: pageSize });
    if (page.length > 0) yield page.map(({ line }) => line);
    afterPosition = page.at(-1)?.position ?? afterPosition;
    if (page.length === 0)
      await sleep(followMs, undefined, { signal: gone }).catch(() => undefined);
  }
}

function readFormat(text: string): Format {
  const format = formats.find((one) => one === text);
  if (format === undefined)
    throw new Misused(`--format is “${text}”: write text, table, jsonl or csv.`);
  return format;
}

async function textOfHeads(path: string): Promise<string> {
  const text = await readFile(path, 'utf8').catch(
    Misused.because(`--heads: ${path} cannot be read`),
  );
  if (headsIn(text).length === 0)
    throw new Misused(`--heads: there is no line like “audit-head position=…” in ${path}.`);
  return text;
}

type Machine = Exclude<Format, 'text'>;

async function list(pages: Pages, format: Machine, out: Out): Promise<CommandExit> {
  const { first, line } = writers[format];
  let isFirst = true;
  for await (const page of pages) {
    for (const entry of page) {
      await out(`${isFirst ? first : ''}${line(entry)}\n`);
      isFirst = false;
    }
  }
  if (isFirst) await out(format === 'table' ? 'There are no such entries.\n' : first);
  return 0;
}

/** The entries under their date in UTC, as “Ana approved #1018, 11:01”. */
async function listSentences(
  pages: Pages,
  hasDeliveries: boolean,
  trail: Pick<AuditTrail, 'names'>,
  out: Out,
): Promise<CommandExit> {
  let day = '';
  let hidden = 0;
  for await (const page of pages) {
    const listed = hasDeliveries ? page : page.filter((entry) => !isDelivery(entry));
    hidden += page.length - listed.length;
    const names = await trail.names(listed);
    for (const entry of listed) {
      const [date = '', time = ''] = entry.at.split('T');
      const heading = date === day ? '' : `${day === '' ? '' : '\n'}${date} (UTC)\n`;
      day = date;
      const sentence = visibleControls(auditSentence(entry, names)).replaceAll('\n', ' ');
      await out(`${heading}${sentence}, ${time.slice(0, 5)}\n`);
    }
  }
  if (day === '') await out('There are no such entries.\n');
  const deliveries = hidden === 1 ? '1 delivery is' : `${hidden} deliveries are`;
  if (hidden > 0) await out(`\n${deliveries} left out: add --deliveries.\n`);
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
const writers: Readonly<
  Record<Machine, { readonly first: string; readonly line: (entry: AuditLine) => string }>
> = {
  jsonl: {
    first: '',
    line: ({ detail, ...entry }) => visibleJson(JSON.stringify({ ...entry, detail })),
  },
  csv: { first: `${columns.join(',')}\n`, line: (entry) => csvLine(cells(entry)) },
  table: {
    first: `${tableLine([...columns.slice(0, 5), 'request', 'detail'])}\n`,
    line: (entry) => tableLine(cells(entry).filter((_, index) => columns[index] !== 'taskId')),
  },
};
