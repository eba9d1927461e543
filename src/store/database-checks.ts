import { sql } from 'kysely';
import { type Check, check, clockSays, Finding } from '../domain/check.ts';
import type { Database } from './database.ts';

/** Version, TLS and clock of the database. */
export async function databaseChecks({ kysely, engine }: Database, now: () => Date): Promise<readonly Check[]> {
  const mend = 'Look whether the database runs, and at DATABASE_URL or DATA_DIR.';
  const ask = async () => {
    const { rows } = await sql<{ version: string; at: Date; ssl: boolean | null }>`
      select current_setting('server_version') as version, clock_timestamp() as at,
        (select ssl from pg_stat_ssl where pid = pg_backend_pid()) as ssl`.execute(kysely);
    const [told] = rows;
    if (told === undefined) throw new Error('no answer');
    return told;
  };
  const answers = check(
    'database',
    async () => {
      const { version } = await ask();
      return engine.kind === 'embedded' ? `embedded, PostgreSQL ${version}` : `PostgreSQL ${version}`;
    },
    mend,
  );
  const tls = check(
    'database TLS',
    async () => {
      if (engine.kind === 'embedded') return 'not needed: the database is in this process';
      const { hostname } = new URL(engine.url);
      if ((await ask()).ssl === true) return 'the connection is encrypted';
      if (['localhost', '127.0.0.1', '[::1]', ''].includes(hostname))
        return 'not needed: the database is on this machine';
      throw new Finding('warning', 'the connection is not encrypted. Append ?sslmode=verify-full to DATABASE_URL.');
    },
    mend,
  );
  const clock = check(
    'database clock',
    async () => {
      const { at } = await ask();
      return clockSays(at.getTime() - now().getTime());
    },
    mend,
  );
  return Promise.all([answers, tls, clock]);
}
