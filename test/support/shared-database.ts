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

type TestedDatabase = Pick<Database, 'kysely' | 'background'> & { close(): Promise<void> };

/** One database of each engine for all files of this worker, because opening one takes longer than most tests. */
const shared = new Map<TestEngine['name'], Promise<Database>>();

/** A database with the schema and no rows, for tests that leave the schema as it is. Those of a worker run one after the other. */
export async function openSharedDatabase(engine: TestEngine): Promise<TestedDatabase> {
  const opened = shared.get(engine.name) ?? openForTheRun(engine);
  shared.set(engine.name, opened);
  const { kysely, background } = await opened;
  await emptyTables.execute(kysely);
  return { kysely, background, close: () => Promise.resolve() };
}

async function openForTheRun(engine: TestEngine): Promise<Database> {
  if (engine.name === 'embedded') return openDatabase({ kind: 'embedded', dataDir: await folderOfTheRun() });
  return openDatabase((await engine.open()).settings);
}

export async function openOwnDatabase(engine: TestEngine): Promise<TestedDatabase> {
  const place = await engine.open();
  const database = await openDatabase(place.settings);
  return {
    ...database,
    close: async () => {
      await database.close();
      await place.close();
    },
  };
}
