import { sql } from 'kysely';
import { expect, it } from 'vitest';
import { openDatabase } from '../../src/store/database.ts';
import { embeddedEngine } from '../support/database.ts';

it('what somebody waits for goes before all that jobs want of the embedded database', async () => {
  const place = await embeddedEngine.open();
  const database = await openDatabase(place.settings);
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
  await database.close();
  await place.close();
  expect(done).toEqual(['of a person', 'of the queue', 'of a job']);
});

it('a transaction that begins when the database is closed does not end the process', async () => {
  const place = await embeddedEngine.open();
  const database = await openDatabase(place.settings);
  const { kysely } = database;
  await sql`select 1`.execute(kysely);
  await database.close();
  const unheard: unknown[] = [];
  const hear = (error: unknown) => unheard.push(error);
  process.on('unhandledRejection', hear);
  void kysely.transaction().execute((trx) => sql`select 1`.execute(trx));
  await new Promise((resolve) => setTimeout(resolve, 50));
  process.off('unhandledRejection', hear);
  await place.close();
  expect(unheard).toEqual([]);
});
