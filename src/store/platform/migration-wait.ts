import { type Kysely, sql } from 'kysely';
import { DatabaseUnavailable } from './data-folder.ts';

/**
 * A migration that rewrites the tables of some years takes a minute or two at most
 * (docs/numbers.md, Growth), so a process that has taken ten is stuck. What started this process
 * starts it again, and it waits anew.
 */
export const usualWait = {
  tellAfterMs: 5_000,
  giveUpMs: 10 * 60_000,
  /** Hears in one sentence which process is waited for. */
  tell: (words: string): void => void process.stderr.write(`${words}\n`),
};
export type MigrationWait = typeof usualWait;

/**
 * Migrates beside other processes. Where one of them keeps what this one waits for, says so, and
 * ends the wait with `DatabaseUnavailable`: Kysely itself waits for an hour, without a word.
 * `name`: of this process's connections.
 */
export async function migrateInTurn<Schema>(
  kysely: Kysely<Schema>,
  name: string,
  { tell, tellAfterMs, giveUpMs }: MigrationWait,
  migrate: () => Promise<void>,
): Promise<void> {
  const waits = sql<{ pid: number; holder: string }>`
    select waiting.pid, holder.application_name as holder
    from pg_stat_activity waiting join pg_stat_activity holder on holder.pid = any (pg_blocking_pids(waiting.pid))
    where waiting.application_name = ${name} and waiting.datname = current_database() order by holder.backend_start limit 1`;
  // A database that does not answer is the migration's own failure.
  const look = () => waits.execute(kysely).catch(() => ({ rows: [] }));
  const limit = `${giveUpMs / 60_000} minutes`;
  let stuck: string | null = null;
  async function tellHolder(): Promise<void> {
    for (const { holder } of (await look()).rows)
      tell(
        `Waiting for the process ${holder}, which brings the database up to date, for ${limit} at most.`,
      );
  }
  async function giveUp(): Promise<void> {
    for (const { holder, pid } of (await look()).rows) {
      stuck = `The process ${holder} has not brought the database up to date within ${limit}. End it, then start this one again.`;
      await sql`select pg_cancel_backend(${pid})`.execute(kysely).catch(() => undefined);
    }
  }
  const timers = [
    setTimeout(() => void tellHolder(), tellAfterMs),
    setTimeout(() => void giveUp(), giveUpMs),
  ];
  try {
    await migrate();
  } catch (cause) {
    throw stuck === null ? cause : new DatabaseUnavailable(stuck, { cause });
  } finally {
    timers.forEach(clearTimeout);
  }
}
