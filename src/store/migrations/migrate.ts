import type { Kysely } from 'kysely';
import { Migrator } from 'kysely/migration';
import * as firstWay from './0001-first-way.ts';
import * as asking from './0002-asking.ts';
import * as usual from './0003-usual.ts';
import * as held from './0004-held.ts';
import * as catalogueInRows from './0005-catalogue-in-rows.ts';

/** Every schema change there ever was, in order. One that was released is never edited: the next one follows it. */
const migrations = {
  '0001-first-way': firstWay,
  '0002-asking': asking,
  '0003-usual': usual,
  '0004-held': held,
  '0005-catalogue-in-rows': catalogueInRows,
};

/** Brings the schema up to date; several processes may call it at once. Throws with what the failing migration threw as the cause. */
export async function migrate<Schema>(kysely: Kysely<Schema>): Promise<void> {
  const migrator = new Migrator({ db: kysely, provider: { getMigrations: async () => migrations } });
  const { error } = await migrator.migrateToLatest();
  if (error !== undefined) throw new Error('a migration failed', { cause: error });
}
