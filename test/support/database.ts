import { randomBytes } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { inject } from 'vitest';
import type { DatabaseSettings } from '../../src/config/environment.ts';
// For the type of what it provides.
import type {} from './postgres-server.ts';

/** An empty database of a test's own. */
export interface TestDatabase {
  readonly settings: DatabaseSettings;
  /** Removes it with everything in it, whoever is still connected. */
  readonly close: () => Promise<void>;
}

export interface TestEngine {
  readonly name: 'embedded' | 'postgres';
  readonly open: () => Promise<TestDatabase>;
}

/**
 * The engines to run a suite on: `describe.each(databases())('the store on $name', ({ open }) => ...)`. PostgreSQL is missing
 * only where this machine has none; the run says so at its start, and fails for it where `CI` is set.
 */
export function databases(): readonly TestEngine[] {
  const embedded: TestEngine = { name: 'embedded', open: openFolder };
  return inject('postgresDoor') === null ? [embedded] : [embedded, { name: 'postgres', open: openPostgres }];
}

/** A fresh database on a real PostgreSQL; `stop` drops it. Throws where this machine has none: then `databases()` lacks it too. */
export async function postgresUrl(): Promise<{ readonly url: string; readonly stop: () => Promise<void> }> {
  const admin = await adminUrl();
  const name = `access_test_${randomBytes(6).toString('hex')}`;
  await runAsAdmin(admin, `create database ${name}`);
  const url = new URL(admin);
  url.pathname = `/${name}`;
  return { url: url.href, stop: () => runAsAdmin(admin, `drop database ${name} with (force)`) };
}

async function adminUrl(): Promise<string> {
  const door = inject('postgresDoor');
  if (door === null) throw new Error('There is no PostgreSQL for tests on this machine; set TEST_DATABASE_URL');
  const answer = await fetch(door);
  const text = await answer.text();
  if (!answer.ok) throw new Error(`PostgreSQL for tests does not start: ${text}`);
  return text;
}

async function runAsAdmin(admin: string, statement: string): Promise<void> {
  const client = new pg.Client({ connectionString: admin });
  await client.connect();
  try {
    await client.query(statement);
  } finally {
    await client.end();
  }
}

async function openPostgres(): Promise<TestDatabase> {
  const { url, stop } = await postgresUrl();
  return { settings: { kind: 'postgres', url }, close: stop };
}

async function openFolder(): Promise<TestDatabase> {
  const dataDir = await mkdtemp(join(tmpdir(), 'access-test-data-'));
  return {
    settings: { kind: 'embedded', dataDir },
    close: () => rm(dataDir, { recursive: true, force: true }),
  };
}
