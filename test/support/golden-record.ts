/**
 * The golden record: what a scenario makes the bot write down and say, in a form that two runs
 * share. Compare it before and after moving code with `npm run golden`. It has three parts: the
 * audit trail of each request in its order, the occasions on which each person or thread is told
 * something in their order, and the words that were posted, sorted: messages about different
 * requests are sent side by side.
 */
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { expect } from 'vitest';
import { z } from 'zod';
import type { SlackWorkspace } from '../../sandbox/workspace/workspace.ts';
import { openTexts } from '../../src/use-cases/trail/sealed-text.ts';

const json = z.string().transform((text): unknown => JSON.parse(text));
const auditRow = z.object({
  kind: z.string(),
  actor: z.string().nullable(),
  request_id: z.string().nullable(),
  detail: z.union([
    json.pipe(z.record(z.string(), z.unknown())),
    z.record(z.string(), z.unknown()),
  ]),
  texts: z.string().nullable(),
});
const noticeRow = z.object({
  occasion: z.string(),
  target: z.looseObject({
    kind: z.string(),
    slackUserId: z.string().optional(),
    cardId: z.string().optional(),
    channel: z.string().optional(),
  }),
  request_id: z.string().nullable(),
  body: z.object({ kind: z.string() }),
});
const posted = z.object({ channel: z.string(), text: z.string() });

type AuditRow = z.infer<typeof auditRow>;
type NoticeRow = z.infer<typeof noticeRow>;

const lookEveryMs = 50;
/** A scenario may have stopped its bot, or its service: some jobs then wait for ever. */
const longestWaitMs = 10_000;
/** A folder of records; absent: nothing is recorded. */
const folder = process.env.GOLDEN;
export const isRecording: boolean = folder !== undefined;
/** How many worlds of a test file were recorded: their order is the order in which they close. */
const recorded = new Map<string, number>();

/** Writes the record of a world that is about to close, where records are wanted. */
export async function writeGoldenRecord(databaseUrl: string, slack: SlackWorkspace): Promise<void> {
  if (folder === undefined) return;
  const file = /([^/\\]+)\.test\.ts$/.exec(expect.getState().testPath ?? '')?.[1] ?? 'unknown';
  const count = (recorded.get(file) ?? 0) + 1;
  recorded.set(file, count);
  await mkdir(folder, { recursive: true });
  await writeFile(join(folder, `${file}-${count}.txt`), await goldenRecord(databaseUrl, slack));
}

async function goldenRecord(databaseUrl: string, slack: SlackWorkspace): Promise<string> {
  const client = new pg.Client({ connectionString: databaseUrl });
  await client.connect();
  try {
    await queueIsEmpty(client);
    const audit = await client.query('select * from audit order by seq');
    const notices = await client.query('select * from notices order by created_at');
    const names = new Names();
    const trail = trailSection(z.array(auditRow).parse(audit.rows), names);
    const occasions = occasionSection(z.array(noticeRow).parse(notices.rows), names);
    return [...trail, ...occasions, ...wordsSection(slack, names)].join('\n').concat('\n');
  } finally {
    await client.end();
  }
}

/** Resolves when no job runs or is due: what a scenario set off may go on after its last look. */
async function queueIsEmpty(client: pg.Client): Promise<void> {
  const left = `select 1 from pgboss.job where state = 'active' or state in ('created', 'retry') and start_after <= now() limit 1`;
  const endMs = performance.now() + longestWaitMs;
  while (performance.now() < endMs) {
    const { rowCount } = await client.query(left);
    if (rowCount === 0) return;
    await sleep(lookEveryMs);
  }
}

/**
 * Deliveries are left out: they are in the order in which Slack answered, and the words show what
 * was delivered. So is the beginning of the trail, which is made with the database.
 */
function trailSection(rows: readonly AuditRow[], names: Names): readonly string[] {
  for (const { kind, request_id: id } of rows) {
    if (kind === 'request.asked' && id !== null) names.request(id);
  }
  for (const { kind, request_id: id, detail } of rows) {
    if (kind === 'request.created' && id !== null) names.number(id, String(detail.numericId));
  }
  const entries = rows.filter(({ kind }) => !kind.endsWith('.delivered') && kind !== 'audit.begun');
  return sections('Trail of', entries, {
    of: ({ request_id: id }) => (id === null ? 'no request' : names.request(id)),
    line: ({ kind, actor, detail, texts }) =>
      `${kind} by ${actor ?? 'the bot'} ${names.plain(JSON.stringify(openTexts(detail, texts)))}`,
  });
}

