import { type Kysely, sql } from 'kysely';

/** What people and their teams ask for usually, in one app and in all. */
export async function up<Schema>(db: Kysely<Schema>): Promise<void> {
  await db.schema.createIndex('requests_of_app').on('requests').columns(['app_id', 'created_at']).execute();
  await db.schema.createIndex('requests_by_time').on('requests').column('created_at').execute();
  await sql`create index identities_of_department on identities ((person ->> 'department'))`.execute(db);
}
