/** Databases for a measure: a folder of the embedded one, or a server. */
import { existsSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import type { DatabaseSettings } from '../src/config/environment.ts';
import { temporaryFolder } from '../test/support/bot-world.ts';
import { postgresBinaries, startPostgres } from '../test/support/embedded-postgres.ts';

interface DatabasePlace {
  readonly settings: DatabaseSettings;
  readonly remove: () => Promise<void>;
}

/**
 * In memory where the system has such a folder: what counts is how much there is, not how long the
 * disk takes.
 */
export async function folderPlace(): Promise<DatabasePlace> {
  if (!existsSync('/dev/shm')) {
    const folder = await temporaryFolder();
    return { settings: { kind: 'embedded', dataDir: folder.path }, remove: () => folder.remove() };
  }
  const path = await mkdtemp('/dev/shm/access-bench-');
  return {
    settings: { kind: 'embedded', dataDir: path },
    remove: () => rm(path, { recursive: true, force: true }),
  };
}

export async function serverPlace(): Promise<DatabasePlace> {
  const binaries = postgresBinaries();
  if (binaries === null)
    throw new Error('There is no PostgreSQL for this platform: leave --postgres out.');
  const server = await startPostgres(binaries);
  return { settings: { kind: 'postgres', url: server.url }, remove: () => server.stop() };
}
