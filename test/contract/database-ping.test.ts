import { expect, it } from 'vitest';
import { openDatabase } from '../../src/store/database.ts';
import { embeddedEngine } from '../support/database.ts';

it('says after 2 s that the database is stuck, to everybody who asks, and that it answers when it does again', async () => {
  const place = await embeddedEngine.open();
  const database = await openDatabase(place.settings);
  const goOn = Promise.withResolvers<void>();
  const begun = Promise.withResolvers<void>();
  const stuck = database.kysely.transaction().execute(async () => {
    begun.resolve();
    await goOn.promise;
  });
  await begun.promise;
  const answers = await Promise.allSettled([database.ping(), database.ping()]);
  expect(answers.map((one) => one.status)).toEqual(['rejected', 'rejected']);
  goOn.resolve();
  await stuck;
  await expect(database.ping()).resolves.toBeUndefined();
  await database.close();
  await place.close();
});
