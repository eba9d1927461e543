import { sql } from 'kysely';
import { expect, it } from 'vitest';
import { openDatabase } from '../../src/store/database.ts';
import { embeddedEngine } from '../support/database.ts';

it('the embedded database does not grow where rows come and go: tidied, it gives their room to the next ones', async () => {
  const place = await embeddedEngine.open();
  const database = await openDatabase(place.settings);
  const sizes: number[] = [];
  for (let round = 0; round < 5; round += 1) {
    await sql`insert into digests select ${String(round)} || n from generate_series(1, 2000) n`.execute(
      database.kysely,
    );
    await sql`delete from digests`.execute(database.kysely);
    await database.tidy();
    const size = sql<{ bytes: number }>`select pg_total_relation_size('digests')::int as bytes`;
    sizes.push((await size.execute(database.kysely)).rows[0]?.bytes ?? 0);
  }
  await database.close();
  await place.close();
  // Pages of an index that are empty are used again from the next but one tidying on.
  expect(sizes.at(-1)).toBe(sizes[1]);
});
