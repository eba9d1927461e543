import { sql } from 'kysely';
import { type Database, openDatabase } from '../../src/store/database.ts';
import { folderOfTheRun, type TestEngine } from './database.ts';

/** Deletes, which is much faster than `truncate` where tables are small; without the triggers that keep the trail append-only. */
export const emptyTables = sql`
  do $$ declare name text; begin
    set local session_replication_role = replica;
    for name in select tablename from pg_tables where schemaname = 'public' and tablename not like 'kysely_migration%' loop
      execute format('delete from %I', name);
    end loop;
  end $$`;

/** One embedded database for all files of this worker, because opening one takes longer than most tests. */
let embedded: Promise<Database> | undefined;

/** A database with the schema and no rows, for tests that leave the schema as it is. On PostgreSQL it is the caller's own. */
export async function openSharedDatabase(
  engine: TestEngine,
): Promise<Pick<Database, 'kysely'> & { close(): Promise<void> }> {
  if (engine.name === 'embedded') {
    embedded ??= folderOfTheRun().then((dataDir) => openDatabase({ kind: 'embedded', dataDir }));
    const { kysely } = await embedded;
    await emptyTables.execute(kysely);
    return { kysely, close: () => Promise.resolve() };
  }
  return openOwnDatabase(engine);
}

export async function openOwnDatabase(
  engine: TestEngine,
): Promise<Pick<Database, 'kysely'> & { close(): Promise<void> }> {
  const place = await engine.open();
  const database = await openDatabase(place.settings);
  return {
    kysely: database.kysely,
    close: async () => {
      await database.close();
      await place.close();
    },
  };
}
