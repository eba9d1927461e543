/**
 * Every schema change there ever was, in order. One that was released is never edited: the next one follows it. Long because none ever goes.
 */
import { type Kysely, sql } from 'kysely';
import { type Migration, Migrator } from 'kysely/migration';
import { auditSeals } from './audit-seals-migration.ts';
import { confirmations, overviews, restores, taskReadings, warningsOfEnds } from './later-migrations.ts';

/** Databases record these names, so a name never changes; the functions are named after what they add. */
const migrations = {
  '0001-first-way': { up: requestsTasksCardsReviewsAuditCatalogue },
  '0002-asking': { up: targetsGroupsHolderActionsGrants },
  '0003-usual': { up: indexesForEntitlementKeys },
  '0004-held': { up: timeTextAndIndexForHeldEntitlements },
  '0005-catalogue-in-rows': { up: oneRowPerCatalogueEntitlement },
  '0006-card-permalink': { up: cardPermalink },
  '0007-unsent-notices': { up: indexForUnsentNotices },
  '0008-message-author': { up: messageAuthor },
  '0009-resolved-identities': { up: resolvedIdentities },
  '0010-review-occurrences': { up: reviewOccurrences },
  '0011-missed-tasks': { up: missedTasks },
  '0012-audit-seals': { up: auditSeals },
  '0013-grant-endings': { up: grantEndings },
  '0014-due-times': { up: dueTimes },
  '0015-task-acts': { up: taskActs },
  '0016-homes': { up: homes },
  '0017-offering-notices': { up: offeringNotices },
  '0018-warnings-of-ends': { up: warningsOfEnds },
  '0019-overviews': { up: overviews },
  '0020-task-readings': { up: taskReadings },
  '0021-restores': { up: restores },
  '0022-confirmations': { up: confirmations },
};

export const newestMigration = Object.keys(migrations).at(-1) ?? '';

/** Whether it is one of this version of the bot, or of an earlier one. */
export const isKnownMigration = (name: string): boolean => Object.hasOwn(migrations, name);

/**
 * Brings the schema up to date, or as far as one of its changes; several processes may call it at once. Throws with what the failing
 * migration threw as the cause.
 */
export async function migrate<Schema>(kysely: Kysely<Schema>, upTo?: string): Promise<void> {
  const all = { ...(await migrationsOfLaterVersions(kysely)), ...migrations };
  const migrator = new Migrator({ db: kysely, provider: { getMigrations: async () => all } });
  const { error } = await (upTo === undefined ? migrator.migrateToLatest() : migrator.migrateTo(upTo));
  if (error !== undefined) throw new Error('a migration failed', { cause: error });
}

/**
 * What a later version has run. A version only adds what the one before it can do without, so this one works beside it, and can be gone
 * back to; it is the Migrator that would refuse.
 */
async function migrationsOfLaterVersions<Schema>(kysely: Kysely<Schema>): Promise<Record<string, Migration>> {
  const { rows: tables } = await sql`select 1 where to_regclass('kysely_migration') is not null`.execute(kysely);
  if (tables.length === 0) return {};
  const { rows } = await sql<{
    name: string;
  }>`select name from kysely_migration where name > ${newestMigration}`.execute(kysely);
  return Object.fromEntries(rows.map(({ name }) => [name, { up: async () => undefined }]));
}

/** Tables of requests, tasks, cards, reviews, notices, the audit trail, identities and the catalogue. */
async function requestsTasksCardsReviewsAuditCatalogue<Schema>(db: Kysely<Schema>): Promise<void> {
  await requestsTasksCards(db);
  await reviews(db);
  await noticesAuditIdentitiesCatalogue(db);
}

async function requestsTasksCards<Schema>(db: Kysely<Schema>): Promise<void> {
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
    // Whole seconds. A 32-bit integer ends at 68 years, and some services write 100 years for "permanent".
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
}

async function reviews<Schema>(db: Kysely<Schema>): Promise<void> {
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
}

