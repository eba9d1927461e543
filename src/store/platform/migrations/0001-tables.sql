-- The tables of the first release; docs/storage.md describes them.

create table requests (
  id text primary key,
  submission_key text not null unique,
  team_id text not null,
  requester_slack_id text not null,
  requester_slack_name text not null,
  requester_identity_id text,
  target_slack_id text,
  identity_user_id text,
  app_id text not null,
  app_name text not null,
  entitlement_id text not null,
  entitlement_name text not null,
  justification text not null,
  request_data jsonb,
  -- Whole seconds. A 32-bit integer ends at 68 years, and some services write 100 years for "permanent".
  duration_seconds double precision,
  -- The duration or end as it was typed.
  time_text text not null default '',
  emergency boolean not null,
  group_id text,
  extends_request_id text,
  -- The request whose place this one takes: it is sent when that one has ended.
  corrects_request_id text,
  conversation_id text not null,
  conversation_url text not null,
  message_author text,
  state text not null,
  refusal jsonb,
  task_id text,
  created_at timestamptz not null,
  updated_at timestamptz not null
);

create index requests_by_time on requests (created_at);
create index requests_of_requester on requests (requester_slack_id, created_at);
create index requests_of_target on requests (target_slack_id, created_at);
create index requests_of_identity on requests (identity_user_id, app_id);
create index requests_of_group on requests (group_id);
create index requests_of_entitlement on requests (app_id, entitlement_id, created_at);
create index requests_of_holder on requests (
  coalesce(target_slack_id, requester_slack_id), app_id, entitlement_id, created_at
);

create table tasks (
  id text primary key,
  request_id text not null references requests (id) on delete cascade,
  is_open boolean not null,
  snapshot jsonb not null,
  -- The reviewers of the last step that had any, and of the first: a task that has ended names nobody.
  asked jsonb,
  asked_first jsonb,
  -- Ids of the steps that approved themselves, because the bot's account is one of their reviewers.
  self_approved text[] not null default '{}'
);

create index tasks_of_request on tasks (request_id);
create index open_tasks on tasks (id) where is_open;
-- Finds a reviewer's open tasks without reading all of them.
create index open_tasks_by_content on tasks using gin (snapshot jsonb_path_ops) where is_open;

-- Apart from what was read: open tasks are read again and again, and most readings change nothing else. With room in its pages and
-- no index on what changes, a table of short rows is rewritten in place and does not grow.
create table task_readings (
  task_id text primary key references tasks (id) on delete cascade,
  read_at timestamptz not null,
  missed_times integer not null default 0,
  missed_since timestamptz
) with (fillfactor = 50);

create table cards (
  id text primary key,
  request_id text not null references requests (id) on delete cascade,
  channel text not null,
  thread_of text,
  posted_channel text,
  ts text,
  posting_since timestamptz,
  sent_fingerprint text,
  permalink text,
  state text not null,
  constraint one_card_a_destination unique (request_id, channel)
);

create index cards_to_post on cards (channel) where ts is null and state = 'wanted';

create table actions (
  id text primary key,
  request_id text not null references requests (id) on delete cascade,
  task_id text,
  verb text not null,
  step_id text not null,
  -- Tells a step from another with its id, after a restart.
  occurrence text not null,
  by_slack_id text not null,
  by_slack_name text not null,
  by_team_id text not null,
  reason text not null,
  duration_seconds integer,
  input jsonb,
  -- The fingerprint of what the card of the click showed.
  shown text,
  channel text not null,
  likely boolean not null,
  state text not null,
  refusal jsonb,
  -- As whom a decision was allowed.
  identity_user_id text,
  taken_back boolean not null default false,
  at timestamptz not null
);

