import { type Kysely, sql } from 'kysely';

/** Requests, tasks, cards, reviews, notices, the audit trail, and what is remembered of people and the catalogue. */
export async function up<Schema>(db: Kysely<Schema>): Promise<void> {
  await db.schema
    .createTable('requests')
    .addColumn('id', 'text', (c) => c.primaryKey())
    .addColumn('submission_key', 'text', (c) => c.notNull().unique())
    .addColumn('team_id', 'text', (c) => c.notNull())
    .addColumn('requester_slack_id', 'text', (c) => c.notNull())
    .addColumn('requester_slack_name', 'text', (c) => c.notNull())
    .addColumn('app_id', 'text', (c) => c.notNull())
    .addColumn('app_name', 'text', (c) => c.notNull())
    .addColumn('entitlement_id', 'text', (c) => c.notNull())
    .addColumn('entitlement_name', 'text', (c) => c.notNull())
    .addColumn('justification', 'text', (c) => c.notNull())
    // Whole seconds; an integer ends at 68 years, and services say "permanent" as a hundred.
    .addColumn('duration_seconds', 'double precision')
    .addColumn('emergency', 'boolean', (c) => c.notNull())
    .addColumn('conversation_id', 'text', (c) => c.notNull())
    .addColumn('conversation_url', 'text', (c) => c.notNull())
    .addColumn('state', 'text', (c) => c.notNull())
    .addColumn('refusal', 'jsonb')
    .addColumn('identity_user_id', 'text')
    .addColumn('task_id', 'text')
    .addColumn('created_at', 'timestamptz', (c) => c.notNull())
    .addColumn('updated_at', 'timestamptz', (c) => c.notNull())
    .execute();
  await db.schema
    .createIndex('requests_of_requester')
    .on('requests')
    .columns(['requester_slack_id', 'created_at'])
    .execute();

  await db.schema
    .createTable('tasks')
    .addColumn('id', 'text', (c) => c.primaryKey())
    .addColumn('request_id', 'text', (c) => c.notNull().references('requests.id'))
    .addColumn('is_open', 'boolean', (c) => c.notNull())
    .addColumn('snapshot', 'jsonb', (c) => c.notNull())
    .addColumn('read_at', 'timestamptz', (c) => c.notNull())
    .execute();
  await db.schema.createIndex('tasks_to_read').on('tasks').columns(['is_open', 'read_at']).execute();

  await db.schema
    .createTable('cards')
    .addColumn('id', 'text', (c) => c.primaryKey())
    .addColumn('request_id', 'text', (c) => c.notNull().references('requests.id'))
    .addColumn('channel', 'text', (c) => c.notNull())
    .addColumn('posted_channel', 'text')
    .addColumn('ts', 'text')
    .addColumn('posting_since', 'timestamptz')
    .addColumn('sent_fingerprint', 'text')
    .addColumn('state', 'text', (c) => c.notNull())
    .addUniqueConstraint('one_card_a_destination', ['request_id', 'channel'])
    .execute();

  await db.schema
    .createTable('reviews')
    .addColumn('id', 'text', (c) => c.primaryKey())
    .addColumn('task_id', 'text', (c) => c.notNull())
    .addColumn('request_id', 'text', (c) => c.notNull().references('requests.id'))
    .addColumn('step_id', 'text', (c) => c.notNull())
    .addColumn('verb', 'text', (c) => c.notNull())
    .addColumn('by_slack_id', 'text', (c) => c.notNull())
    .addColumn('by_slack_name', 'text', (c) => c.notNull())
    .addColumn('by_team_id', 'text', (c) => c.notNull())
    .addColumn('reason', 'text', (c) => c.notNull())
    .addColumn('channel', 'text', (c) => c.notNull())
    .addColumn('likely', 'boolean', (c) => c.notNull())
    .addColumn('state', 'text', (c) => c.notNull())
    .addColumn('refusal', 'jsonb')
    .addColumn('at', 'timestamptz', (c) => c.notNull())
    .execute();
  await sql`create unique index one_winner_a_step on reviews (task_id, step_id) where state in ('acting', 'done')`.execute(
    db,
  );
  await sql`create unique index one_try_a_person on reviews (task_id, step_id, by_slack_id) where state <> 'refused'`.execute(
    db,
  );

  await db.schema
    .createTable('notices')
    .addColumn('id', 'text', (c) => c.primaryKey())
    .addColumn('occasion', 'text', (c) => c.notNull().unique())
    .addColumn('request_id', 'text', (c) => c.notNull().references('requests.id'))
    .addColumn('target', 'jsonb', (c) => c.notNull())
    .addColumn('body', 'jsonb', (c) => c.notNull())
    .addColumn('created_at', 'timestamptz', (c) => c.notNull())
    .addColumn('sent_at', 'timestamptz')
    .execute();

  await db.schema
    .createTable('audit')
    .addColumn('seq', 'integer', (c) => c.primaryKey().generatedAlwaysAsIdentity())
    .addColumn('kind', 'text', (c) => c.notNull())
    .addColumn('at', 'timestamptz', (c) => c.notNull())
    .addColumn('request_id', 'text')
    .addColumn('task_id', 'text')
    .addColumn('actor', 'text')
    .addColumn('detail', 'text', (c) => c.notNull())
    .addColumn('previous_hash', 'text', (c) => c.notNull())
    .addColumn('hash', 'text', (c) => c.notNull())
    .execute();

  await db.schema
    .createTable('identities')
    .addColumn('slack_user_id', 'text', (c) => c.primaryKey())
    .addColumn('person', 'jsonb', (c) => c.notNull())
    .addColumn('checked_at', 'timestamptz', (c) => c.notNull())
    .execute();

  await db.schema
    .createTable('catalogue')
    .addColumn('app_id', 'text', (c) => c.notNull())
    .addColumn('resource_type_id', 'text', (c) => c.notNull())
    .addColumn('resource_id', 'text', (c) => c.notNull())
    .addColumn('entitlements', 'jsonb', (c) => c.notNull())
    .addColumn('fetched_at', 'timestamptz', (c) => c.notNull())
    .addPrimaryKeyConstraint('catalogue_key', ['app_id', 'resource_type_id', 'resource_id'])
    .execute();
}
