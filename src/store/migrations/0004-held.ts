import type { Kysely } from 'kysely';

/** What one identity has, by whichever requests; what somebody typed for how long. */
export async function up<Schema>(db: Kysely<Schema>): Promise<void> {
  await db.schema.createIndex('requests_of_identity').on('requests').columns(['identity_user_id', 'app_id']).execute();
  await db.schema
    .alterTable('requests')
    .addColumn('time_text', 'text', (column) => column.notNull().defaultTo(''))
    .execute();
}
