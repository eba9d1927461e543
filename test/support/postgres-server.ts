/**
 * Global setup: a PostgreSQL server that starts when the first test asks for it, is shared by all
 * workers, and ends with the run. With TEST_DATABASE_URL the tests use that server instead.
 */
import { randomBytes } from 'node:crypto';
import pg from 'pg';
import type { TestProject } from 'vitest/node';
import { z } from 'zod';
import { type PostgresServer, postgresBinaries, startPostgres } from './embedded-postgres.ts';
import { prepareDatabase } from './prepared-database.ts';
import { serveSharedResource } from './shared-resource.ts';

declare module 'vitest' {
  interface ProvidedContext {
    /** Answers with `postgresForTests` as JSON. */
    postgresUrl: string;
  }
}

export const postgresForTests = z.object({
  /** The administrator’s, to the database `postgres`. */
  adminUrl: z.string(),
  /**
   * Name of a database as the bot's first start leaves it, for `create database ... template`; the
   * copies' names begin with it.
   */
  template: z.string(),
});

const noServer =
  'There is no PostgreSQL for tests: npm has no binaries for this platform. Set TEST_DATABASE_URL to the ' +
  'URL of an administrator of a server.';

export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const external = process.env.TEST_DATABASE_URL ?? '';
  const template = `access_test_template_${randomBytes(6).toString('hex')}`;
  let server: PostgresServer | null = null;
  const prepare = async () => {
    if (external === '') server = await startOwn();
    const adminUrl = server?.url ?? external;
    await runAsAdmin(adminUrl, `create database ${template}`);
    await prepareDatabase(databaseUrl(adminUrl, template));
    return JSON.stringify({ adminUrl, template } satisfies z.infer<typeof postgresForTests>);
  };
  let prepared: Promise<string> | null = null;
  const shared = await serveSharedResource(() => {
    prepared ??= prepare();
    return prepared;
  });
  project.provide('postgresUrl', shared.url);
  return async () => {
    shared.close();
    // A failure was reported to the test that asked for it.
    const wasWanted = (await prepared?.catch(() => null)) !== undefined;
    if (server !== null) await server.stop();
    else if (wasWanted) await dropAll(external, template);
  };
}

async function startOwn(): Promise<PostgresServer> {
  const binaries = postgresBinaries();
  if (binaries === null) throw new Error(noServer);
  return startPostgres(binaries);
}

/** The template, and the copies that a worker kept to its end. */
async function dropAll(adminUrl: string, template: string): Promise<void> {
  const client = new pg.Client({ connectionString: adminUrl });
  await client.connect();
  const named = await client.query<{ datname: string }>(
    'select datname from pg_database where starts_with(datname, $1)',
    [template],
  );
  await client.end();
  for (const { datname } of named.rows)
    await runAsAdmin(adminUrl, `drop database if exists ${datname} with (force)`);
}

/** One statement, on a connection of its own. */
export async function runAsAdmin(adminUrl: string, statement: string): Promise<void> {
  const client = new pg.Client({ connectionString: adminUrl });
  await client.connect();
  try {
    await client.query(statement);
  } finally {
    await client.end();
  }
}

/** The URL of another database on the same server. */
export function databaseUrl(adminUrl: string, name: string): string {
  const url = new URL(adminUrl);
  url.pathname = `/${name}`;
  return url.href;
}
