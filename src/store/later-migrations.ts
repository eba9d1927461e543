import { type Kysely, sql } from 'kysely';

/** Where a channel is told of cards that are still to be posted; which those are. */
export async function overviews<Schema>(db: Kysely<Schema>): Promise<void> {
  await db.schema
    .createTable('overviews')
    .addColumn('channel', 'text', (column) => column.primaryKey())
    .addColumn('place', 'jsonb')
    .execute();
  await sql`create index cards_to_post on cards (channel) where ts is null and state = 'wanted'`.execute(db);
}

/**
 * When each task was read, apart from what was read: open tasks are read again and again, and most readings change nothing else. Earlier
 * versions go on writing the columns in `tasks`.
 */
export async function taskReadings<Schema>(db: Kysely<Schema>): Promise<void> {
  // With room in its pages and no index on what changes, a table of short rows is rewritten in place and does not grow.
  await sql`
    create table task_readings (
      task_id text primary key references tasks (id) on delete cascade,
      read_at timestamptz not null,
      missed_times integer not null default 0,
      missed_since timestamptz
    ) with (fillfactor = 50)`.execute(db);
  await sql`
    insert into task_readings (task_id, read_at, missed_times, missed_since)
    select id, read_at, missed_times, missed_since from tasks`.execute(db);
  await db.schema.dropIndex('tasks_to_read').execute();
  await sql`create index open_tasks on tasks (id) where is_open`.execute(db);
  await sql`alter table tasks alter column read_at set default now()`.execute(db);
}

/** When the database was restored from a copy, and when what the copy left open was looked up. */
export async function restores<Schema>(db: Kysely<Schema>): Promise<void> {
  await db.schema
    .createTable('restores')
    .addColumn('at', 'timestamptz', (column) => column.primaryKey())
    .addColumn('settled_at', 'timestamptz')
    .execute();
}

/** The administrator's questions that were answered with yes. */
export async function confirmations<Schema>(db: Kysely<Schema>): Promise<void> {
  await db.schema
    .createTable('confirmations')
    .addColumn('question', 'text', (column) => column.primaryKey())
    .addColumn('at', 'timestamptz', (column) => column.notNull())
    .execute();
}

/** When the holder of a grant is to hear that it is going to end, and whether they did. */
export async function warningsOfEnds<Schema>(db: Kysely<Schema>): Promise<void> {
  await db.schema
    .alterTable('grants')
    .addColumn('warn_at', 'timestamptz')
    .addColumn('is_warned', 'boolean', (column) => column.notNull().defaultTo(false))
    .execute();
}
