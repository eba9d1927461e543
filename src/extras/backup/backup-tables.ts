import { sql, type Transaction } from 'kysely';
import { repeatErasures } from '../../store/people/forget-person.ts';
import type { Forgotten } from '../../store/people/forgotten-file.ts';
import { DatabaseUnavailable } from '../../store/platform/data-folder.ts';
import type { Database } from '../../store/platform/database.ts';
import { migrate, newestMigration } from '../../store/platform/migrations.ts';
import { processName } from '../../store/platform/postgres-pool.ts';
import type { Tables } from '../../store/platform/tables.ts';
import { detailColumns } from '../../store/record/audit-entry.ts';
import { newestHead } from '../../store/record/audit-sealing.ts';
import { beginningAfter, isUnused, verifiedBefore } from '../../store/record/begin-trail.ts';
import { canSign, type SignHead } from '../../use-cases/trail/audit-chain.ts';
import { notVerified, type VerifyTrail } from '../../use-cases/trail/extend-audit-chain.ts';
import {
  type BackupHeader,
  type BackupRow,
  BadBackup,
  type Installation,
} from './backup-records.ts';

/**
 * Every table, those that others refer to first. The queue's tables are left out, because its jobs
 * follow from the rows.
 */
export const keptTables = `
  subjects requests asked_anyway profile_requests profile_tasks tasks_elsewhere task_feeds followed_elsewhere
  tasks task_readings watched_tasks cards actions notices grants access_events_read due_times webhook_deliveries digests homes overviews confirmations
  audit audit_seals audit_starts audit_heads audit_sealing audit_push restores
  identities resolved_identities tenant_apps catalogue catalogue_entitlements request_catalogs request_catalogs_read disproved_visibility
  held_readings held_returns agent_drafts work_readings agent_tokens agent_signatures agent_lookups forgotten_people found_operations
`
  .trim()
  .split(/\s+/);

/** Rows that are read or written in one go. */
const pageSize = 500;

export interface CopyOrder extends Pick<Installation, 'tenant'> {
  readonly now: Date;
  /** The workspace of the settings; null if unknown. Called only if the rows do not name it. */
  readonly askWorkspace: () => Promise<string | null>;
}

/** Hands over every row as it is at one moment. */
export async function readEverything(
  { background }: Pick<Database, 'background'>,
  { now, tenant, askWorkspace }: CopyOrder,
  take: (header: BackupHeader, rows: AsyncIterable<BackupRow>) => Promise<void>,
): Promise<void> {
  const snapshot = background
    .transaction()
    .setIsolationLevel('repeatable read')
    .setAccessMode('read only');
  await snapshot.execute(async (trx) => {
    const position = (await newestHead(trx))?.position ?? 0;
    const workspace = (await workspaceIn(trx)) ?? (await askWorkspace());
    const about = {
      migration: newestMigration,
      at: now.toISOString(),
      position,
      tenant,
      workspace,
    };
    await take({ ...about, tables: keptTables }, rowsIn(trx));
  });
}

/**
 * The workspace of the newest request, because a backup can be made while Slack cannot be reached.
 */
async function workspaceIn(trx: Transaction<Tables>): Promise<string | null> {
  const newest = trx
    .selectFrom('requests')
    .select('teamId')
    .where('teamId', '<>', '')
    .orderBy('createdAt', 'desc');
  return (await newest.limit(1).executeTakeFirst())?.teamId ?? null;
}

async function* rowsIn(trx: Transaction<Tables>): AsyncIterable<BackupRow> {
  for (const table of keptTables) {
    // Numbers of transactions mean nothing to another server.
    await sql`declare kept no scroll cursor for select to_jsonb(kept) - 'xact' as "row" from ${sql.table(table)} as kept`.execute(
      trx,
    );
    const page = sql<{ row: Record<string, unknown> }>`fetch ${sql.lit(pageSize)} from kept`;
    for (
      let { rows } = await page.execute(trx);
      rows.length > 0;
      { rows } = await page.execute(trx)
    ) {
      for (const { row } of rows) yield [table, row];
    }
    await sql`close kept`.execute(trx);
  }
}

/**
 * The application name of a restore's connections, so that another restore is not mistaken for a
 * bot.
 */
