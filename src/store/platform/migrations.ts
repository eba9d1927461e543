/**
 * Every schema change there ever was: the files of `migrations`, by name. One that was released is
 * never edited nor named anew, as databases record the names: the next one follows it.
 */
import { readdirSync, readFileSync } from 'node:fs';
import { type Kysely, sql } from 'kysely';
import { type Migration, Migrator } from 'kysely/migration';
import type { Tables } from './tables.ts';

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

/** Runs after a migration, in its transaction. */
export type AfterMigration = (db: Kysely<Tables>) => Promise<void>;

/** From this migration on, a trail has to have a beginning. */
const trailBeginnings = '0018-trail-beginnings';

function migrationsWith(beginTrail: AfterMigration | undefined): Record<string, Migration> {
  const one = migrations[trailBeginnings];
  if (one === undefined || beginTrail === undefined) return { ...migrations };
  const begin: Migration = {
    async up(db: Kysely<Tables>) {
      await one.up(db);
      await beginTrail(db);
    },
  };
  return { ...migrations, [trailBeginnings]: begin };
}

interface MigrationOptions {
  /** Absent: the newest. */
  readonly upTo?: string;
  /** Adds a beginning to a chain that is there already; absent: adds none. */
  readonly beginTrail?: AfterMigration | undefined;
}

export const newestMigration = Object.keys(migrations).at(-1) ?? '';

/** Whether it is one of this version of the bot, or of an earlier one. */
export const isKnownMigration = (name: string): boolean => Object.hasOwn(migrations, name);

/** A migration that failed, and what it threw. */
interface MigrationFailure {
  readonly name: string;
  readonly error: unknown;
}

/**
 * Tells of the first failure. The Migrator goes on in the failed transaction, and throws only that
 * it was aborted.
 */
function watched(
  all: Readonly<Record<string, Migration>>,
  onFailure: (failure: MigrationFailure) => void,
): Record<string, Migration> {
  const watchedOne = ([name, migration]: readonly [string, Migration]) => {
    const one: Migration = {
      async up(db) {
        try {
          await migration.up(db);
        } catch (error) {
          onFailure({ name, error });
          throw error;
        }
      },
    };
    return [name, one] as const;
  };
  return Object.fromEntries(Object.entries(all).map(watchedOne));
}

/**
 * Brings the schema up to date, or as far as one of its changes; several processes may call it at
 * once. Throws with what the failing migration threw as the cause.
 */
export async function migrate<Schema>(
  kysely: Kysely<Schema>,
  { upTo, beginTrail }: MigrationOptions = {},
): Promise<void> {
  if (await isBeforeRelease(kysely)) throw new BeforeRelease();
  const all = { ...(await migrationsOfLaterVersions(kysely)), ...migrationsWith(beginTrail) };
  const failures: MigrationFailure[] = [];
  const provider = {
    getMigrations: async () => watched(all, (failure) => failures.push(failure)),
  };
  const migrator = new Migrator({ db: kysely, provider });
  const { error } = await (upTo === undefined
    ? migrator.migrateToLatest()
    : migrator.migrateTo(upTo));
  const [first] = failures;
  if (first !== undefined) throw failureOf(first);
  if (error !== undefined) throw new Error('a migration failed', { cause: error });
}

function failureOf({ name, error }: MigrationFailure): Error {
  const why = error instanceof Error ? error.message : String(error);
  return new Error(`the migration ${name} failed: ${why}`, { cause: error });
}

/** The tables are those of a version before the first release. */
class BeforeRelease extends Error {
  override readonly name = 'BeforeRelease';
  constructor() {
    super(
      'a version before 0.2.0 of the bot made its tables, and this one cannot read them. Go on with that version, or give this one an empty database (DATABASE_URL, or another DATA_DIR); the service knows what was granted',
    );
  }
}

async function isBeforeRelease<Schema>(kysely: Kysely<Schema>): Promise<boolean> {
  if (!(await isMigrated(kysely))) return false;
  const { rows } = await sql`select from kysely_migration where name = '0001-first-way'`.execute(
    kysely,
  );
  return rows.length > 0;
}

async function isMigrated<Schema>(kysely: Kysely<Schema>): Promise<boolean> {
  const { rows } = await sql<{
    there: boolean;
  }>`select to_regclass('kysely_migration') is not null as there`.execute(kysely);
  return rows[0]?.there === true;
}

/**
 * What a later version has run. A version only adds what the one before it can do without, so this
 * one works beside it, and can be gone back to; it is the Migrator that would refuse.
 */
async function migrationsOfLaterVersions<Schema>(
  kysely: Kysely<Schema>,
): Promise<Record<string, Migration>> {
  if (!(await isMigrated(kysely))) return {};
  const { rows } = await sql<{
    name: string;
  }>`select name from kysely_migration where name > ${newestMigration}`.execute(kysely);
  return Object.fromEntries(rows.map(({ name }) => [name, { up: async () => undefined }]));
}
