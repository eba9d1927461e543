import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Database, openDatabase } from '../../src/store/database.ts';
import { embeddedEngine, type TestDatabase } from '../support/database.ts';

const module = fileURLToPath(new URL('../../src/store/database.ts', import.meta.url));

describe('the embedded database in its thread', () => {
  let place: TestDatabase;
  let database: Database;
  let isClosed = false;
  beforeAll(async () => {
    place = await embeddedEngine.open();
    database = await openDatabase(place.settings);
    await sql`create table numbers (n integer primary key)`.execute(database.kysely);
  });
  afterAll(async () => {
    if (!isClosed) await database?.close();
    await place?.close();
  });

  const numbers = async () => {
    const { rows } = await sql<{ n: number }>`select n from numbers order by n`.execute(database.kysely);
    return rows.map(({ n }) => n);
  };

  it('leaves the event loop its turns while it works', async () => {
    let turns = 0;
    let isBusy = true;
    const turn = () => {
      turns += 1;
      if (isBusy) setImmediate(turn);
    };
    setImmediate(turn);
    await sql`select count(*) from generate_series(1, 300000) as n where md5(n::text) like 'a%'`.execute(
      database.kysely,
    );
    isBusy = false;
    expect(turns).toBeGreaterThan(100);
  });

  it('answers with the types that it has, and with the code of an error', async () => {
    const { rows } = await sql`
      select 1::integer as whole, 2::bigint as big, '2026-03-02T12:00:00Z'::timestamptz as at,
        '{"a": [1]}'::jsonb as json, null as nothing`.execute(database.kysely);
    expect(rows).toEqual([{ whole: 1, big: 2, at: new Date('2026-03-02T12:00:00Z'), json: { a: [1] }, nothing: null }]);
    await sql`insert into numbers values (1)`.execute(database.kysely);
    await expect(sql`insert into numbers values (1)`.execute(database.kysely)).rejects.toMatchObject({
      code: '23505',
      constraint: 'numbers_pkey',
      message: expect.stringContaining('duplicate key'),
    });
  });

  it('goes on after what cannot be sent to the thread', async () => {
    const uncopied = sql`select ${Symbol('x')}`;
    await expect(uncopied.execute(database.kysely)).rejects.toThrow('could not be cloned');
    await expect(database.kysely.transaction().execute((trx) => uncopied.execute(trx))).rejects.toThrow('cloned');
    expect((await sql`select 1 as one`.execute(database.background)).rows).toEqual([{ one: 1 }]);
  });

  it('lets nobody into a transaction, and keeps nothing of one that failed', async () => {
    const inserting = database.kysely.transaction().execute(async (trx) => {
      await sql`insert into numbers values (2)`.execute(trx);
      await sql`select count(*) from generate_series(1, 50000)`.execute(trx);
      await sql`insert into numbers values (3)`.execute(trx);
    });
    const seen = numbers();
    await inserting;
    expect(await seen).toEqual([1, 2, 3]);
    const failing = database.kysely.transaction().execute(async (trx) => {
      await sql`insert into numbers values (4)`.execute(trx);
      throw new Error('changed my mind');
    });
    await expect(failing).rejects.toThrow('changed my mind');
    const swallowing = database.kysely.transaction().execute(async (trx) => {
      await sql`insert into numbers values (5)`.execute(trx);
      await sql`insert into numbers values (1)`.execute(trx).catch(() => undefined);
    });
    await expect(swallowing).rejects.toMatchObject({ code: '23505' });
    expect(await numbers()).toEqual([1, 2, 3]);
  });

  it('says after 2 s that the database is stuck, to everybody who asks, and that it answers when it does again', async () => {
    const goOn = Promise.withResolvers<void>();
    const begun = Promise.withResolvers<void>();
    const stuck = database.kysely.transaction().execute(async (trx) => {
      await sql`select 1`.execute(trx);
      begun.resolve();
      await goOn.promise;
    });
    await begun.promise;
    const answers = await Promise.allSettled([database.ping(), database.ping()]);
    expect(answers.map((one) => one.status)).toEqual(['rejected', 'rejected']);
    goOn.resolve();
    await stuck;
    await expect(database.ping()).resolves.toBeUndefined();
  });

  it('what somebody waits for goes before all that jobs want of the embedded database', async () => {
    const { kysely, background, engine } = database;
    if (engine.kind !== 'embedded') throw new Error('not embedded');
    const done: string[] = [];
    const held = Promise.withResolvers<void>();
    const begun = Promise.withResolvers<void>();
    const first = background.transaction().execute(async (trx) => {
      await sql`select 1`.execute(trx);
      begun.resolve();
      await held.promise;
    });
    await begun.promise;
    const waiting = [
      engine.pglite.query('select 1').then(() => done.push('of the queue')),
      background
        .transaction()
        .execute((trx) => sql`select 1`.execute(trx))
        .then(() => done.push('of a job')),
      kysely
        .transaction()
        .execute((trx) => sql`select 1`.execute(trx))
        .then(() => done.push('of a person')),
    ];
    await new Promise((resolve) => setImmediate(resolve));
    held.resolve();
    await Promise.all([first, ...waiting]);
    expect(done).toEqual(['of a person', 'of the queue', 'of a job']);
  });

  it('has files that are synced', async () => {
    const { rows } =
      await sql`select current_setting('fsync') as fsync, current_setting('wal_sync_method') as method`.execute(
        database.kysely,
      );
    expect(rows).toEqual([{ fsync: 'on', method: 'fsync' }]);
  });

  it('ends the process with a word where it ends by itself, and does not keep it from ending', async () => {
    const script = (end: string) => `
      let thread;
      process.on('worker', (started) => { thread = started; });
      const { openDatabase } = await import(${JSON.stringify(module)});
      const database = await openDatabase({ kind: 'embedded', dataDir: process.argv[1] });
      ${end}`;
    const other = await embeddedEngine.open();
    if (other.settings.kind !== 'embedded') throw new Error('this is for the embedded database');
    const { dataDir } = other.settings;
    const run = (end: string) =>
      promisify(execFile)(process.execPath, ['--liftoff-only', '--input-type=module', '--eval', script(end), dataDir]);
    await expect(run('setInterval(() => undefined, 1_000); thread.terminate();')).rejects.toMatchObject({
      code: 1,
      stderr: expect.stringContaining('The thread of the embedded database ended.'),
    });
    const sleeping = "import('kysely').then(({ sql }) => sql`select pg_sleep(20)`.execute(database.kysely))";
    await expect(
      run(
        // Only this one wait is shorter: others are there while it starts.
        `const later = setTimeout;
        globalThis.setTimeout = (work, ms, ...all) => later(work, ms === 60_000 ? 100 : ms, ...all);
        await ${sleeping};`,
      ),
    ).rejects.toMatchObject({
      code: 1,
      stderr: expect.stringContaining('no answer for 60 s'),
    });
    await run('await database.ping();');
    await other.close();
  });

  it('a transaction that begins when the database is closed does not end the process', async () => {
    const { kysely } = database;
    await database.close();
    isClosed = true;
    const unheard: unknown[] = [];
    const hear = (error: unknown) => unheard.push(error);
    process.on('unhandledRejection', hear);
    void kysely.transaction().execute((trx) => sql`select 1`.execute(trx));
    await new Promise((resolve) => setTimeout(resolve, 50));
    process.off('unhandledRejection', hear);
    expect(unheard).toEqual([]);
  });
});
