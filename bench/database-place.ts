/** Databases for a measure: a folder of the embedded one, or a server. */
import type { DatabaseSettings } from '../src/config/environment.ts';
import { temporaryFolder } from '../test/support/bot-world.ts';
import { postgresBinaries, startPostgres } from '../test/support/embedded-postgres.ts';

export interface DatabasePlace {
  readonly settings: DatabaseSettings;
  readonly remove: () => Promise<void>;
}

/** `isDurable`: what a server was told is on its disk, as in production. */
export async function placeOf(
  engine: DatabaseSettings['kind'],
  { isDurable = false } = {},
): Promise<DatabasePlace> {
  if (engine === 'embedded') {
    const folder = await temporaryFolder();
    const settings = { kind: 'embedded', dataDir: folder.path } as const;
    return { settings, remove: () => folder.remove() };
  }
  const binaries = postgresBinaries();
  if (binaries === null)
    throw new Error('There is no PostgreSQL for this platform: leave --postgres out.');
  const server = await startPostgres(binaries, { isDurable });
  return { settings: { kind: 'postgres', url: server.url }, remove: () => server.stop() };
}
