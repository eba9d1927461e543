import { readFileSync } from 'node:fs';
import { type Kysely, sql } from 'kysely';
import { expect, it, onTestFinished } from 'vitest';
import { z } from 'zod';
import type { Tables } from '../../src/store/platform/tables.ts';
import { postgresEngine } from '../support/database.ts';
import { takeDump } from './dump.ts';
import { bringEverythingUnderWay } from './in-flight-everywhere.ts';
import { kindsWithoutJob } from './jobs-in-flight.ts';
import { openUpgradeWorld } from './upgrade-world.ts';

/**
 * `yes`: of a release, once, before its tag. `main`: of a commit between two releases, as often as
 * somebody likes.
 */
const { DUMP: wanted } = process.env;

/** Those in which a dump has no row. */
const withoutRows: readonly string[] = [
  // Made by the migrations, which the upgrade test runs.
  'kysely_migration',
  'kysely_migration_lock',
];

it('has work under way in every table and a job of every kind, which is dumped where that is wanted', async () => {
  const place = await postgresEngine.openEmpty();
  onTestFinished(() => place.close());
  const world = await openUpgradeWorld(place.settings);
  onTestFinished(() => world.close());
  await bringEverythingUnderWay(world);
  const { kysely } = world.database;
  expect(await tablesWithRows(kysely)).toEqual(
    storedTables().filter((name) => !withoutRows.includes(name)),
  );
  expect(await kindsWithoutJob(world.desk)).toEqual([]);
  if (wanted === undefined) return;
  const { version } = z
    .object({ version: z.string() })
    .parse(JSON.parse(readFileSync('package.json', 'utf8')));
  const name = wanted === 'main' ? `${version}-main` : version;
  const isReplaced = wanted === 'main';
  await takeDump(kysely, `test/upgrade/dumps/${name}.jsonl`, { version, isReplaced });
});

/** By docs/storage.md, which a test compares with the database. */
function storedTables(): readonly string[] {
  const page = readFileSync('docs/storage.md', 'utf8');
  return [...page.matchAll(/^\| `(\w+)` \|/gm)].map(([, name = '']) => name).toSorted();
}

async function tablesWithRows(kysely: Kysely<Tables>): Promise<readonly string[]> {
  const names: string[] = [];
  for (const name of storedTables()) {
    const { rows } = await sql`select from ${sql.table(name)} limit 1`.execute(kysely);
    if (rows.length > 0 && !withoutRows.includes(name)) names.push(name);
  }
  return names;
}
