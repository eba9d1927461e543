import { setTimeout as sleep } from 'node:timers/promises';
import { z } from 'zod';
import type { AuditTrail, ChainPart } from '../use-cases/audit-trail.ts';
import type { ReportFacts } from '../use-cases/report-facts.ts';
import type { AuditEntry } from '../use-cases/store-ports.ts';
import type { Answer } from './local-socket.ts';
import { figuresOf, periodOf, type ReportFigures } from './report-figures.ts';

const instant = z.iso.datetime();
const text = z.string();

const filterShape = z.object({
  since: instant.optional(),
  until: instant.optional(),
  actor: text.optional(),
  app: text.optional(),
  request: text.optional(),
});

const entryShape = z.object({
  kind: text,
  at: instant.transform((at) => new Date(at)),
  requestId: text.nullable(),
  taskId: text.nullable(),
  actor: text.nullable(),
  detail: z.record(text, z.unknown()),
});

/** What a command line asks of whoever has the database open. */
const questionShape = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('ping') }),
  z.object({ kind: z.literal('append'), entry: entryShape }),
  z.object({ kind: z.literal('entries'), filter: filterShape, follow: z.boolean() }),
  z.object({ kind: z.literal('newest'), filter: filterShape, seq: z.number(), limit: z.number() }),
  z.object({ kind: z.literal('chain') }),
  z.object({ kind: z.literal('report'), month: z.string().regex(/^\d{4}-\d{2}$/) }),
]);
export type Question = z.input<typeof questionShape>;

/** A line of `entries`. */
export const entryLine = z.object({
  ...entryShape.shape,
  seq: z.number(),
  at: instant,
  app: text.nullable(),
});
export type EntryLine = z.infer<typeof entryLine>;

const headShape = z.object({
  position: z.number(),
  seq: z.number(),
  hash: text,
  at: instant,
  signature: text.nullable(),
});

/** A line of `chain`. */
export const chainLine = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('start'), head: headShape }),
  z.object({ kind: z.literal('head'), head: headShape }),
  z.object({
    kind: z.literal('link'),
    link: z.object({
      position: z.number(),
      seq: z.number(),
      hash: text,
      entry: entryLine.extend({ detail: text }).nullable(),
    }),
  }),
  z.object({
    kind: z.literal('end'),
    head: headShape.nullable(),
    unsealed: z.number(),
    oldestUnsealed: instant.nullable(),
  }),
]) satisfies z.ZodType<ChainPart>;

export interface ReportSettings {
  readonly timeZone: string;
  readonly confidentialApps: ReadonlySet<string>;
}

export interface AnswerDeps {
  readonly trail: AuditTrail;
  append(entry: AuditEntry): Promise<void>;
  readonly facts: ReportFacts;
  readonly now: () => Date;
  /** What access.yaml says to the report; throws, in a sentence, where there is no such file. */
  readonly reportSettings: () => ReportSettings;
}

const pageSize = 500;
/** How often `--follow` looks for new entries. */
const followMs = 1_000;

/** What the questions of the command line are answered from, in the bot or in the command's own process. */
export function createAnswers(deps: AnswerDeps): Answer {
  return (asked, gone) => {
    const question = questionShape.parse(asked);
    switch (question.kind) {
      case 'ping':
        return done(async () => undefined);
      case 'append':
        return done(() => deps.append(question.entry));
      case 'entries':
        return question.follow ? followed(deps.trail, question.filter, gone) : entries(deps.trail, question.filter);
      case 'newest':
        return newest(deps.trail, question);
      case 'chain':
        return deps.trail.chain();
      case 'report':
        return report(deps, question.month);
    }
  };
}

async function* done(work: () => Promise<void>): AsyncIterable<{ readonly done: true }> {
  await work();
  yield { done: true };
}

async function* report({ facts, reportSettings, now }: AnswerDeps, month: string): AsyncIterable<ReportFigures> {
  const { timeZone, confidentialApps } = reportSettings();
  const period = periodOf(month, timeZone);
  const requests = await facts.requests(period.from, period.until);
  const refusals = await facts.refusals(period.from, period.until);
  yield figuresOf(period, { requests, refusals }, confidentialApps, now());
}

type Filter = z.output<typeof filterShape>;

async function* entries(trail: AuditTrail, filter: Filter): AsyncIterable<EntryLine> {
  for (let seq = 0; ; ) {
    const page = await trail.read(filter, { order: 'asc', seq, limit: pageSize });
    yield* page;
    const last = page.at(-1);
    if (last === undefined) return;
    seq = last.seq;
  }
}

async function* newest(
  trail: AuditTrail,
  { filter, ...page }: { readonly filter: Filter; readonly seq: number; readonly limit: number },
): AsyncIterable<EntryLine> {
  yield* await trail.read(filter, { order: 'desc', ...page });
}

async function* followed(trail: AuditTrail, filter: Filter, gone: AbortSignal): AsyncIterable<EntryLine> {
  for (let afterPosition = 0; !gone.aborted; ) {
    const page = await trail.follow(filter, { afterPosition, limit: pageSize });
    for (const { position, line } of page) {
      yield line;
      afterPosition = position;
    }
    if (page.length === 0) await sleep(followMs, undefined, { signal: gone }).catch(() => undefined);
  }
}