function occasionSection(rows: readonly NoticeRow[], names: Names): readonly string[] {
  return sections('Occasions for', rows, {
    of: ({ request_id: id, target: { kind, slackUserId, cardId, channel } }) => {
      const recipient = slackUserId ?? names.plain(`${kind} ${cardId ?? channel ?? ''}`);
      return id === null ? recipient : `${recipient}, ${names.request(id)}`;
    },
    line: ({ occasion, body }) => `${body.kind} (${names.plain(occasion)})`,
  });
}

function wordsSection(slack: SlackWorkspace, names: Names): readonly string[] {
  const posts = slack
    .calls()
    .filter(({ method, ok }) => ok && method === 'chat.postMessage')
    .map(({ args }) => posted.parse(args));
  return sections('Words in', posts, {
    // With its threads: of two requests that are made in one go, either card comes first and holds
    // the other.
    of: ({ channel }) => channel,
    line: ({ text }) => names.plain(JSON.stringify(text)),
    isSorted: true,
  });
}

interface Section<Row> {
  readonly of: (row: Row) => string;
  readonly line: (row: Row) => string;
  /** The order of the rows means nothing, not even under one heading. */
  readonly isSorted?: boolean;
}

/** Rows under the heading of what they belong to: only there does their order mean something. */
function sections<Row>(
  title: string,
  rows: readonly Row[],
  { of, line, isSorted = false }: Section<Row>,
): readonly string[] {
  const groups = Map.groupBy(rows, of);
  const headings = [...groups.keys()].sort();
  return headings.flatMap((heading) => {
    const lines = (groups.get(heading) ?? []).map(line);
    return [`## ${title} ${heading}`, ...(isSorted ? lines.sort() : lines), ''];
  });
}

/**
 * Ids and times are new in each run: requests are numbered in the order in which they were made,
 * all else becomes its kind.
 */
class Names {
  readonly #requests = new Map<string, string>();
  /** Names of tasks by number: requests that are made in one go get theirs in any order. */
  readonly #numbers = new Map<string, string>();

  request(id: string): string {
    const known = this.#requests.get(id);
    if (known !== undefined) return known;
    const name = `request ${this.#requests.size + 1}`;
    this.#requests.set(id, name);
    return name;
  }

  number(requestId: string, number: string): void {
    this.#numbers.set(number, this.request(requestId));
  }

  plain(text: string): string {
    let result = text;
    for (const [id, name] of this.#requests) result = result.replaceAll(id, `<${name}>`);
    for (const [number, name] of this.#numbers) {
      result = result.replaceAll(
        new RegExp(`(#|task/|"numericId":")${number}\\b`, 'g'),
        `$1<${name}>`,
      );
    }
    for (const [pattern, name] of changing) result = result.replaceAll(pattern, name);
    return result;
  }
}

/** In this order: an instant has digits that the later ones would take. */
const changing: readonly (readonly [RegExp, string])[] = [
  [/\b[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}\b/g, '<uuid>'],
  [/<!date\^\d+\^[^|>]*\|[^>]*>/g, '<date>'],
  [/"at":"[^"]*"/g, '"at":"<instant>"'],
  [/\d{4}-\d{2}-\d{2}T[\d:.]+(Z|[+-]\d{2}:\d{2})/g, '<instant>'],
  [/\d{4}-\d{2}-\d{2}( \d{2}:\d{2}( UTC)?)?/g, '<day>'],
  [/\bV0[0-9A-Z]{9}(:[\w-]+)?/g, '<form>'],
  [/\b(task|step|generation|grant|rule|account|policy)-[\w-]{20}(?![\w-])/g, '<$1>'],
  [/\brefusal:(\w+):\d+:\d+/g, 'refusal:$1:<minute>'],
  [/\buncertain:(<[^>]*>):\d+/g, 'uncertain:$1:<time>'],
  // What "until tomorrow 9" comes to depends on when it was typed.
  [/"durationSeconds":\d{5,6}\b/g, '"durationSeconds":<time>'],
  [/\b\d+ hours( \d+ minutes)?/g, '<hours>'],
  [/\b\d+ seconds?\b/g, '<seconds>'],
  [/http:\/\/127\.0\.0\.1:\d+/g, '<slack>'],
  [
    /(<slack>|https:\/\/acme\.slack\.com)\/archives\/\w+\/p\d{16}(\?thread_ts=\d+\.\d+&(amp;)?cid=\w+)?/g,
    '<message>',
  ],
  [/\b\d{10}\.\d{6}\b/g, '<ts>'],
  [/"shown":"[^"]*"/g, '"shown":"<fingerprint>"'],
  // Either card of an emergency is posted first, before the first message or after it.
  [
    /It is an emergency(: I told <#\w+>\. If it cannot wait, ask there)?\./g,
    'It is an emergency<, told where>.',
  ],
  [/ · <(<message>|[^|>]*)\|See where on-call was told>/g, ''],
];
