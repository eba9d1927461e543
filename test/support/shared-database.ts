import { sql } from 'kysely';
import pg from 'pg';
import { type Database, openDatabase } from '../../src/store/platform/database.ts';
import { postgresEngine } from './database.ts';

type TestedDatabase = Pick<Database, 'kysely' | 'background'> & { close(): Promise<void> };

/** One database for all files of this worker, because opening one takes longer than most tests. */
interface SharedDatabase {
  readonly database: Database;
  readonly empty: () => Promise<void>;
}

let shared: Promise<SharedDatabase> | null = null;

/**
 * A database with the schema and no rows, for tests that leave the schema as it is. Those of a
 * worker run one after the other.
 */
export async function openSharedDatabase(): Promise<TestedDatabase> {
  const { kysely, background } = (await sharedDatabase()).database;
  await emptySharedDatabase();
  return { kysely, background, close: () => Promise.resolve() };
}

/** Deletes all rows of the database that the files of this worker share. */
export async function emptySharedDatabase(): Promise<void> {
  const { empty } = await sharedDatabase();
  await empty();
}

function sharedDatabase(): Promise<SharedDatabase> {
  shared ??= openForTheRun();
  return shared;
}

/** It goes with the server, or with the template from which it was copied. */
async function openForTheRun(): Promise<SharedDatabase> {
  const { settings } = await postgresEngine.open();
  const database = await openDatabase(settings);
  // Where a `UseCaseDesk` keeps its jobs.
  await sql`create table job_to_run (id serial primary key, job jsonb not null, start_after timestamptz)`.execute(
    database.kysely,
  );
  return { database, empty: await emptying(settings.url) };
}

/**
 * It deletes, which is much faster than `truncate` where tables are small; without the triggers
 * that keep the trail append-only. A function on a connection of its own, which plans its
 * statements once: to plan them takes three times as long as to carry them out.
 */
async function emptying(url: string): Promise<() => Promise<void>> {
  const client = new pg.Client({ connectionString: url });
  // The server ends before this process does.
  client.on('error', () => undefined);
  await client.connect();
  await client.query(`
    set session_replication_role = replica;
    do $$ declare deletes text; begin
      select string_agg(format('delete from public.%I;', tablename), ' ') into deletes from pg_tables
        where schemaname = 'public' and tablename not like 'kysely_migration%';
      execute format(
        'create function pg_temp.empty_tables() returns void language plpgsql as %L', 'begin ' || deletes || ' end');
    end $$`);
  return async () => {
    await client.query('select pg_temp.empty_tables()');
  };
}

export async function openOwnDatabase(): Promise<TestedDatabase> {
  const place = await postgresEngine.open();
  const database = await openDatabase(place.settings);
  return {
    ...database,
    close: async () => {
      await database.close();
      await place.close();
    },
  };
}
