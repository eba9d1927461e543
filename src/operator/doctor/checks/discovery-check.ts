import { sql } from 'kysely';
import type { Database } from '../../../store/platform/database.ts';
import { type Check, check, Finding } from '../check.ts';

/** How far the reading of all apps of the tenant is. */
export function discoveryWords({
  read,
  apps,
}: {
  readonly read: number;
  readonly apps: number;
}): string {
  return apps === 0
    ? 'the list of the tenant’s apps was not read yet'
    : `${read} of ${apps} apps read`;
}

/** What is kept of the tenant's apps; nothing where `access.yaml` lists those that are offered. */
export async function discoveryChecks({
  kysely,
}: Pick<Database, 'kysely'>): Promise<readonly Check[]> {
  const { rows } = await sql<{ read: number; apps: number; unread: readonly string[] }>`
    select count(*)::int as apps,
      count(*) filter (where was_read)::int as read,
      coalesce(jsonb_agg(name order by name) filter (where not was_read), '[]') as unread
    from (
      select name, exists (select from catalogue where app_id = tenant_apps.id) as was_read
      from tenant_apps
    ) as of_tenant`.execute(kysely);
  const [counts] = rows;
  if (counts === undefined || counts.apps === 0) return [];
  const look = async () => {
    const words = discoveryWords(counts);
    if (counts.unread.length === 0) return words;
    const some = counts.unread.slice(0, 5).join(', ');
    const first = counts.unread.length > 5 ? `; the first are ${some}` : `; to be read: ${some}`;
    if (counts.read > 0) return `${words}${first}`;
    throw new Finding('warning', `${words}. Look at the log if this stays.`);
  };
  return [await check('apps of the tenant', look, 'Look at the database above.')];
}
