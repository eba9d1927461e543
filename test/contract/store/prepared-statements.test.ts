import { type Kysely, sql } from 'kysely';
import { afterEach, beforeEach, describe, expect, it, onTestFinished } from 'vitest';
import { type Database, openDatabase } from '../../../src/store/platform/database.ts';
import { usualWait } from '../../../src/store/platform/migration-wait.ts';
import { NamedPool } from '../../../src/store/platform/named-pool.ts';
import { backgroundPatience, openPool } from '../../../src/store/platform/postgres-pool.ts';
import { StatementNames } from '../../../src/store/platform/statement-names.ts';
import type { Tables } from '../../../src/store/platform/tables.ts';
import { createStore } from '../../../src/store/store.ts';
import { postgresEngine, type ServerDatabase } from '../../support/database.ts';
import { accessRequest, noon } from '../../support/samples.ts';
import { unique } from '../../support/store-fixture.ts';

let place: ServerDatabase;
let database: Database;
let told: string[];

beforeEach(async () => {
  told = [];
  place = await postgresEngine.open();
  const wait = { ...usualWait, tell: (words: string) => void told.push(words) };
  database = await openDatabase(place.settings, { wait });
});
afterEach(async () => {
  await database.close();
  await place.close();
});

/** Of the connection that the next statement gets: nothing else uses the pool. */
async function preparedOn(kysely: Kysely<Tables>): Promise<readonly string[]> {
  const { rows } = await sql<{
    statement: string;
  }>`select statement from pg_prepared_statements`.execute(kysely);
  return rows.map(({ statement }) => statement);
}

/** Writes, and reads all columns of what it wrote, in one transaction. */
async function keepAndRead(kysely: Kysely<Tables>): Promise<string | undefined> {
  const store = createStore(kysely, async () => undefined);
  const id = unique('request');
  const access = accessRequest({});
  const kept = await store.transaction(async (tx) => {
    await tx.requests.insertOnce({ id, key: `view of ${id}`, access, at: noon });
    return tx.requests.find(id);
  });
  return kept === null || kept.id !== id ? undefined : 'kept';
}

function readAlone(kysely: Kysely<Tables>): Promise<unknown> {
  return kysely.selectFrom('requests').selectAll().where('id', '=', 'no such').execute();
}

/** A pool of one connection. */
function namedPool(names = new StatementNames(() => void told.push('pooled'))): NamedPool {
  const { url } = place.settings;
  const pool = openPool({ url, patience: backgroundPatience, name: 'tested', connections: 1 });
  const named = new NamedPool(pool, names);
  onTestFinished(() => named.end());
  return named;
}

describe.each(['kysely', 'background'] as const)('the prepared statements of %s', (which) => {
  it('survive that the next version adds a column, in a transaction and alone', async () => {
    const kysely = database[which];
    for (const _ of [1, 2, 3]) expect(await keepAndRead(kysely)).toBe('kept');
    expect(await preparedOn(kysely)).toContainEqual(
      expect.stringMatching(/^select \* from "requests" where "id"/),
    );
    await database.engine.sql.executeSql(`alter table requests add column priority text`);
    expect(await keepAndRead(kysely)).toBe('kept');
    await database.engine.sql.executeSql(`alter table requests add column colour text`);
    await expect(readAlone(kysely)).resolves.toEqual([]);
    expect(await keepAndRead(kysely)).toBe('kept');
    expect(told).toEqual([]);
  });

  it('survive it on all connections at once', async () => {
    const kysely = database[which];
    const atOnce = () => Promise.all(Array.from({ length: 10 }, () => keepAndRead(kysely)));
    for (const _ of [1, 2, 3]) await atOnce();
    const working = (async () => {
      const outcomes: unknown[] = [];
      for (let round = 0; round < 10; round += 1) outcomes.push(...(await atOnce()));
      return outcomes;
    })();
    for (const column of ['priority', 'colour', 'weight'])
      await database.engine.sql.executeSql(`alter table requests add column ${column} text`);
    expect(new Set(await working)).toEqual(new Set(['kept']));
  });

  it('end behind a pooler, which is said once, and nothing fails', async () => {
    const kysely = database[which];
    for (const _ of [1, 2, 3]) expect(await keepAndRead(kysely)).toBe('kept');
    // The next transaction gets another server process.
    await sql`deallocate all`.execute(kysely);
    expect(await keepAndRead(kysely)).toBe('kept');
    expect(await keepAndRead(kysely)).toBe('kept');
    expect(await preparedOn(kysely)).toEqual([]);
    expect(told).toEqual([
      'A pooler stands before the database: statements are no longer prepared, which costs processor time.',
    ]);
  });
});

describe('a pool with prepared statements', () => {
  it('keeps at most 200 of them on a connection, however many lists of ids there are', async () => {
    const pool = namedPool();
    const selectAmong = async (length: number, column: string) => {
      const ids = Array.from({ length }, (_, index) => `$${index + 1}::int`);
      const text = `select 1 as ${column} where 1 in (${ids.join(', ')})`;
      const values = ids.map((_, index) => index);
      for (const _ of [1, 2]) await pool.executeSql(text, values);
    };
    const count = 'select count(*)::int as prepared from pg_prepared_statements';
    for (let length = 1; length <= 100; length += 1) await selectAmong(length, 'one');
    expect((await pool.executeSql(count)).rows).toEqual([{ prepared: 40 }]);
    for (let other = 0; other < 250; other += 1) await selectAmong(1, `other${other}`);
    expect((await pool.executeSql(count)).rows).toEqual([{ prepared: 200 }]);
  });

  it('goes on where a pooler has the name already', async () => {
    const text = 'select $1::int as one';
    const names = new StatementNames(() => undefined);
    names.nameOf(text, 1);
    const named = names.nameOf(text, 1);
    const pool = namedPool();
    await pool.executeSql(`prepare ${named?.name} as select 2 as one`);
    for (const _ of [1, 2, 3])
      expect((await pool.executeSql(text, [1])).rows).toEqual([{ one: 1 }]);
    expect(told).toEqual(['pooled']);
  });

  it('replaces a connection whose statements are outdated', async () => {
    const pool = namedPool();
    const processOf = async () =>
      (await pool.executeSql('select pg_backend_pid() as pid')).rows.at(0);
    const before = await processOf();
    const read = () => pool.executeSql('select * from requests where id = $1', ['no such']);
    for (const _ of [1, 2, 3]) await read();
    expect(await processOf()).toEqual(before);
    await pool.executeSql('alter table requests add column priority text');
    expect((await read()).rows).toEqual([]);
    expect(await processOf()).not.toEqual(before);
  });

  it('gives no name to several statements in one text', async () => {
    const pool = namedPool();
    const both = 'begin; select 1 as one; commit;';
    for (const _ of [1, 2, 3]) await expect(pool.executeSql(both)).resolves.toBeDefined();
  });
});