create unique index one_winner_a_step on actions (task_id, step_id, occurrence)
where verb in ('approve', 'deny') and state in ('sending', 'done');
create unique index one_try_a_person on actions (task_id, step_id, occurrence, by_slack_id)
where verb in ('approve', 'deny') and state in ('accepted', 'sending', 'done');
create unique index one_for_a_request on actions (request_id, verb)
where verb in ('escalate', 'withdraw', 'give-back') and state in ('accepted', 'sending', 'done');
create index actions_on_a_request on actions (request_id, at);
create index decisions_on_a_task on actions (task_id) where verb in ('approve', 'deny');

create table notices (
  id text primary key,
  occasion text not null unique,
  request_id text not null references requests (id) on delete cascade,
  target jsonb not null,
  body jsonb not null,
  -- Where a message was posted that offers something which can be over, and what that is.
  posted_channel text,
  ts text,
  offered jsonb,
  created_at timestamptz not null,
  sent_at timestamptz
);

create index notices_of_request on notices (request_id);
-- A reminder lists several requests: it is rendered again when one of them is decided.
create index reminders_about on notices using gin ((body -> 'about') jsonb_path_ops) where ts is not null;

create table grants (
  request_id text primary key references requests (id) on delete cascade,
  started_at timestamptz not null,
  ends_at timestamptz,
  ended_at timestamptz,
  ended_by text,
  revocation_pending text,
  revoked_at timestamptz,
  -- When it is looked at next, how often it was, and up to when the service's events were read for it.
  check_at timestamptz,
  checks integer not null default 0,
  read_until timestamptz,
  -- When the holder is to hear that it is going to end.
  warn_at timestamptz,
  is_warned boolean not null default false
);

create index grants_to_check on grants (coalesce(check_at, ends_at)) where ended_at is null;

create table due_times (
  request_id text primary key references requests (id) on delete cascade,
  due_at timestamptz,
  watch jsonb
);

create index due_times_next on due_times (due_at) where due_at is not null;

create table identities (
  slack_user_id text primary key,
  person jsonb not null,
  checked_at timestamptz not null
);

create index identities_of_person on identities ((person ->> 'id'));
create index identities_of_department on identities ((person ->> 'department'));

create table resolved_identities (
  slack_user_id text primary key,
  identity_user_id text not null,
  former_id text,
  changed_at timestamptz
);

create table homes (
  slack_user_id text primary key,
  opened_at timestamptz not null,
  published_at timestamptz,
  fingerprint text
);

create table confirmations (
  question text primary key,
  at timestamptz not null
);

create table overviews (
  channel text primary key,
  place jsonb
);

create table digests (
  day text primary key
);

create table catalogue (
  app_id text not null,
  resource_type_id text not null,
  resource_id text not null,
  fetched_at timestamptz not null,
  constraint catalogue_key primary key (app_id, resource_type_id, resource_id)
);

create table catalogue_entitlements (
  app_id text not null,
  resource_type_id text not null,
  resource_id text not null,
  id text not null,
  entitlement jsonb not null,
  constraint catalogue_entitlements_key primary key (app_id, resource_type_id, resource_id, id)
);

create table restores (
  at timestamptz primary key,
  settled_at timestamptz
);

-- Appended without a lock; a job chains what was committed, in audit_seals.
create table audit (
  seq integer generated always as identity primary key,
  kind text not null,
  at timestamptz not null,
  request_id text,
  task_id text,
  app text,
  actor text,
  detail text not null,
  xact bigint not null default pg_current_xact_id()::text::bigint
);

create index audit_by_xact on audit (xact);
create index audit_by_at on audit (at);
create index audit_by_request_id on audit (request_id);
create index audit_by_task_id on audit (task_id);

create table audit_seals (
  position integer primary key,
  seq integer not null unique,
  hash text not null
);

create table audit_heads (
  day text primary key,
  position integer not null,
  seq integer not null,
  hash text not null,
  at timestamptz not null,
  signature text
);

create table audit_starts (
  position integer primary key,
  seq integer not null,
  hash text not null,
  at timestamptz not null,
  signature text
);

create table audit_sealing (
  id integer primary key,
  settled_before bigint not null default 0,
  posted_day text,
  posted_position integer
);

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
