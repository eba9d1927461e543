import { sql } from 'kysely';
import { type Database, openDatabase } from '../../src/store/platform/database.ts';
import { postgresEngine } from './database.ts';

/**
 * Deletes, which is much faster than `truncate` where tables are small; without the triggers that
 * keep the trail append-only.
 */
export const emptyTables = sql`
  do $$ declare name text; begin
    set local session_replication_role = replica;
    for name in select tablename from pg_tables where schemaname = 'public' and tablename not like 'kysely_migration%' loop
      execute format('delete from %I', name);
    end loop;
  end $$`;

type TestedDatabase = Pick<Database, 'kysely' | 'background'> & { close(): Promise<void> };

/** One database for all files of this worker, because opening one takes longer than most tests. */
let shared: Promise<Database> | null = null;

/**
 * A database with the schema and no rows, for tests that leave the schema as it is. Those of a
 * worker run one after the other.
 */
export async function openSharedDatabase(): Promise<TestedDatabase> {
  shared ??= openForTheRun();
  const { kysely, background } = await shared;
  await emptyTables.execute(kysely);
  return { kysely, background, close: () => Promise.resolve() };
}

/** It goes with the server, or with the template from which it was copied. */
async function openForTheRun(): Promise<Database> {
  const { settings } = await postgresEngine.open();
  return openDatabase(settings);
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
