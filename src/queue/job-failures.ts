/** Whose failure an attempt of a job ended with. */
import { z } from 'zod';
import type { JobKind } from '../domain/outward/job.ts';
import { DatabaseFailure, OutwardFailure } from '../domain/outward/outward-failure.ts';
import type { QueueSql } from './stuck-work.ts';

/** A wait for the bot's own pace is no failure of Slack's: nothing was sent. */
export function isFailureOfSlack(error: unknown): boolean {
  if (!(error instanceof OutwardFailure) || error.system !== 'slack') return false;
  return error.kind !== 'rate-limited' || error.httpStatus !== null;
}

/** The failure of the queue itself. pg-boss hands on a copy, which has no class. */
export function failureOf(copy: Error): Error {
  return copy.name === 'DatabaseFailure' ? new DatabaseFailure(copy.message) : copy;
}

/** The service may say itself how long to wait: that is obeyed. */
export function isWithoutService(error: unknown): boolean {
  if (!(error instanceof OutwardFailure) || error.system !== 'governance') return false;
  return error.retryAfterMs === null && error.kind !== 'rate-limited';
}

/** 0 where it has not failed. */
export function sinceMs(failedAt: string | null, now: Date): number {
  return failedAt === null ? 0 : now.getTime() - Date.parse(failedAt);
}

/**
 * What waits because Slack does not take it. One thing alone that it refuses is no trouble of
 * Slack's; a second one, about something else, is.
 */
export interface Unposted {
  readonly count: number;
  /** When Slack first failed the oldest of them. */
  readonly since: Date;
}

/** What becomes a message, a card or a Home in Slack. */
export const postingKinds: readonly JobKind[] = [
  'sync-card',
  'update-card',
  'send-notice',
  'sync-home',
];

const unpostedRow = z.object({
  count: z.int(),
  since: z.iso.datetime().nullable(),
  isOfSlack: z.boolean().nullable(),
});

export async function unpostedWork({ sql }: QueueSql): Promise<Unposted | null> {
  const { rows } = await sql.executeSql(
    `select count(*)::int as count, min(data ->> 'slackFailedAt') as since,
      bool_or(data ->> 'notTaken' is null) or count(distinct nullif(data ->> 'notTaken', '')) > 1 as "isOfSlack" from pgboss.job
      where name = any($1) and state < 'completed' and data ->> 'slackFailedAt' is not null`,
    [postingKinds],
  );
  const row = unpostedRow.parse(rows[0]);
  return row.since === null || row.isOfSlack !== true
    ? null
    : { count: row.count, since: new Date(row.since) };
}
