/**
 * The store. It owns the database, its schema and all SQL; it never decides anything and never
 * calls Slack or the governance service. One engine, PostgreSQL: a server of the bot's own with its
 * data in a folder, or one that several processes share.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import { CamelCasePlugin, Kysely, PostgresDialect, sql } from 'kysely';
import type pg from 'pg';
import { type SignHead, unsigned } from '../../use-cases/trail/audit-chain.ts';
import { beginIfUnused } from '../record/audit-sealing.ts';
import { DatabaseAway, DatabaseUnavailable } from './data-folder.ts';
import { isAnswer, isAway, isPasswordRefused, isWithoutRoom } from './database-trouble.ts';
import { storing, withDeferredBegin } from './dialect.ts';
import { type MigrationWait, migrate, migrateInTurn, migrations, usualWait } from './migrations.ts';
import {
  backgroundPatience,
  interactivePatience,
  migrationPatience,
  openPool,
  type PooledSql,
  type PoolPatience,
  processName,
  sqlOn,
} from './postgres-pool.ts';
import type { Tables } from './tables.ts';

export interface EmbeddedSettings {
  readonly dataDir: string;
  /** POSTGRES_BIN. */
  readonly binFolder?: string | undefined;
  /** POSTGRES_UID. */
  readonly serverUid?: number | undefined;
}

/** A server that answers, and what ends its use. */
export interface OpenServer {
  readonly url: string;
  readonly close: () => Promise<void>;
}

/** Opens a server of the bot's own with its data in a folder. Throws `DatabaseUnavailable`. */
type OpensServer = (
  settings: EmbeddedSettings,
  tell: (words: string) => void,
) => Promise<OpenServer>;

export interface OwnServer {
  /** For the bot, whose alone it is. */
  readonly host: OpensServer;
  /** For a command: that of the bot that runs, else one for the moment. */
  readonly join: OpensServer;
}

export type EngineSettings =
  | ({ readonly kind: 'embedded' } & EmbeddedSettings)
  | { readonly kind: 'postgres'; readonly url: string };

/** What the queue, which has SQL of its own, needs. */
export interface Engine {
  readonly url: string;
  readonly sql: PooledSql;
  /** The server is this bot's alone. */
  readonly isEmbedded: boolean;
}

export interface Database {
  /** For what somebody waits for. */
  readonly kysely: Kysely<Tables>;
  /** For jobs: however busy they are, they leave the connections of the other alone. */
  readonly background: Kysely<Tables>;
  readonly engine: Engine;
  /** Throws a sentence for operators when the database does not answer within 2 s, or keeps nothing. */
  readonly ping: () => Promise<void>;
  close(): Promise<void>;
}

/**
 * Columns are snake_case in the database and camelCase here; what is inside JSON stays as it is.
 */
const camelCase = new CamelCasePlugin({ maintainNestedObjectKeys: true });

/** How many connections each of the pools may have. */
interface PoolSizes {
  readonly interactive: number;
  readonly background: number;
  readonly queue: number;
}

const ofBot: PoolSizes = { interactive: 10, background: 10, queue: 4 };
const ofCommand: PoolSizes = { interactive: 2, background: 2, queue: 2 };

export interface DatabaseOptions {
  /** As what the server lists the connections. */
  readonly name?: string;
  /** For other processes that migrate. */
  readonly wait?: MigrationWait;
  /** Signs the beginning of the audit trail. */
  readonly sign?: SignHead;
  /** Comes from an extra; absent where no extra that brings one is mounted. */
  readonly ownServer?: OwnServer | undefined;
}

/**
 * Opens the database for a bot, whose alone an embedded one is, and brings its schema up to date.
 * Throws `DatabaseUnavailable` with a sentence that says what to do.
 */
export async function openDatabase(
  settings: EngineSettings,
  { name = processName, wait = usualWait, sign = unsigned, ownServer }: DatabaseOptions = {},
): Promise<Database> {
  const opening = { name, wait, sign };
  if (settings.kind === 'postgres') return openPostgres(given(settings.url, ofBot), opening);
  const server = await mounted(ownServer).host(settings, wait.tell);
  return onServer(server, { ...opening, sizes: ofBot });
}

/** Opens the database for a command, an embedded one beside the bot that has it. */
export async function openForCommand(
  settings: EngineSettings,
  { sign = unsigned, ownServer }: Pick<DatabaseOptions, 'sign' | 'ownServer'> = {},
): Promise<Database> {
  const opening = { name: processName, wait: usualWait, sign };
  if (settings.kind === 'postgres') return openPostgres(given(settings.url, ofCommand), opening);
  const server = await mounted(ownServer).join(settings, usualWait.tell);
  return onServer(server, { ...opening, sizes: ofCommand });
}

function mounted(ownServer: OwnServer | undefined): OwnServer {
  if (ownServer !== undefined) return ownServer;
  throw new DatabaseUnavailable(
    'The database cannot be opened: the extra embedded-database is not mounted, and DATABASE_URL is not set. Set it, or mount the extra in src/extras/mounted.ts.',
  );
}

interface Opening {
  readonly name: string;
  readonly wait: MigrationWait;
  readonly sign: SignHead;
}

