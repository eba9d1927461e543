-- The chain of the audit trail in a table of its own, so that appending takes no lock: a job chains what was committed. The columns
-- previous_hash and hash stay for the version before, which may run beside this one; what it chained stays chained.

alter table audit
  alter column previous_hash drop not null, alter column hash drop not null,
  add column app text, add column xact bigint not null default 0;

alter table audit alter column xact set default pg_current_xact_id()::text::bigint;
update audit set app = requests.app_id from requests where requests.id = audit.request_id;

create table audit_seals (
  position integer primary key,
  seq integer not null unique,
  hash text not null
);

insert into audit_seals select row_number() over (order by seq), seq, hash from audit;

create table audit_heads (
  day text primary key,
  position integer not null,
  seq integer not null,
  hash text not null,
  at timestamptz not null,
  signature text
);

insert into audit_heads (day, position, seq, hash, at)
select to_char(now() at time zone 'UTC', 'YYYY-MM-DD'), position, seq, hash, now()
from audit_seals order by position desc limit 1;

create table audit_starts (
  position integer not null,
  seq integer not null,
  hash text not null,
  at timestamptz not null,
  signature text,
  primary key (position)
);

create table audit_sealing (
  id integer primary key,
  settled_before bigint not null default 0,
  posted_day text,
  posted_position integer
);

create index audit_by_xact on audit (xact);
create index audit_by_at on audit (at);
create index audit_by_request_id on audit (request_id);
create index audit_by_task_id on audit (task_id);

-- Triggers, because they hold for the owner of the tables too, as whom the bot runs.
create function keep_audit_entry() returns trigger language plpgsql as $$ begin
  if tg_op = 'DELETE' and current_user = 'access_audit_pruner' and exists (
    select from audit_seals join audit_starts on audit_seals.position <= audit_starts.position
    where audit_seals.seq = old.seq
  ) then return old; end if;
  raise exception 'the audit trail is append-only: % of % is refused', tg_op, tg_table_name;
end $$;

create function keep_audit_head() returns trigger language plpgsql as $$ begin
  if tg_op = 'UPDATE' and new.position > old.position and new.day = old.day then return new; end if;
  raise exception 'the audit trail is append-only: % of % is refused', tg_op, tg_table_name;
end $$;

create trigger keep_rows before update or delete on audit for each row execute function keep_audit_entry();
create trigger keep_all before truncate on audit for each statement execute function keep_audit_entry();
create trigger keep_rows before update or delete on audit_seals for each row execute function keep_audit_entry();
create trigger keep_all before truncate on audit_seals for each statement execute function keep_audit_entry();
create trigger keep_rows before update or delete on audit_starts for each row execute function keep_audit_entry();
create trigger keep_all before truncate on audit_starts for each statement execute function keep_audit_entry();
create trigger keep_rows before update or delete on audit_heads for each row execute function keep_audit_head();
create trigger keep_all before truncate on audit_heads for each statement execute function keep_audit_entry();
