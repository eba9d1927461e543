import { type Kysely, sql } from 'kysely';

/**
 * The chain of the audit trail in a table of its own, so that appending takes no lock: a job chains what was committed. The columns
 * `previous_hash` and `hash` stay for the version before, which may run beside this one; what it chained stays chained.
 */
export async function auditSeals<Schema>(db: Kysely<Schema>): Promise<void> {
  await sql`
    alter table audit
      alter column previous_hash drop not null, alter column hash drop not null,
      add column app text, add column xact bigint not null default 0`.execute(db);
  await sql`alter table audit alter column xact set default pg_current_xact_id()::text::bigint`.execute(db);
  await sql`update audit set app = requests.app_id from requests where requests.id = audit.request_id`.execute(db);
  await sql`create table audit_seals (position integer primary key, seq integer not null unique, hash text not null)`.execute(
    db,
  );
  await sql`insert into audit_seals select row_number() over (order by seq), seq, hash from audit`.execute(db);
  const head = sql`position integer not null, seq integer not null, hash text not null, at timestamptz not null, signature text`;
  await sql`create table audit_heads (day text primary key, ${head})`.execute(db);
  await sql`
    insert into audit_heads (day, position, seq, hash, at)
    select to_char(now() at time zone 'UTC', 'YYYY-MM-DD'), position, seq, hash, now()
    from audit_seals order by position desc limit 1`.execute(db);
  await sql`create table audit_starts (${head}, primary key (position))`.execute(db);
  await sql`
    create table audit_sealing (
      id integer primary key, settled_before bigint not null default 0, posted_day text, posted_position integer
    )`.execute(db);
  for (const column of ['xact', 'at', 'request_id', 'task_id']) {
    await db.schema.createIndex(`audit_by_${column}`).on('audit').column(column).execute();
  }
  await auditIsAppendOnly(db);
}

/** Triggers, because they hold for the owner of the tables too, as whom the bot runs. */
async function auditIsAppendOnly<Schema>(db: Kysely<Schema>): Promise<void> {
  await sql`
    create function keep_audit_entry() returns trigger language plpgsql as $$ begin
      if tg_op = 'DELETE' and current_user = 'access_audit_pruner' and exists (
        select from audit_seals join audit_starts on audit_seals.position <= audit_starts.position
        where audit_seals.seq = old.seq
      ) then return old; end if;
      raise exception 'the audit trail is append-only: % of % is refused', tg_op, tg_table_name;
    end $$`.execute(db);
  await sql`
    create function keep_audit_head() returns trigger language plpgsql as $$ begin
      if tg_op = 'UPDATE' and new.position > old.position and new.day = old.day then return new; end if;
      raise exception 'the audit trail is append-only: % of % is refused', tg_op, tg_table_name;
    end $$`.execute(db);
  for (const table of ['audit', 'audit_seals', 'audit_starts', 'audit_heads']) {
    const keeper = sql.raw(table === 'audit_heads' ? 'keep_audit_head' : 'keep_audit_entry');
    await sql`
      create trigger keep_rows before update or delete on ${sql.table(table)} for each row execute function ${keeper}()`.execute(
      db,
    );
    await sql`
      create trigger keep_all before truncate on ${sql.table(table)} for each statement execute function keep_audit_entry()`.execute(
      db,
    );
  }
}
