import { randomBytes } from 'node:crypto';
import { cpSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { beforeAll, inject } from 'vitest';
import type { DatabaseSettings } from '../../src/config/environment.ts';
import { databaseUrl, postgresForTests, runAsAdmin } from './postgres-server.ts';
import { fetchSharedResource } from './shared-resource.ts';

/** A database of a test's own. */
export interface TestDatabase {
  readonly settings: DatabaseSettings;
  /** Removes it with all its data, even while others are connected. */
  readonly close: () => Promise<void>;
}

/** One on the server of the run. */
export interface ServerDatabase extends TestDatabase {
  readonly settings: Extract<DatabaseSettings, { kind: 'postgres' }>;
}

export interface TestEngine {
  readonly name: 'embedded' | 'postgres';
  /** With the schema and without rows: a copy, which is much faster than running the migrations. */
  readonly open: () => Promise<TestDatabase>;
  /** Without a schema, for tests of the first start. */
  readonly openEmpty: () => Promise<TestDatabase>;
}

/**
 * The bot's own database in a folder, for tests that are about it. All others use `postgresEngine`,
 * which is faster.
 */
export const embeddedEngine: TestEngine = {
  name: 'embedded',
  open: async () => {
    const database = await openFolder();
    await copyPreparedFolder(database.settings.dataDir);
    return database;
  },
  openEmpty: openFolder,
};

/** Databases on the one server of the run. */
export const postgresEngine = {
  name: 'postgres',
  open: () => openPostgres('copy'),
  openEmpty: () => openPostgres('empty'),
} as const satisfies TestEngine;

/**
 * Copies the prepared data folder into an empty folder. At once, which takes a fifth of the time:
 * it has a thousand small files.
 */
export async function copyPreparedFolder(folder: string): Promise<void> {
  cpSync(join(await fetchSharedResource(inject('preparedFolderUrl')), 'prepared'), folder, {
    recursive: true,
  });
}

// The first file of a run has it made, which on a busy machine takes longer than many a test: in a
// hook, which has more time. Where that fails, the test that needs it says why.
beforeAll(async () => {
  await fetchSharedResource(inject('postgresUrl')).catch(() => undefined);
});

/** Throws where this machine has no PostgreSQL. */
async function openPostgres(content: 'copy' | 'empty'): Promise<ServerDatabase> {
  const shared = await fetchSharedResource(inject('postgresUrl'));
  const { adminUrl, template } = postgresForTests.parse(JSON.parse(shared));
  const name = `${template}_${randomBytes(6).toString('hex')}`;
  // Copying its files takes a third of the time of copying its pages through the log.
  const copied = content === 'copy' ? ` template ${template} strategy file_copy` : '';
  await runAsAdmin(adminUrl, `create database ${name}${copied}`);
  return {
    settings: { kind: 'postgres', url: databaseUrl(adminUrl, name) },
    close: () => runAsAdmin(adminUrl, `drop database ${name} with (force)`),
  };
}

async function openFolder() {
  const dataDir = await mkdtemp(join(tmpdir(), 'access-test-data-'));
  return {
    settings: { kind: 'embedded', dataDir },
    // A server whose bot was killed may still write here for a moment.
    close: () => rm(dataDir, { recursive: true, force: true, maxRetries: 20, retryDelay: 100 }),
  } as const satisfies TestDatabase;
}
