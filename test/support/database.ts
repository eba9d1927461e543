import { randomBytes } from 'node:crypto';
import { cpSync, readdirSync, readFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { inject } from 'vitest';
import type { DatabaseSettings } from '../../src/config/environment.ts';
import { databaseUrl, postgresForTests, runAsAdmin } from './postgres-server.ts';
import { fetchSharedResource } from './shared-resource.ts';

/** A database of a test's own. */
export interface TestDatabase {
  readonly settings: DatabaseSettings;
  /** Removes it with everything in it, whoever is still connected. */
  readonly close: () => Promise<void>;
}

export interface TestEngine {
  readonly name: 'embedded' | 'postgres';
  /** With the schema and without rows: a copy, which is much faster than running the migrations. */
  readonly open: () => Promise<TestDatabase>;
  /** Without a schema, for tests of the first start. */
  readonly openEmpty: () => Promise<TestDatabase>;
}

/**
 * Both engines, for suites about SQL, locks and types: `describe.each(databases())('the store on $name', ({ open }) => ...)`.
 * PostgreSQL is missing only where this machine has none or `TEST_DATABASES=embedded` leaves it out; without it the run says so at
 * its start, and fails where `CI` is set.
 */
export function databases(): readonly TestEngine[] {
  return inject('postgresUrl') === null ? [embeddedEngine] : [embeddedEngine, postgresEngine];
}

/** One engine, for suites in which the database does not matter: PostgreSQL where there is one, because it is faster. */
export function anyDatabase(): TestEngine {
  return databases().at(-1) ?? embeddedEngine;
}

export const embeddedEngine: TestEngine = {
  name: 'embedded',
  open: async () => {
    const database = await openFolder();
    await copyPreparedFolder(database.settings.dataDir);
    return database;
  },
  openEmpty: openFolder,
};

const postgresEngine: TestEngine = {
  name: 'postgres',
  open: () => openPostgres('copy'),
  openEmpty: () => openPostgres('empty'),
};

/** Copies the prepared data folder into an empty folder. At once, which takes a fifth of the time: it has a thousand small files. */
export async function copyPreparedFolder(folder: string): Promise<void> {
  cpSync(join(await fetchSharedResource(inject('preparedFolderUrl')), 'prepared'), folder, { recursive: true });
}

/** How the embedded database of the prepared folder was made: its files and folders, and how often one was synced. */
export async function madeWith(): Promise<{ readonly files: number; readonly syncs: number }> {
  const folder = await fetchSharedResource(inject('preparedFolderUrl'));
  const calls = readFileSync(join(folder, 'calls.json'), 'utf8');
  return {
    files: readdirSync(join(folder, 'prepared', 'db'), { recursive: true }).length,
    syncs: calls.match(/"ph":"B",[^{}]*"name":"fs\.sync\.fsync"/g)?.length ?? 0,
  };
}

/** A prepared folder, which is removed at the end of the run. */
export async function folderOfTheRun(): Promise<string> {
  const folder = join(await fetchSharedResource(inject('preparedFolderUrl')), randomBytes(6).toString('hex'));
  await copyPreparedFolder(folder);
  return folder;
}

/** A database on a real PostgreSQL; `stop` drops it. Throws where this machine has none: then `databases()` lacks it too. */
async function postgresUrl(
  content: 'copy' | 'empty',
): Promise<{ readonly url: string; readonly stop: () => Promise<void> }> {
  const url = inject('postgresUrl');
  if (url === null) throw new Error('There is no PostgreSQL for tests on this machine; set TEST_DATABASE_URL');
  const { adminUrl, template } = postgresForTests.parse(JSON.parse(await fetchSharedResource(url)));
  const name = `${template}_${randomBytes(6).toString('hex')}`;
  await runAsAdmin(adminUrl, `create database ${name}${content === 'copy' ? ` template ${template}` : ''}`);
  return {
    url: databaseUrl(adminUrl, name),
    stop: () => runAsAdmin(adminUrl, `drop database ${name} with (force)`),
  };
}

async function openPostgres(content: 'copy' | 'empty'): Promise<TestDatabase> {
  const { url, stop } = await postgresUrl(content);
  return { settings: { kind: 'postgres', url }, close: stop };
}

async function openFolder() {
  const dataDir = await mkdtemp(join(tmpdir(), 'access-test-data-'));
  return {
    settings: { kind: 'embedded', dataDir },
    close: () => rm(dataDir, { recursive: true, force: true }),
  } as const satisfies TestDatabase;
}
