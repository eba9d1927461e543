import { type Kysely, sql } from 'kysely';

/** For whom, with which extra answers, several in one go, extensions; what holders do with a request; how long grants last. */
export async function up<Schema>(db: Kysely<Schema>): Promise<void> {
  await db.schema
    .alterTable('requests')
    .addColumn('target_slack_id', 'text')
    .addColumn('request_data', 'jsonb')
    .addColumn('group_id', 'text')
    .addColumn('extends_request_id', 'text')
    .execute();
  await db.schema.createIndex('requests_of_target').on('requests').columns(['target_slack_id', 'created_at']).execute();
  await db.schema.createIndex('requests_of_group').on('requests').column('group_id').execute();

  await db.schema.alterTable('cards').addColumn('thread_of', 'text').execute();

  // Whom the task's last step with reviewers asked: a task that ended names nobody any more.
  await db.schema.alterTable('tasks').addColumn('asked', 'jsonb').execute();

  // Who is asked to review, without reading every open task.
  await sql`create index open_tasks_by_content on tasks using gin (snapshot jsonb_path_ops) where is_open`.execute(db);

  await sql`create index identities_of_person on identities ((person ->> 'id'))`.execute(db);

  await db.schema
    .createTable('holder_actions')
    .addColumn('id', 'text', (c) => c.primaryKey())
    .addColumn('request_id', 'text', (c) => c.notNull().references('requests.id'))
    .addColumn('kind', 'text', (c) => c.notNull())
    .addColumn('by_slack_id', 'text', (c) => c.notNull())
    .addColumn('by_slack_name', 'text', (c) => c.notNull())
    .addColumn('by_team_id', 'text', (c) => c.notNull())
    .addColumn('reason', 'text', (c) => c.notNull())
    .addColumn('channel', 'text', (c) => c.notNull())
    .addColumn('state', 'text', (c) => c.notNull())
    .addColumn('refusal', 'jsonb')
    .addColumn('at', 'timestamptz', (c) => c.notNull())
    .execute();
  await sql`create unique index one_action_of_a_kind on holder_actions (request_id, kind) where state <> 'refused'`.execute(
    db,
  );

  await db.schema
    .createTable('grants')
    .addColumn('request_id', 'text', (c) => c.primaryKey().references('requests.id'))
    .addColumn('started_at', 'timestamptz', (c) => c.notNull())
    .addColumn('ends_at', 'timestamptz')
    .addColumn('ended_at', 'timestamptz')
    .addColumn('ended_by', 'text')
    .execute();
  await sql`create index grants_to_end on grants (ends_at) where ended_at is null`.execute(db);
}
