/** Where the tenant's catalogs come in: they tell what people see of what can be asked for. */
import { sql } from 'kysely';
import type { Extra } from '../../extra.ts';
import { Finding, type Look } from '../../operator/doctor/check.ts';
import type { Database } from '../../store/platform/database.ts';
import { openVisibility } from './open-visibility.ts';
import { createRequestCatalogs } from './request-catalogs.ts';

export const catalogs: Extra = {
  name: 'catalogs',
  needs: ['catalogs', 'grantSearch'],
  open: ({ world, tenant }) => ({
    visibility: (store) =>
      openVisibility({ store, world, catalogs: createRequestCatalogs(tenant()) }),
  }),
  checkRows: visibilityLook,
};

interface CatalogueRow {
  readonly catalogs: number;
  /** Names of catalogs whose content never was read. */
  readonly unread: readonly string[];
}

/** What the bot knows of the tenant's catalogs; nothing where it never read them. */
export function visibilityLook({ kysely }: Pick<Database, 'kysely'>): Look {
  const ask = async () => {
    const { rows } = await sql<CatalogueRow>`
    select count(*)::int as catalogs,
      coalesce(jsonb_agg(catalog ->> 'name') filter (where catalog -> 'content' = 'null'), '[]') as unread
    from request_catalogs having count(*) > 0`.execute(kysely);
    const [row] = rows;
    return row === undefined ? null : says(row);
  };
  return { what: 'what people see', ask, mend: 'Look at the database above.' };
}

function says({ catalogs, unread }: CatalogueRow): string {
  if (unread.length > 0)
    throw new Finding(
      'warning',
      `the content of ${unread.join(', ')} reads as empty, so nothing is hidden from people who may see it. Look whether the bot’s role may read it.`,
    );
  return `${catalogs} catalogs`;
}
