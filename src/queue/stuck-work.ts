/** What waits longer than it should, and why: kept with a job that failed, and read for people. */
import type { ConstructorOptions } from 'pg-boss';
import { z } from 'zod';
import { type JobKind, jobKinds } from '../domain/outward/job.ts';
import { DatabaseFailure, NotTaken, OutwardFailure } from '../domain/outward/outward-failure.ts';

/** Runs the queue's SQL. */
export interface QueueSql {
  readonly sql: NonNullable<ConstructorOptions['db']>;
}

const whys = ['governance', 'slack', 'database', 'fault', 'turn'] as const;
type Why = (typeof whys)[number];

/** Kept with a job that failed and is tried again; codes and ids only. */
export const failing = z.object({
  /** All attempts since then failed for this reason. */
  since: z.iso.datetime(),
  why: z.enum(whys),
  code: z.string(),
  /**
   * What Slack refused with a code that nobody listed; '' with one that is known to be about this
   * thing alone, null for any other failure.
   */
  refused: z.string().nullable(),
});
type Failing = Readonly<z.output<typeof failing>>;

export function failingBecause(error: unknown, before: Failing | null, now: Date): Failing {
  const cause = causeOf(error);
  // A wait for the bot's own pace is no failure: nothing was sent.
  if (cause.why === 'turn' && before?.why === 'slack') return before;
  return { since: before?.why === cause.why ? before.since : now.toISOString(), ...cause };
}

function causeOf(error: unknown): Omit<Failing, 'since'> {
  if (error instanceof NotTaken) return { why: 'slack', code: error.code, refused: error.unlisted };
  const other = { code: '', refused: null };
  if (!(error instanceof OutwardFailure))
    return { why: error instanceof DatabaseFailure ? 'database' : 'fault', ...other };
  const isOwnPace = error.kind === 'rate-limited' && error.httpStatus === null;
  return isOwnPace ? { why: 'turn', ...other } : { ...other, why: error.system, code: error.kind };
}

/** What waits longer than it should, of one kind and for one cause. */
export interface StuckWork {
  readonly kind: JobKind;
  readonly count: number;
  /** Since when the oldest of them is stuck. */
  readonly since: Date;
  /** `turn`: it was not tried yet. */
  readonly why: Why;
  /** Empty where there is none. */
  readonly code: string;
  /** What is `refused` in each of them, once. */
  readonly refused: readonly (string | null)[];
}

const stuckRow = z.object({
  kind: z.enum(jobKinds),
  count: z.int(),
  since: z.iso.datetime().transform((since) => new Date(since)),
  why: z.enum(whys),
  code: z.string(),
  refused: z.array(z.string().nullable()),
});

/** Shorter waits are everyday ones. */
const patienceMs = 60_000;

/** The oldest first. */
export async function stuckWork({ sql }: QueueSql, now: Date): Promise<readonly StuckWork[]> {
  const before = new Date(now.getTime() - patienceMs).toISOString();
  const { rows } = await sql.executeSql(
    `with waiting as (
        select name, data -> 'failing' as failing, to_char(greatest(created_on, start_after) at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"') as due
        from pgboss.job where name = any($1) and state < 'completed'
      ), told as (
        select name, failing ->> 'since' as since, failing ->> 'why' as why, failing ->> 'code' as code, failing ->> 'refused' as refused from waiting where failing ->> 'since' is not null
        union all select name, due, 'turn', '', null from waiting where failing ->> 'since' is null
      )
      select name as kind, count(*)::int as count, min(since) as since, why, code, array_agg(distinct refused) as refused from told
      where since < $2 group by name, why, code order by since`,
    [jobKinds, before],
  );
  return rows.map((row) => stuckRow.parse(row));
}
