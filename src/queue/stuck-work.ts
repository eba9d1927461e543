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

/** Kept with a job that failed and is tried again; codes only. */
export const failing = z.object({
  since: z.iso.datetime(),
  why: z.enum(whys),
  code: z.string(),
});

export function failingBecause(
  error: unknown,
  before: z.output<typeof failing> | null,
  now: Date,
): z.output<typeof failing> {
  const since = before?.since ?? now.toISOString();
  if (error instanceof NotTaken) return { since, why: 'slack', code: error.code };
  if (error instanceof OutwardFailure) {
    // Without an answer it is the bot's own pace: nothing was sent.
    if (error.kind === 'rate-limited' && error.httpStatus === null)
      return { since, why: 'turn', code: '' };
    return { since, why: error.system, code: error.kind };
  }
  return { since, why: error instanceof DatabaseFailure ? 'database' : 'fault', code: '' };
}

/** What waits longer than it should, of one kind and for one cause. */
export interface StuckWork {
  readonly kind: JobKind;
  readonly count: number;
  /** Of the oldest of them. */
  readonly since: Date;
  /** `turn`: it was not tried yet. */
  readonly why: Why;
  /** Empty where there is none. */
  readonly code: string;
}

const stuckRow = z.object({
  kind: z.enum(jobKinds),
  count: z.int(),
  since: z.iso.datetime().transform((since) => new Date(since)),
  why: z.enum(whys),
  code: z.string(),
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
        select name, failing ->> 'since' as since, failing ->> 'why' as why, failing ->> 'code' as code from waiting where failing ->> 'since' is not null
        union all select name, due, 'turn', '' from waiting where failing ->> 'since' is null
      )
      select name as kind, count(*)::int as count, min(since) as since, why, code from told
      where since < $2 group by name, why, code order by since`,
    [jobKinds, before],
  );
  return rows.map((row) => stuckRow.parse(row));
}
