import { sql } from 'kysely';
import { Finding, type Look } from '../../operator/doctor/check.ts';
import type { Database } from '../../store/platform/database.ts';
import { disprovedForMs } from './open-visibility.ts';

interface CatalogueRow {
  readonly catalogs: number;
  /** Names of catalogs whose content never was read. */
  readonly unread: readonly string[];
  readonly readAt: Date;
  readonly disproved: readonly { readonly appId: string; readonly at: string }[];
}

/** Three readings are missing. */
const oldMs = 30 * 60_000;

/** What the bot knows of the tenant's catalogs; nothing where it never read them. */
export function visibilityLook({ kysely }: Pick<Database, 'kysely'>, now: () => Date): Look {
  const ask = async () => {
    const since = new Date(now().getTime() - disprovedForMs);
    const { rows } = await sql<CatalogueRow>`
    select at as "readAt",
      (select count(*)::int from request_catalogs) as catalogs,
      (select coalesce(jsonb_agg(catalog ->> 'name'), '[]') from request_catalogs
        where catalog -> 'content' = 'null') as unread,
      (select coalesce(jsonb_agg(jsonb_build_object('appId', app_id, 'at', at)), '[]')
        from disproved_visibility where at > ${since}) as disproved
    from request_catalogs_read`.execute(kysely);
    const [row] = rows;
    return row === undefined ? null : says(row, now());
  };
  return { what: 'what people see', ask, mend: 'Look at the database above.' };
}

function says({ catalogs, unread, readAt, disproved }: CatalogueRow, now: Date): string {
  const apps = disproved.map(({ appId, at }) => {
    const until = new Date(new Date(at).getTime() + disprovedForMs).toISOString().slice(0, 10);
    return `${appId} until ${until}`;
  });
  const problems = [
    ...(apps.length > 0
      ? [
          `the service accepted what the tenant’s catalogs hide, so nothing is hidden in ${apps.join(', ')}. Look whether what is requested there should be in a catalog`,
        ]
      : []),
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