export const restoringName = 'access-request-restore';

export interface Restore {
  readonly header: BackupHeader;
  readonly rows: AsyncIterable<BackupRow>;
  /** Whether what is there may go. */
  readonly replace: boolean;
  readonly at: Date;
  /** The person who restores, and the signature that `audit --verify` checks. */
  readonly actor: string;
  readonly signature: string | null;
  /** Signs the beginning of a trail that has none. */
  readonly sign: SignHead;
  /** Whether the trail of an earlier version is as it was sealed. */
  readonly verifyTrail?: VerifyTrail | undefined;
  /** The people who were forgotten, according to the data folder. */
  readonly forgotten?: readonly Forgotten[];
}

/**
 * Puts the rows of a copy in the place of what is there, all or nothing, and leaves the rest to the
 * bot's next start: what the copy has as not done yet may have been done since, so it is marked as
 * unknown.
 *
 * @throws BadBackup where the copy lacks a table, or has one that is not kept
 * @throws DatabaseUnavailable where a bot is connected, another restore goes on, or something is
 * there that is not to be replaced
 */
export async function restoreEverything(
  { background }: Pick<Database, 'background'>,
  restore: Restore,
): Promise<void> {
  const { header, rows, replace, at, actor, sign, signature } = restore;
  const { verifyTrail = notVerified } = restore;
  await background.transaction().execute(async (trx) => {
    await refuseBesideOthers(trx);
    if (!replace) await refuseRows(trx);
    const forgotten = [...(restore.forgotten ?? []), ...(await forgottenHere(trx))];
    await sql`drop view subject_facts`.execute(trx);
    const tables = sql.join(keptTables.map((name) => sql.table(name)));
    await sql`drop table ${tables}`.execute(trx);
    await sql`drop function keep_audit_entry, keep_audit_head, add_subject, remove_subject`.execute(
      trx,
    );
    await sql`delete from kysely_migration`.execute(trx);
    await sql`do $$ begin if to_regclass('pgboss.job') is not null then delete from pgboss.job; end if; end $$`.execute(
      trx,
    );
    await migrate(trx, { upTo: header.migration });
    await refuseMissingTables(trx, header);
    await insertAll(trx, rows);
    await sql`select setval(pg_get_serial_sequence('audit', 'seq'), max(seq)) from audit`.execute(
      trx,
    );
    // A backup of a version without beginnings gets one once its chain is verified.
    const place = await verifiedBefore(trx, sign, verifyTrail);
    const beginTrail = place === null ? undefined : beginningAfter(place, { now: at, sign });
    await migrate(trx, { beginTrail });
    for (const change of unknownSince(header)) await change.execute(trx);
    const detail = { copyAt: header.at, position: header.position, signature };
    await trx
      .insertInto('audit')
      .values({ kind: 'database.restored', at, actor, ...detailColumns(detail) })
      .execute();
    await trx.insertInto('restores').values({ at, settledAt: null }).execute();
    await forgetAgain(trx, forgotten, restore);
  });
}

async function forgottenHere(trx: Transaction<Tables>): Promise<readonly Forgotten[]> {
  const rows = await trx.selectFrom('forgottenPeople').select(['pseudonym', 'at']).execute();
  return rows.map(({ pseudonym, at }) => ({ pseudonym, at: at.toISOString() }));
}

/**
 * Erases again those who were forgotten after the copy was made.
 *
 * @throws BadBackup without the key, which tells whom a pseudonym stands for
 */
async function forgetAgain(
  trx: Transaction<Tables>,
  forgotten: readonly Forgotten[],
  { header, at, actor, sign }: Restore,
): Promise<void> {
  const since = forgotten.filter((one) => one.at > header.at);
  if (since.length === 0) return;
  if (!canSign(sign))
    throw new BadBackup(
      'People were forgotten since it was made. Set AUDIT_SIGNING_KEY, so that they are forgotten again.',
    );
  const pseudonyms = new Set(since.map(({ pseudonym }) => pseudonym));
  await repeatErasures(trx, pseudonyms, { now: at, sign, operator: actor });
  const rows = since.map((one) => ({ pseudonym: one.pseudonym, at: new Date(one.at) }));
  await trx
    .insertInto('forgottenPeople')
    .values(rows)
    .onConflict((conflict) => conflict.column('pseudonym').doNothing())
    .execute();
}

