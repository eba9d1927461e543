/**
 * Every change of the schema: the files of `migrations`, by name. One that was released is never
 * edited nor named anew, as databases record the names: the next one follows it. Until 1.0 is
 * released, `0001` changes in place.
 */
import { readdirSync, readFileSync } from 'node:fs';
import { type Kysely, sql } from 'kysely';
import { type Migration, Migrator } from 'kysely/migration';
import { DatabaseUnavailable } from './data-folder.ts';

const folder = new URL('./migrations/', import.meta.url);

export const migrations: Readonly<Record<string, Migration>> = Object.fromEntries(
  readdirSync(folder)
    .filter((file) => file.endsWith('.sql'))
    .sort()
    .map((file) => [file.replace(/\.sql$/, ''), migrationIn(new URL(file, folder))]),
);

function migrationIn(file: URL): Migration {
  return {
    async up(db) {
      // A block, which is one statement whichever way it is sent.
      await sql
        .raw(`do $migration$ begin ${readFileSync(file, 'utf8')} end $migration$`)
        .execute(db);
    },
  };
}

/** A migration that failed, and what it threw. */
interface MigrationFailure {
  readonly name: string;
  readonly error: unknown;
}

/**
 * Tells of the first failure. The Migrator goes on in the failed transaction, and throws only that
 * it was aborted.
 */
function watched(
  all: Readonly<Record<string, Migration>>,
  onFailure: (failure: MigrationFailure) => void,
): Record<string, Migration> {
  const watchedOne = ([name, migration]: readonly [string, Migration]) => {
    const one: Migration = {
      async up(db) {
        try {
          await migration.up(db);
        } catch (error) {
          onFailure({ name, error });
          throw error;
        }
      },
    };
    return [name, one] as const;
  };
  return Object.fromEntries(Object.entries(all).map(watchedOne));
}

/**
 * Brings the schema up to date; several processes may call it at once. Throws with what the failing
 * migration threw as the cause.
 *
 * @param files what there is to run; absent: everything
 */
export async function migrate<Schema>(
  kysely: Kysely<Schema>,
  files: Readonly<Record<string, Migration>> = migrations,
): Promise<void> {
  if (await isBeforeRelease(kysely)) throw new BeforeRelease();
  const newest = Object.keys(files).at(-1) ?? '';
  const all = { ...(await migrationsAfter(kysely, newest)), ...files };
  const failures: MigrationFailure[] = [];
  const provider = {
    getMigrations: async () => watched(all, (failure) => failures.push(failure)),
  };
  const migrator = new Migrator({ db: kysely, provider });
  const { error } = await migrator.migrateToLatest();
  const [first] = failures;
  if (first !== undefined) throw failureOf(first);
  if (error !== undefined) throw new Error('a migration failed', { cause: error });
}

function failureOf({ name, error }: MigrationFailure): Error {
  const why = error instanceof Error ? error.message : String(error);
  return new Error(`the migration ${name} failed: ${why}`, { cause: error });
}

/** The tables are those of a version before 1.0. */
class BeforeRelease extends Error {
  override readonly name = 'BeforeRelease';
  constructor() {
    super(
      'a version before 1.0 of the bot made its tables. They are left as they are: give this version an empty database (DATABASE_URL, or another DATA_DIR), and keep the old audit trail with npm run audit -- --json of the old version',
    );
  }
}

async function isBeforeRelease<Schema>(kysely: Kysely<Schema>): Promise<boolean> {
  if (!(await isMigrated(kysely))) return false;
  const { rows } = await sql`
    select from kysely_migration where name in ('0001-first-way', '0001-tables')`.execute(kysely);
  return rows.length > 0;
}

async function isMigrated<Schema>(kysely: Kysely<Schema>): Promise<boolean> {
  const { rows } = await sql<{
    there: boolean;
  }>`select to_regclass('kysely_migration') is not null as there`.execute(kysely);
  return rows[0]?.there === true;
}

/**
 * What a later version has run. A version only adds what the one before it can do without, so this
 * one works beside it, and can be gone back to; it is the Migrator that would refuse.
 */
async function migrationsAfter<Schema>(
  kysely: Kysely<Schema>,
  newest: string,
): Promise<Record<string, Migration>> {
  if (!(await isMigrated(kysely))) return {};
  const { rows } = await sql<{
    name: string;
  }>`select name from kysely_migration where name > ${newest}`.execute(kysely);
  return Object.fromEntries(rows.map(({ name }) => [name, { up: async () => undefined }]));
}

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
  run: () => Promise<void>,
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
    await run();
  } catch (cause) {
    throw stuck === null ? cause : new DatabaseUnavailable(stuck, { cause });
  } finally {
    timers.forEach(clearTimeout);
  }
}
