/**
 * Every schema change there ever was: the files of `migrations`, by name. One that was released is
 * never edited nor named anew, as databases record the names: the next one follows it.
 */
import { readdirSync, readFileSync } from 'node:fs';
import { type Kysely, sql } from 'kysely';
import { type Migration, Migrator } from 'kysely/migration';

const folder = new URL('./migrations/', import.meta.url);

const migrations: Readonly<Record<string, Migration>> = Object.fromEntries(
  readdirSync(folder)
    .filter((file) => file.endsWith('.sql'))
    .sort()
    .map((file) => [file.replace(/\.sql$/, ''), migrationIn(new URL(file, folder))]),
);

function migrationIn(file: URL): Migration {
  return {
    async up(db) {
      // A block, which is one statement whichever way it is sent.
      await sql
        .raw(`do $migration$ begin ${readFileSync(file, 'utf8')} end $migration$`)
        .execute(db);
    },
  };
}

export const newestMigration = Object.keys(migrations).at(-1) ?? '';

/** Whether it is one of this version of the bot, or of an earlier one. */
export const isKnownMigration = (name: string): boolean => Object.hasOwn(migrations, name);

/**
 * Brings the schema up to date, or as far as one of its changes; several processes may call it at
 * once. Throws with what the failing migration threw as the cause.
 */
export async function migrate<Schema>(kysely: Kysely<Schema>, upTo?: string): Promise<void> {
  const all = { ...(await migrationsOfLaterVersions(kysely)), ...migrations };
  const migrator = new Migrator({ db: kysely, provider: { getMigrations: async () => all } });
  const { error } = await (upTo === undefined
    ? migrator.migrateToLatest()
    : migrator.migrateTo(upTo));
  if (error !== undefined) throw new Error('a migration failed', { cause: error });
}

/**
 * What a later version has run. A version only adds what the one before it can do without, so this
 * one works beside it, and can be gone back to; it is the Migrator that would refuse.
 */
async function migrationsOfLaterVersions<Schema>(
  kysely: Kysely<Schema>,
): Promise<Record<string, Migration>> {
  const { rows: tables } =
    await sql`select 1 where to_regclass('kysely_migration') is not null`.execute(kysely);
  if (tables.length === 0) return {};
  const { rows } = await sql<{
    name: string;
  }>`select name from kysely_migration where name > ${newestMigration}`.execute(kysely);
  return Object.fromEntries(rows.map(({ name }) => [name, { up: async () => undefined }]));
}
