import { sql } from 'kysely';
import type { Database } from '../../../store/platform/database.ts';
import { type Check, check, clockSays, Finding } from '../check.ts';

/** Version, TLS and clock of the database. */
export async function databaseChecks(
  { kysely, engine, ping }: Database,
  now: () => Date,
): Promise<readonly Check[]> {
  let row:
    | { readonly version: string; readonly at: Date; readonly ssl: boolean | null }
    | undefined;
  const answers = await check(
    'database',
    async () => {
      const { rows } = await sql<NonNullable<typeof row>>`
        select current_setting('server_version') as version, clock_timestamp() as at,
          (select ssl from pg_stat_ssl where pid = pg_backend_pid()) as ssl`.execute(kysely);
      [row] = rows;
      if (row === undefined) throw new Error('no answer');
      await ping().catch((error: unknown) => {
        throw new Finding('error', error instanceof Error ? error.message : String(error));
      });
      return `${engine.isEmbedded ? 'embedded, ' : ''}PostgreSQL ${row.version}`;
    },
    'Look whether the database runs, and at DATABASE_URL or DATA_DIR.',
  );
  if (row === undefined) return [answers];
  const { ssl, at } = row;
  const tls = async () => {
    if (ssl === true) return 'the connection is encrypted';
    const isHere = ['localhost', '127.0.0.1', '[::1]', ''].includes(new URL(engine.url).hostname);
    if (isHere) return 'not needed: the database is on this machine';
    throw new Finding(
      'warning',
      'the connection is not encrypted. Append ?sslmode=verify-full to DATABASE_URL.',
    );
  };
  const clock = async () => clockSays(at.getTime() - now().getTime());
  return [answers, await check('database TLS', tls, ''), await check('database clock', clock, '')];
}
