import { sql } from 'kysely';
import { Finding, type Look } from '../../operator/doctor/check.ts';
import type { Database } from '../../store/platform/database.ts';

interface CatalogueRow {
  readonly catalogs: number;
  /** Names of catalogs whose content never was read. */
  readonly unread: readonly string[];
  readonly readAt: Date;
}

/** Three readings are missing. */
const oldMs = 30 * 60_000;

/** What the bot knows of the tenant's catalogs; nothing where it never read them. */
export function visibilityLook({ kysely }: Pick<Database, 'kysely'>, now: () => Date): Look {
  const ask = async () => {
    const { rows } = await sql<CatalogueRow>`
    select at as "readAt",
      (select count(*)::int from request_catalogs) as catalogs,
      (select coalesce(jsonb_agg(catalog ->> 'name'), '[]') from request_catalogs
        where catalog -> 'content' = 'null') as unread
    from request_catalogs_read`.execute(kysely);
    const [row] = rows;
    return row === undefined ? null : says(row, now());
  };
  return { what: 'what people see', ask, mend: 'Look at the database above.' };
}

function says({ catalogs, unread, readAt }: CatalogueRow, now: Date): string {
  const problems = [
    ...(unread.length > 0
      ? [
          `the content of ${unread.join(', ')} reads as empty, so nothing is hidden from people who may see it. Look whether the bot’s role may read it`,
        ]
      : []),
    ...(now.getTime() - readAt.getTime() > oldMs
      ? [`the catalogs were last read at ${readAt.toISOString()}. Look at the log for why`]
      : []),
  ];
  if (problems.length > 0) throw new Finding('warning', `${problems.join('. ')}.`);
  return `${catalogs} catalogs, read at ${readAt.toISOString()}`;
}
