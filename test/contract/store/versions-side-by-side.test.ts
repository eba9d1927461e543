import { type Kysely, sql } from 'kysely';
import { Migrator } from 'kysely/migration';
import { describe, expect, it, onTestFinished } from 'vitest';
import { type Database, openDatabase } from '../../../src/store/platform/database.ts';
import { migrate } from '../../../src/store/platform/migrations.ts';
import { createStore } from '../../../src/store/store.ts';
import { postgresEngine } from '../../support/database.ts';
import { kyselyOn } from '../../support/kysely-on.ts';
import { accessRequest, noon } from '../../support/samples.ts';
import { unique } from '../../support/store-fixture.ts';

/** What the next version would run: it adds a column that the version before it can do without. */
async function migrateToNextVersion({ kysely }: Database): Promise<void> {
  const { rows } = await sql<{ name: string }>`select name from kysely_migration`.execute(kysely);
  const earlier = Object.fromEntries(rows.map(({ name }) => [name, { up: async () => undefined }]));
  const next = {
    '9999-next-version': {
      up: async (db: Kysely<unknown>) => {
        await db.schema
          .alterTable('requests')
          .addColumn('priority', 'text', (column) => column.notNull().defaultTo('usual'))
          .execute();
      },
    },
  };
  const migrator = new Migrator({
    db: kysely,
    provider: { getMigrations: async () => ({ ...earlier, ...next }) },
  });
  const { error } = await migrator.migrateToLatest();
  expect(error).toBeUndefined();
}

describe('two versions on one database', () => {
  it('lets this version write while the next migrates, and run again afterwards', async () => {
    const place = await postgresEngine.open();
    onTestFinished(() => place.close());
    const old = await openDatabase(place.settings);
    const keep = async (database: Database) => {
      const id = unique('request');
      const store = createStore(database.kysely, async () => undefined);
      const access = accessRequest({});
      await store.transaction((tx) =>
        tx.requests.insertOnce({ id, key: `view of ${id}`, access, at: noon }),
      );
      return store.transaction((tx) => tx.requests.find(id));
    };
    let isMigrated = false;
    const written: unknown[] = [];
    const writing = (async () => {
      while (!isMigrated) written.push(await keep(old));
    })();
    const other = await openDatabase(place.settings);
    await migrateToNextVersion(other);
    isMigrated = true;
    await writing;
    expect(await keep(old)).not.toBeNull();
    expect(written).not.toContain(null);
    await other.close();
    await old.close();

    const back = await openDatabase(place.settings);
    expect(await keep(back)).not.toBeNull();
    const { rows } = await sql`select distinct priority from requests`.execute(back.kysely);
    expect(rows).toEqual([{ priority: 'usual' }]);
    await back.close();
  });

  it('refuses the tables of a version before 1.0 in a sentence, and leaves them', async () => {
    const place = await postgresEngine.open();
    onTestFinished(() => place.close());
    const opened = await openDatabase(place.settings);
    await sql`update kysely_migration set name = '0001-tables' where name like '0001-%'`.execute(
      opened.kysely,
    );
    await opened.close();
    await expect(openDatabase(place.settings)).rejects.toThrow(
      /a version before 1\.0 of the bot made its tables\. They are left as they are: .*empty database/,
    );
  });
});

it('names the migration that fails in a transaction, and what PostgreSQL says of it', async () => {
  const place = await postgresEngine.openEmpty();
  onTestFinished(() => place.close());
  const kysely = kyselyOn(place.settings);
  onTestFinished(() => kysely.destroy());
  await sql`create table task_feeds ()`.execute(kysely);
  await expect(kysely.transaction().execute((trx) => migrate(trx))).rejects.toThrow(
    'the migration 0001-schema failed: relation "task_feeds" already exists',
  );
});
