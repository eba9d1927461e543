import { type Kysely, sql } from 'kysely';

/** A row an entitlement, so that what changed is what is written. The catalogue is a copy: it is read from the service anew. */
export async function up<Schema>(db: Kysely<Schema>): Promise<void> {
  await sql`delete from catalogue`.execute(db);
  await db.schema.alterTable('catalogue').dropColumn('entitlements').execute();
  await db.schema
    .createTable('catalogue_entitlements')
    .addColumn('app_id', 'text', (column) => column.notNull())
    .addColumn('resource_type_id', 'text', (column) => column.notNull())
    .addColumn('resource_id', 'text', (column) => column.notNull())
    .addColumn('id', 'text', (column) => column.notNull())
    .addColumn('entitlement', 'jsonb', (column) => column.notNull())
    .addPrimaryKeyConstraint('catalogue_entitlements_key', ['app_id', 'resource_type_id', 'resource_id', 'id'])
    .execute();
}