async function noticesAuditIdentitiesCatalogue<Schema>(db: Kysely<Schema>): Promise<void> {
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

/** Columns for the target, extra answers, groups and extensions; tables of holder actions and grants. */
async function targetsGroupsHolderActionsGrants<Schema>(db: Kysely<Schema>): Promise<void> {
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

  // The reviewers of the last step that had any: a task that has ended names nobody.
  await db.schema.alterTable('tasks').addColumn('asked', 'jsonb').execute();

  // Finds a reviewer's open tasks without reading all of them.
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

/** Indexes for what a person and their team usually ask for, in one app and in all. */
async function indexesForEntitlementKeys<Schema>(db: Kysely<Schema>): Promise<void> {
  await db.schema.createIndex('requests_of_app').on('requests').columns(['app_id', 'created_at']).execute();
  await db.schema.createIndex('requests_by_time').on('requests').column('created_at').execute();
  await sql`create index identities_of_department on identities ((person ->> 'department'))`.execute(db);
}

/** An index for what an identity holds; a column for the duration or end as it was typed. */
async function timeTextAndIndexForHeldEntitlements<Schema>(db: Kysely<Schema>): Promise<void> {
  await db.schema.createIndex('requests_of_identity').on('requests').columns(['identity_user_id', 'app_id']).execute();
  await db.schema
    .alterTable('requests')
    .addColumn('time_text', 'text', (column) => column.notNull().defaultTo(''))
    .execute();
}

/** One row per entitlement instead of one per resource, so that a refresh writes only what changed. The catalogue is a copy: it is read again. */
async function oneRowPerCatalogueEntitlement<Schema>(db: Kysely<Schema>): Promise<void> {
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

/** A column for a card's link, which never changes and is asked of Slack once. */
async function cardPermalink<Schema>(db: Kysely<Schema>): Promise<void> {
  await db.schema.alterTable('cards').addColumn('permalink', 'text').execute();
}

/** An index for the messages of a request that wait to be sent. */
async function indexForUnsentNotices<Schema>(db: Kysely<Schema>): Promise<void> {
  await sql`create index unsent_notices on notices (request_id) where sent_at is null`.execute(db);
}

/** A column for whoever wrote the message that a request is about. */
async function messageAuthor<Schema>(db: Kysely<Schema>): Promise<void> {
  await db.schema.alterTable('requests').addColumn('message_author', 'text').execute();
}

/** A column for the requester's identity when they asked; a table of the identity that each account was last resolved as. */
async function resolvedIdentities<Schema>(db: Kysely<Schema>): Promise<void> {
  await db.schema.alterTable('requests').addColumn('requester_identity_id', 'text').execute();
  await db.schema
    .createTable('resolved_identities')
    .addColumn('slack_user_id', 'text', (column) => column.primaryKey())
    .addColumn('identity_user_id', 'text', (column) => column.notNull())
    .addColumn('former_id', 'text')
    .addColumn('changed_at', 'timestamptz')
    .execute();
  // Identities with the oldest date were expected from a card, not resolved.
  await sql`
    insert into resolved_identities (slack_user_id, identity_user_id)
    select slack_user_id, person ->> 'id' from identities where checked_at > to_timestamp(0)`.execute(db);
  // Some may rest on an email that nobody confirmed.
  await sql`update identities set checked_at = to_timestamp(0)`.execute(db);
}

/** Decisions of a step that comes again after a restart, as whom they were made, and those that were taken back. */
async function reviewOccurrences<Schema>(db: Kysely<Schema>): Promise<void> {
  await db.schema
    .alterTable('reviews')
    .addColumn('occurrence', 'text', (column) => column.notNull().defaultTo(''))
    .addColumn('identity_user_id', 'text')
    .addColumn('withdrawn', 'boolean', (column) => column.notNull().defaultTo(false))
    .execute();
  await sql`drop index one_winner_a_step`.execute(db);
  await sql`drop index one_try_a_person`.execute(db);
  await sql`create unique index one_winner_a_step on reviews (task_id, step_id, occurrence) where state in ('acting', 'done')`.execute(
    db,
  );
  await sql`create unique index one_try_a_person on reviews (task_id, step_id, occurrence, by_slack_id) where state <> 'refused'`.execute(
    db,
  );
}

/** How often in a row an open task was not in the service's answers. */
async function missedTasks<Schema>(db: Kysely<Schema>): Promise<void> {
  await db.schema
    .alterTable('tasks')
    .addColumn('missed_times', 'integer', (column) => column.notNull().defaultTo(0))
    .addColumn('missed_since', 'timestamptz')
    .execute();
}

/** What is known of a grant's end, when it is looked at next, and up to when the service's events were read for it. */
async function grantEndings<Schema>(db: Kysely<Schema>): Promise<void> {
  await db.schema
    .alterTable('grants')
    .addColumn('leaving', 'text')
    .addColumn('revoked_at', 'timestamptz')
    .addColumn('check_at', 'timestamptz')
    .addColumn('checks', 'integer', (column) => column.notNull().defaultTo(0))
    .addColumn('read_until', 'timestamptz')
    .execute();
  await sql`drop index grants_to_end`.execute(db);
  await sql`create index grants_to_check on grants (coalesce(check_at, ends_at)) where ended_at is null`.execute(db);
}

/** When each request that waits is looked at next, at once for those that wait already; the days that had their digest. */
async function dueTimes<Schema>(db: Kysely<Schema>): Promise<void> {
  await db.schema
    .createTable('due_times')
    .addColumn('request_id', 'text', (column) => column.primaryKey().references('requests.id').onDelete('cascade'))
    .addColumn('due_at', 'timestamptz')
    .addColumn('watch', 'jsonb')
    .execute();
  await sql`create index due_times_next on due_times (due_at) where due_at is not null`.execute(db);
  await sql`insert into due_times (request_id, due_at) select distinct request_id, now() from tasks where is_open`.execute(
    db,
  );
  await db.schema
    .createTable('digests')
    .addColumn('day', 'text', (column) => column.primaryKey())
    .execute();
}

/** What acts need beside words, as often as somebody likes; the time that a request is shortened to when it is approved. */
async function taskActs<Schema>(db: Kysely<Schema>): Promise<void> {
  await db.schema.alterTable('holder_actions').addColumn('detail', 'jsonb').execute();
  await db.schema.alterTable('reviews').addColumn('duration_seconds', 'integer').execute();
  await sql`drop index one_action_of_a_kind`.execute(db);
  await sql`
    create unique index one_action_of_a_kind on holder_actions (request_id, kind)
    where state <> 'refused' and kind in ('escalate', 'withdraw', 'give-back')`.execute(db);
  await sql`create index acts_on_a_request on holder_actions (request_id, at)`.execute(db);
}

/** When somebody opened their Home, and what was published there. */
async function homes<Schema>(db: Kysely<Schema>): Promise<void> {
  await db.schema
    .createTable('homes')
    .addColumn('slack_user_id', 'text', (column) => column.primaryKey())
    .addColumn('opened_at', 'timestamptz', (column) => column.notNull())
    .addColumn('published_at', 'timestamptz')
    .addColumn('fingerprint', 'text')
    .execute();
}

/** Where a message was posted that offers something which can be over. */
async function offeringNotices<Schema>(db: Kysely<Schema>): Promise<void> {
  await db.schema.alterTable('notices').addColumn('posted_channel', 'text').addColumn('ts', 'text').execute();
  await sql`create index offering_notices on notices (request_id) where ts is not null`.execute(db);
}
