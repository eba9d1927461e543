/**
 * The beginning of the audit trail: an entry that every database has from the moment at which it is
 * made. If somebody empties the tables of the trail, the bot never signs another beginning.
 */
import { type Kysely, sql } from 'kysely';
import type { Tables } from '../platform/tables.ts';
import { begin, type Signing, sealingLock } from './audit-sealing.ts';

/** Begins the trail of a database without any row: another one may have been emptied of its trail. */
export async function beginIfUnused(kysely: Kysely<Tables>, signing: Signing): Promise<void> {
  if (!(await isUnused(kysely))) return;
  await kysely.transaction().execute(async (trx) => {
    await sql`select pg_advisory_xact_lock(${sql.lit(sealingLock)})`.execute(trx);
    if (await isUnused(trx)) await begin(trx, signing);
  });
}

async function isUnused(kysely: Kysely<Tables>): Promise<boolean> {
  const { rows } = await sql<{ name: string }>`
    select tablename as name from pg_tables
    where schemaname = 'public' and tablename not like 'kysely_migration%'`.execute(kysely);
  for (const { name } of rows) {
    const used = await sql`select from ${sql.table(name)} limit 1`.execute(kysely);
    if (used.rows.length > 0) return false;
  }
  return true;
}
