import { sql } from 'kysely';
import type { Database } from '../../../store/platform/database.ts';
import { type Check, check, clockSays, Finding, type Look } from '../check.ts';

interface DatabaseFacts {
  readonly version: string;
  readonly at: Date;
  readonly ssl: boolean | null;
}

/** Version, TLS and clock of the database. */
export async function databaseChecks(
  { kysely, engine, ping }: Database,
  now: () => Date,
): Promise<readonly Check[]> {
  let facts: DatabaseFacts | undefined;
  const answers = await check({
    what: 'database',
    async ask() {
      const { rows } = await sql<DatabaseFacts>`
        select current_setting('server_version') as version, clock_timestamp() as at,
          (select ssl from pg_stat_ssl where pid = pg_backend_pid()) as ssl`.execute(kysely);
      [facts] = rows;
      await ping().catch((error: unknown) => {
        throw new Finding('error', error instanceof Error ? error.message : String(error));
      });
      return `${engine.isEmbedded ? 'embedded, ' : ''}PostgreSQL ${facts?.version}`;
    },
    mend: 'Look whether the database runs, and at DATABASE_URL or DATA_DIR.',
  });
  if (facts === undefined) return [answers];
  const { ssl, at } = facts;
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
  const looks: readonly Look[] = [
    { what: 'database TLS', ask: tls, mend: '' },
    { what: 'database clock', ask: clock, mend: '' },
  ];
  return [answers, ...(await Promise.all(looks.map(check)))];
}