async function onServer(
  server: OpenServer,
  { sizes, ...opening }: Opening & { readonly sizes: PoolSizes },
): Promise<Database> {
  const place = { url: server.url, sizes, isEmbedded: true, mend: 'Start again.' };
  try {
    const database = await openPostgres(place, opening);
    const close = async () => {
      await database.close();
      await server.close();
    };
    return { ...database, close };
  } catch (error) {
    await server.close();
    throw error;
  }
}

interface Place {
  readonly url: string;
  readonly sizes: PoolSizes;
  readonly isEmbedded: boolean;
  /** What to do where it does not answer. */
  readonly mend: string;
}

function given(url: string, sizes: PoolSizes): Place {
  return {
    url,
    sizes,
    isEmbedded: false,
    mend: 'Look at the address, name, user and password in DATABASE_URL.',
  };
}

async function bringUpToDate(kysely: Kysely<Tables>, sign: SignHead): Promise<void> {
  const migrating = async () => {
    await migrate(kysely, migrations);
    await beginIfUnused(kysely, { now: new Date(), sign });
  };
  await migrating().catch((cause: unknown) => {
    throw new DatabaseUnavailable(
      `The database schema could not be brought up to date: ${words(cause)}`,
      { cause },
    );
  });
}

async function openPostgres(place: Place, opening: Opening): Promise<Database> {
  const { name, wait } = opening;
  const { url, sizes, isEmbedded, mend } = place;
  const pooled = (patience: PoolPatience, connections: number) =>
    openPool({ url, patience, name, connections });
  const migrating = kyselyOn(pooled(migrationPatience, sizes.interactive));
  const which = isEmbedded ? 'The embedded database' : 'The database in DATABASE_URL';
  try {
    await sql`select 1`.execute(migrating).catch((cause: unknown) => {
      const Unavailable = isAway(cause) ? DatabaseAway : DatabaseUnavailable;
      throw new Unavailable(`${which} ${whyNotOpened(cause, url)}. ${mend}`, { cause });
    });
    await migrateInTurn(migrating, name, wait, () => bringUpToDate(migrating, opening.sign));
  } finally {
    await migrating.destroy();
  }
  const kysely = kyselyOn(pooled(interactivePatience, sizes.interactive));
  const background = kyselyOn(pooled(backgroundPatience, sizes.background));
  const queue = pooled(backgroundPatience, sizes.queue);
  return {
    kysely,
    background,
    engine: { url, sql: sqlOn(queue), isEmbedded },
    ping: pinging(kysely),
    async close() {
      await queue.end();
      await background.destroy();
      await kysely.destroy();
    },
  };
}

/** As the end of a sentence; never with the password. */
function whyNotOpened(cause: unknown, url: string): string {
  const user = decodeURIComponent(new URL(url).username);
  if (isPasswordRefused(cause) && user !== '') return `refuses the password of the user ${user}`;
  return `${isAnswer(cause) ? 'refuses' : 'does not answer'} (${words(cause)})`;
}

function kyselyOn(pool: pg.Pool): Kysely<Tables> {
  const dialect = withDeferredBegin(storing(new PostgresDialect({ pool })));
  return new Kysely<Tables>({ dialect, plugins: [camelCase] });
}

const pingMs = 2_000;
/** A database that answers may keep nothing. It is tried so often, and each time while it fails. */
const keepMs = 15_000;

/** One question at a time: those that a stuck database leaves open would fill the pool. */
function pinging(kysely: Kysely<Tables>): () => Promise<void> {
  let keptMs = Number.NEGATIVE_INFINITY;
  let open: Promise<unknown> | null = null;
  const ask = async () => {
    if (performance.now() - keptMs < keepMs) await sql`select 1`.execute(kysely);
    else {
      await tryToKeep(kysely);
      keptMs = performance.now();
    }
  };
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

/**
 * Commits something, and takes room on the disk for a sort that is too large for its memory. An
 * update would find the room of the row before it. It leaves nothing, and needs no rights.
 */
async function tryToKeep(kysely: Kysely<Tables>): Promise<void> {
  const trying = kysely.transaction().execute(async (trx) => {
    const { rows } = await sql<{ isReadOnly: boolean }>`
      select current_setting('transaction_read_only')::boolean as is_read_only, set_config('work_mem', '64kB', true)`.execute(
      trx,
    );
    if (rows[0]?.isReadOnly === true) throw new Error(readOnlyWords);
    await sql`select count(*), pg_logical_emit_message(true, 'access', '')
      from (select number from generate_series(1, 5000) as number order by number desc) as numbers`.execute(
      trx,
    );
  });
  await trying.catch((error: unknown) => {
    throw isWithoutRoom(error)
      ? new Error(
          `the database has no room left (${words(error)}), so nothing is kept: make room on its disk`,
        )
      : error;
  });
}

const readOnlyWords =
  'the database is read-only, so nothing is kept: set default_transaction_read_only to off, or DATABASE_URL to the server that can be written to';

function words(cause: unknown): string {
  if (cause instanceof AggregateError) return cause.errors.map(words).join('; ');
  if (!(cause instanceof Error)) return String(cause);
  return cause.cause === undefined ? cause.message : `${cause.message}: ${words(cause.cause)}`;
}
