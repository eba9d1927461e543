import { type Kysely, sql } from 'kysely';
import { expect } from 'vitest';
import type { Tables } from '../../src/store/platform/tables.ts';

/** Until a transaction waits for an advisory lock, or the answer came without waiting. */
export async function untilLockedOut(
  kysely: Kysely<Tables>,
  answer: Promise<unknown>,
): Promise<void> {
  const waiting = sql`select from pg_locks where locktype = 'advisory' and not granted
    and database = (select oid from pg_database where datname = current_database())`;
  const isWaiting = async () => (await waiting.execute(kysely)).rows.length > 0;
  const lookForIt = async () => {
    await expect.poll(isWaiting, { timeout: 20_000 }).toBe(true);
  };
  await Promise.race([answer, lookForIt()]);
}
