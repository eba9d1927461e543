/**
 * The store. It owns the database, its schema and all SQL; it never decides anything and never calls Slack or the governance
 * service. One dialect, two engines: PGlite in a folder for one process, PostgreSQL for any number of them.
 */
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { CamelCasePlugin, Kysely, type PGlite, PGliteDialect, PostgresDialect, sql } from 'kysely';
import { DatabaseUnavailable, lockFolder, makePrivate } from './data-folder.ts';
import { beginningLate } from './late-begin.ts';
import { type MigrationWait, migrateInTurn, usualWait } from './migration-wait.ts';
import { migrate } from './migrations.ts';
import {
  backgroundPatience,
  interactivePatience,
  migrationPatience,
  openPool,
  type PoolPatience,
  processName,
  serverOptions,
} from './postgres-pool.ts';
import { storing } from './storable.ts';
import type { Tables } from './tables.ts';
import { ThreadedPGlite } from './threaded-pglite.ts';

export type DatabaseSettings =
  | { readonly kind: 'embedded'; readonly dataDir: string }
  | { readonly kind: 'postgres'; readonly url: string };

export interface Database {
  /** For what somebody waits for. */
  readonly kysely: Kysely<Tables>;
  /** For jobs: however busy they are, they leave the connections of the other alone. */
  readonly background: Kysely<Tables>;
  /** The engine itself, for the queue, which has SQL of its own. */
  readonly engine:
    | { readonly kind: 'embedded'; readonly pglite: ThreadedPGlite }
    | { readonly kind: 'postgres'; readonly url: string; readonly options: string };
  /** Copies the embedded database's files into a folder, while nothing is written: that folder can be opened as a data folder. */
  copyTo(dataDir: string): Promise<void>;
  /** Throws when the database does not answer within 2 s. */
  ping(): Promise<void>;
  /** Gives free the room of rows that are gone, and counts anew what is there; a PostgreSQL server does so by itself. */
  tidy(): Promise<void>;
  close(): Promise<void>;
}

/** Columns are snake_case in the database and camelCase here; what is inside JSON stays as it is. */
const camelCase = new CamelCasePlugin({ maintainNestedObjectKeys: true });

/**
 * Opens the database and brings its schema up to date. `name`: as what a server lists the connections; `wait`: for other processes that
 * migrate. Throws `DatabaseUnavailable` with a sentence that says what to do.
 */
export function openDatabase(settings: DatabaseSettings, name = processName, wait = usualWait): Promise<Database> {
  return settings.kind === 'embedded' ? openEmbedded(settings.dataDir) : openPostgres(settings.url, name, wait);
}

async function bringUpToDate(kysely: Kysely<Tables>): Promise<void> {
  await migrate(kysely).catch((cause: unknown) => {
    throw new DatabaseUnavailable(`The database schema could not be brought up to date: ${words(cause)}`, { cause });
  });
}

async function openEmbedded(dataDir: string): Promise<Database> {
  const lock = await lockFolder(dataDir);
  const folder = join(dataDir, 'db');
  const opening = makePrivate(folder).then(() => ThreadedPGlite.open(folder));
  const pglite = await opening.catch(async (cause: unknown) => {
    await lock.release();
    if (cause instanceof DatabaseUnavailable) throw cause;
    throw new DatabaseUnavailable(
      `The embedded database in ${dataDir} cannot be opened (${words(cause)}). Restore it from a copy, or set DATA_DIR to a new folder.`,
      { cause },
    );
  });
  const open = (engine: PGlite) =>
    new Kysely<Tables>({
      dialect: beginningLate(storing(new PGliteDialect({ pglite: engine }))),
      plugins: [camelCase],
    });
  const [kysely, background] = [open(pglite.inFront()), open(pglite)];
  const close = async () => {
    await pglite.close();
    await lock.release();
  };
  await bringUpToDate(kysely).catch(async (error: unknown) => {
    await close();
    throw error;
  });
  return {
    kysely,
    background,
    engine: { kind: 'embedded', pglite },
    copyTo: (to) => pglite.copyTo(join(to, 'db')),
    ping: pinging(() => pglite.query('select 1')),
    tidy: () => vacuum(background),
    close,
  };
}

async function openPostgres(url: string, name: string, wait: MigrationWait): Promise<Database> {
  const open = (patience: PoolPatience) =>
    new Kysely<Tables>({
      dialect: beginningLate(storing(new PostgresDialect({ pool: openPool(url, patience, name) }))),
      plugins: [camelCase],
    });
  const migrating = open(migrationPatience);
  try {
    await sql`select 1`.execute(migrating).catch((cause: unknown) => {
      throw new DatabaseUnavailable(
        `The database in DATABASE_URL does not answer (${words(cause)}). Check its address, name, user and password.`,
        { cause },
      );
    });
    await migrateInTurn(migrating, name, wait, () => bringUpToDate(migrating));
  } finally {
    await migrating.destroy();
  }
  const [kysely, background] = [open(interactivePatience), open(backgroundPatience)];
  return {
    kysely,
    background,
    engine: { kind: 'postgres', url, options: serverOptions(backgroundPatience) },
    copyTo: () => Promise.reject(new Error('the files of a PostgreSQL are its own')),
    ping: pinging(() => sql`select 1`.execute(kysely)),
    tidy: async () => undefined,
    async close() {
      await background.destroy();
      await kysely.destroy();
    },
  };
}

/** One table after the other, so that whoever waits for the database waits for one of them at most. */
async function vacuum(kysely: Kysely<Tables>): Promise<void> {
  // The engine publishes its statistics with a delay: without this, the question would be answered from old ones.
  await sql`select pg_stat_force_next_flush()`.execute(kysely);
  const tables = sql<{ name: string }>`
    select relid::regclass::text as name from pg_stat_user_tables where n_dead_tup + n_mod_since_analyze > 100`;
  for (const { name } of (await tables.execute(kysely)).rows) {
    await sql`vacuum (analyze) ${sql.raw(name)}`.execute(kysely);
  }
}

const pingMs = 2_000;

/** One question at a time: those that a stuck database leaves open would fill the pool. */
function pinging(ask: () => Promise<unknown>): () => Promise<void> {
  let open: Promise<unknown> | null = null;
  return async () => {
    open ??= ask().finally(() => {
      open = null;
    });
    const late = sleep(pingMs, undefined, { ref: false }).then(() => {
      throw new Error('the database does not answer');
    });
    await Promise.race([open, late]);
  };
}

function words(cause: unknown): string {
  if (cause instanceof AggregateError) return cause.errors.map(words).join('; ');
  if (!(cause instanceof Error)) return String(cause);
  return cause.cause === undefined ? cause.message : `${cause.message}: ${words(cause.cause)}`;
}
