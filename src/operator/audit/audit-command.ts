import { actorMeant } from '../../domain/people/known-person.ts';
import {
  type AuditFilter,
  type AuditLine,
  readAuditFilter,
} from '../../domain/record/audit-filter.ts';
import { auditSentence, isDelivery } from '../../domain/record/audit-sentence.ts';
import { ok, type Result } from '../../domain/result.ts';
import { visibleControls, visibleJson } from '../../domain/text/foreign-text.ts';
import type { AuditTrail } from '../../use-cases/trail/audit-chain.ts';
import { type Command, type CommandExit, Misused, type Out, readFlags } from '../command.ts';

const help = `Usage: npm run audit -- [flags]

  --since WHEN      entries from then on: how long ago (1h, 3 days), a date (midnight in UTC) or an instant like 2026-11-01T08:30:00Z
  --until WHEN      entries before then
  --actor PERSON    what one person did: a display name, an email or a Slack id, like U0ANA
  --app ID          what was done about one app: its id in the governance service
  --request ID      what was done about one request: our id, the number of its task or the task's id
  --format FORMAT   text (default): a sentence an entry, by the day in UTC; jsonl or csv: everything, deliveries too
  --json            the same as --format jsonl
  --deliveries      in sentences, too, what only says that a message has arrived
  --after POSITION  what is sealed after this position, in the order of the chain: for a log shipper, as JSON lines with their position

Ends with 0; with 1 where it cannot be read; with 2 where a flag is wrong.`;

const formats = ['text', 'jsonl', 'csv'] as const;
type Format = (typeof formats)[number];

/** The flags that choose entries and how they are written. */
export const listOptions = {
  since: { type: 'string' },
  until: { type: 'string' },
  actor: { type: 'string' },
  app: { type: 'string' },
  request: { type: 'string' },
  format: { type: 'string' },
  json: { type: 'boolean' },
  deliveries: { type: 'boolean' },
  after: { type: 'string' },
} as const;

interface Listing {
  readonly filter: AuditFilter;
  readonly format: Format;
  readonly deliveries: boolean;
  /** A place in the sealed chain; null: all entries, in the order in which they were written. */
  readonly after: number | null;
}

/** Throws `Misused`. */
function readWords(words: readonly string[], now: Date): Listing {
  const { json, deliveries = false, after, ...more } = readFlags(words, listOptions);
  const { format = json === true ? 'jsonl' : 'text', ...typed } = more;
  const filter = readAuditFilter(typed, now);
  if (!filter.ok) throw new Misused(filter.refusal);
  if (!/^\d{1,10}$/.test(after ?? '0'))
    throw new Misused(`--after is “${after}”: write a position, a whole number from 0.`);
  const position = after === undefined ? null : Number(after);
  return { filter: filter.value, format: readFormat(format), deliveries, after: position };
}

type ReadTrail = Pick<AuditTrail, 'read' | 'names' | 'people' | 'sealed'>;

interface AuditDeps {
  /** Opened when the flags are right. */
  readonly trail: () => Promise<ReadTrail>;
  readonly now: () => Date;
}

/** `npm run audit`. */
export const auditCommand = ({ trail: open, now }: AuditDeps): Command => ({
  name: 'audit',
  help,
  async run(words, out) {
    const { format, deliveries, after, ...listing } = readWords(words, now());
    const trail = await open();
    const filter = await withActor(listing.filter, trail);
    if (!filter.ok) {
      await out(`${visibleControls(filter.refusal)}\n`);
      return 2;
    }
    const pages =
      after === null ? entries(trail, filter.value) : sealedAfter(trail, filter.value, after);
    if (format === 'text') return listSentences(pages, deliveries, trail, out);
    return list(pages, format, out);
  },
});

/** The filter with the Slack id of the person that `--actor` names. */
async function withActor(
  filter: AuditFilter,
  trail: Pick<AuditTrail, 'people'>,
): Promise<Result<AuditFilter, string>> {
  if (filter.actor === undefined) return ok(filter);
  const actor = await actorMeant(filter.actor, (typed) => trail.people(typed));
  return actor.ok ? ok({ ...filter, actor: actor.value }) : actor;
}

const pageSize = 500;

/** In the order of the chain, an entry has its place there, and the name of the actor where it is known. */
type ListedLine = AuditLine & { readonly position?: number; readonly actorName?: string | null };

/** A page of entries each. */
type Pages = AsyncIterable<readonly ListedLine[]>;

async function* entries(trail: ReadTrail, filter: AuditFilter): Pages {
  for (let seq = 0; ; ) {
    const page = await trail.read(filter, { order: 'asc', seq, limit: pageSize });
    yield page;
    const last = page.at(-1);
    if (last === undefined) return;
    seq = last.seq;
  }
}

async function* sealedAfter(trail: ReadTrail, filter: AuditFilter, after: number): Pages {
  for (let afterPosition = after; ; ) {
    const page = await trail.sealed(filter, { afterPosition, limit: pageSize });
    const last = page.at(-1);
    if (last === undefined) return;
    const { people } = await trail.names(page.map(({ line }) => line));
    yield page.map(({ position, line }) => {
      const actorName = line.actor === null ? null : (people.get(line.actor) ?? null);
      return { position, ...line, actorName };
    });
    afterPosition = last.position;
  }
}

function readFormat(text: string): Format {
  const format = formats.find((one) => one === text);
  if (format === undefined) throw new Misused(`--format is “${text}”: write text, jsonl or csv.`);
  return format;
}

type Machine = Exclude<Format, 'text'>;

async function list(pages: Pages, format: Machine, out: Out): Promise<CommandExit> {
  const { first, line } = writers[format];
  await out(first);
  for await (const page of pages) for (const entry of page) await out(`${line(entry)}\n`);
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

const columns = ['seq', 'at', 'kind', 'actor', 'app', 'requestId', 'taskId', 'detail'] as const;

const cells = ({ detail, ...entry }: AuditLine) =>
  columns.map((name) => (name === 'detail' ? JSON.stringify(detail) : String(entry[name] ?? '')));

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
};