async function refuseBesideOthers(trx: Transaction<Tables>): Promise<void> {
  const lock = sql<{
    isFirst: boolean;
  }>`select pg_try_advisory_xact_lock(hashtext(${restoringName})) as "isFirst"`;
  if ((await lock.execute(trx)).rows[0]?.isFirst !== true) {
    throw new DatabaseUnavailable(
      'Another restore into this database is going on. Wait until it has ended.',
    );
  }
  const { rows } = await sql<{ name: string }>`
    select distinct application_name as name from pg_stat_activity
    where datname = current_database() and application_name like 'access-request-bot/%' and application_name <> ${processName}`.execute(
    trx,
  );
  const names = rows.map(({ name }) => name).join(', ');
  if (names !== '') {
    throw new DatabaseUnavailable(
      `A bot is connected to this database (${names}). Stop every bot first: it would go on with what is replaced.`,
    );
  }
}

async function refuseRows(trx: Transaction<Tables>): Promise<void> {
  if (await isUnused(trx)) return;
  throw new DatabaseUnavailable(
    'The database is not empty. With --replace everything in it is lost: make a backup of it before.',
  );
}

/**
 * Without this check, a table missing from the file, such as the trail, would silently be restored
 * empty.
 */
async function refuseMissingTables(
  trx: Transaction<Tables>,
  { tables }: BackupHeader,
): Promise<void> {
  if (tables === null) return;
  const { rows } = await sql<{ name: string }>`
    select tablename as name from pg_tables where schemaname = 'public'`.execute(trx);
  const missing = rows
    .map(({ name }) => name)
    .filter((name) => keptTables.includes(name) && !tables.includes(name));
  if (missing.length > 0)
    throw new BadBackup(`It lacks what the bot keeps in ${missing.join(', ')}. Take another copy.`);
}

async function insertAll(trx: Transaction<Tables>, rows: AsyncIterable<BackupRow>): Promise<void> {
  let page: BackupRow[] = [];
  const insert = async () => {
    const [first] = page;
    if (first === undefined) return;
    const [table, { ...row }] = first;
    const columns = sql.join(Object.keys(row).map((name) => sql.ref(name)));
    const values = JSON.stringify(page.map(([, one]) => one));
    await sql`
      insert into ${sql.table(table)} (${columns}) overriding system value
      select ${columns} from jsonb_populate_recordset(null::${sql.table(table)}, ${values}::jsonb)`.execute(
      trx,
    );
    page = [];
  };
  for await (const row of rows) {
    if (!keptTables.includes(row[0]))
      throw new BadBackup(`It has rows of “${row[0]}”, which the bot does not keep.`);
    if (page.length === pageSize || (page[0] !== undefined && page[0][0] !== row[0]))
      await insert();
    page.push(row);
  }
  await insert();
}

/**
 * Jobs that look at the service before they act, as after a lost answer. Cards and Homes may show
 * changes made after the copy.
 */
const unknownSince = ({ at }: BackupHeader) => [
  sql`update requests set state = 'sending' where state = 'submitted'`,
  sql`update actions set state = 'sending' where state = 'accepted' and verb not in ('approve', 'deny')`,
  sql`
    update actions set state = 'sending' where state = 'accepted' and verb in ('approve', 'deny') and not exists (
      select from actions as other
      where (other.task_id, other.step_id, other.occurrence) = (actions.task_id, actions.step_id, actions.occurrence)
        and other.verb in ('approve', 'deny') and other.id <> actions.id
        and (other.state in ('sending', 'done') or other.state = 'accepted' and (other.at, other.id) < (actions.at, actions.id))
    )`,
  sql`delete from task_readings where task_id in (select id from tasks where is_open)`,
  sql`update cards set posting_since = coalesce(posting_since, ${at}) where ts is null and state = 'wanted'`,
  sql`update cards set sent_fingerprint = null where request_id in (select request_id from tasks where is_open)`,
  sql`update homes set fingerprint = null`,
  // One that was revoked since would be good again.
  sql`update agent_tokens set ended_at = ${at}, ended_by = 'restored' where ended_at is null`,
  sql`update audit_sealing set settled_before = 0`,
];
