import { Kysely, type KyselyPlugin, PostgresDialect } from 'kysely';
import { migrationPatience, openPool } from '../../src/store/platform/postgres-pool.ts';
import type { Tables } from '../../src/store/platform/tables.ts';
import type { ServerDatabase } from './database.ts';

/**
 * Connections of a test's own, without the bot's schema being there. A pool is ended before its
 * connections are: one that the dropped database ends meanwhile must fail no test.
 */
export function kyselyOn(
  { url }: ServerDatabase['settings'],
  plugins: KyselyPlugin[] = [],
): Kysely<Tables> {
  const pool = openPool({ url, patience: migrationPatience, name: 'test', connections: 10 });
  return new Kysely<Tables>({ dialect: new PostgresDialect({ pool }), plugins });
}
