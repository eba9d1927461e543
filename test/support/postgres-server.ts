/**
 * Before all test files: a door that the workers knock at when a test wants PostgreSQL. The server starts at the first knock, is
 * shared by all, and ends with the run. With TEST_DATABASE_URL the door leads to that server instead.
 */
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { TestProject } from 'vitest/node';
import { type PostgresServer, postgresBinaries, startPostgres } from './embedded-postgres.ts';
import { portOf } from './port-of.ts';

declare module 'vitest' {
  interface ProvidedContext {
    /** Answers GET with the administrator's URL; null where there is no PostgreSQL for this machine. */
    postgresDoor: string | null;
  }
}

const banner = `
${'!'.repeat(100)}
!!  No PostgreSQL: embedded-postgres has no binaries for this platform, and TEST_DATABASE_URL is not set.
!!  Everything that is to be shown on PostgreSQL is NOT tested in this run.
${'!'.repeat(100)}
`;

export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const external = process.env.TEST_DATABASE_URL ?? '';
  const binaries = postgresBinaries();
  if (external === '' && binaries === null) {
    if ((process.env.CI ?? '') !== '') throw new Error(banner);
    process.stderr.write(banner);
    project.provide('postgresDoor', null);
    return async () => undefined;
  }

  let started: Promise<PostgresServer> | null = null;
  const adminUrl = async () => {
    if (external !== '' || binaries === null) return external;
    started ??= startPostgres(binaries);
    return (await started).url;
  };
  const door = createServer((_incoming, answer) => {
    adminUrl().then(
      (url) => answer.end(url),
      (error: unknown) => answer.writeHead(500).end(String(error)),
    );
  }).listen(0, '127.0.0.1');
  await once(door, 'listening');
  project.provide('postgresDoor', `http://127.0.0.1:${portOf(door)}/`);
  return async () => {
    door.closeAllConnections();
    door.close();
    // A start that failed was told to the test that wanted it.
    const server = await started?.catch(() => null);
    await server?.stop();
  };
}
