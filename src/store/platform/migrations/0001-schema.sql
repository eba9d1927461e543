-- The tables of 1.0; docs/storage.md describes them. Until 1.0 is released this file may change, and nothing is upgraded to it.

create table requests (
  id text primary key,
  submission_key text not null unique,
  team_id text not null,
  requester_slack_id text not null,
  requester_slack_name text not null,
  requester_identity_id text,
  target_slack_id text,
  identity_user_id text,
  -- Whether somebody else has the account by now.
  requester_passed_on boolean not null default false,
  target_passed_on boolean not null default false,
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
  -- The account in the app that the requester picked, where the person it is for has several.
  account jsonb,
  -- The program that drafted it, with the draft; null where the person wrote it.
  drafted_by jsonb,
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

create index requests_of_drafts on requests ((drafted_by ->> 'draftId')) where drafted_by is not null;

-- Cards, actions and messages hang on a subject: a request, or a task that was made elsewhere. Triggers make and remove the rows of
-- subjects.
create table subjects (
  id text primary key
);

create table tasks_elsewhere (
  id text primary key,
  task_id text not null unique,
  -- 'grant' or 'revoke'.
  kind text not null,
  requester_name text,
  requester_identity_id text,
  identity_user_id text,
  app_id text not null,
  app_name text not null,
  entitlement_id text not null,
  entitlement_name text not null,
  justification text not null,
  duration_seconds double precision,
  emergency boolean not null,
  created_at timestamptz not null
);

create function add_subject() returns trigger language plpgsql as $$ begin
  insert into subjects (id) values (new.id) on conflict do nothing;
  return new;
end $$;

-- With everything that hangs on it.
create function remove_subject() returns trigger language plpgsql as $$ begin
  delete from subjects where id = old.id;
  return null;
end $$;

create trigger add_subject before insert on requests for each row execute function add_subject();
create trigger remove_subject after delete on requests for each row execute function remove_subject();
create trigger add_subject before insert on tasks_elsewhere for each row execute function add_subject();
create trigger remove_subject after delete on tasks_elsewhere for each row execute function remove_subject();

-- Home reads the open requests that somebody made elsewhere, or that are for them.
create index tasks_elsewhere_of_requester on tasks_elsewhere (requester_identity_id);
create index tasks_elsewhere_of_target on tasks_elsewhere (identity_user_id);

-- What queries need of a subject, whichever it is.
create view subject_facts as
  select id, task_id, state, requester_slack_id, target_slack_id, requester_identity_id, identity_user_id,
    app_id, entitlement_id, emergency, created_at
  from requests
  union all
  select id, task_id, 'created', null, null, requester_identity_id, identity_user_id,
    app_id, entitlement_id, emergency, created_at
  from tasks_elsewhere;

create table tasks (
  id text primary key,
  request_id text not null references subjects (id) on delete cascade,
  is_open boolean not null,
  snapshot jsonb not null,
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

-- Tasks that are read again soon, because somebody waits for what comes next. There are few at a time.

create table watched_tasks (
  task_id text primary key references tasks (id) on delete cascade,
  -- 'carried-out' or 'opened-in-console'
  reason text not null,
  -- The step that was decided, or that the person saw.
  step_id text not null,
  since timestamptz not null,
  next_at timestamptz not null
);

create table cards (
  id text primary key,
  request_id text not null references subjects (id) on delete cascade,
  channel text not null,
  thread_of text,
  ts text,
  posting_since timestamptz,
  sent_fingerprint text,
  permalink text,
  state text not null,
  told jsonb not null default '[]',
  line_claim text,
  constraint one_card_a_destination unique (request_id, channel)
);

create index cards_posted_at on cards (channel, ts) where ts is not null;
create index cards_to_post on cards (channel) where ts is null and state = 'wanted';

create table actions (
  id text primary key,
  request_id text not null references subjects (id) on delete cascade,
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
  at timestamptz not null,
  -- When the service answered it with yes. Kept where what came of it could not be noted at once: a table was locked, or readings lag.
  answered_at timestamptz,
  -- When the cards were rendered because it takes longer than a moment, so that this happens once, whichever process does it.
  rendered_at timestamptz
);

create unique index one_winner_a_step on actions (task_id, step_id, occurrence)
where verb in ('approve', 'deny') and state in ('sending', 'done');
create unique index one_try_a_person on actions (task_id, step_id, occurrence, by_slack_id)
where verb in ('approve', 'deny') and state in ('accepted', 'sending', 'done');
create unique index one_for_a_request on actions (request_id, verb)
where verb in ('escalate', 'withdraw', 'give-back') and state in ('accepted', 'sending', 'done');
create index actions_on_a_request on actions (request_id, at);
create index decisions_on_a_task on actions (task_id) where verb in ('approve', 'deny');
-- What came of somebody's last clicks is on their Home.
create index decisions_of_a_person on actions (by_slack_id, at) where verb in ('approve', 'deny');

create table notices (
  id text primary key,
  occasion text not null unique,
  request_id text not null references subjects (id) on delete cascade,
  target jsonb not null,
  body jsonb not null,
  created_at timestamptz not null,
  sent_at timestamptz
);

create index notices_of_request on notices (request_id);

-- Why a reviewer is called: the list is posted anew for it, once.
create table list_calls (
  slack_user_id text not null,
  request_id text not null references subjects (id) on delete cascade,
  occasion text not null,
  at timestamptz not null,
  told_at timestamptz,
  primary key (slack_user_id, request_id, occasion)
);

create index list_calls_to_tell on list_calls (slack_user_id) where told_at is null;
create index list_calls_of_request on list_calls (request_id);

-- What happened to access that its grant alone does not say, each once.
create table access_news (
  request_id text not null references requests (id) on delete cascade,
  -- 'taking-away', 'removed', 'not-gone'
  kind text not null,
  -- The order, or the removal.
  occurrence text not null,
  detail jsonb not null,
  at timestamptz not null,
  primary key (request_id, kind, occurrence)
);

-- Why a request is not in the service yet, and since when.
create table request_waits (
  request_id text primary key references requests (id) on delete cascade,
  cause text not null,
  since timestamptz not null
);

-- A message of which its reader has one, with where it is and what it shows.
create table posts (
  -- It is about the requests that were asked for with this one; null = it lists what waits for its reader.
  asking_id text references requests (id) on delete cascade,
  -- A person is known by their workspace, or their organisation, and their id there. Lists leave the workspace empty.
  workspace_id text not null,
  reader_id text not null,
  -- Where it was posted last, and the message there; null before that, and the message also where it is gone.
  channel text,
  ts text,
  posted_at timestamptz,
  -- The first of the headlines for which it was posted, and all that were ever told, each once. They are kept in this
  -- row, so that a process which waits for its lock sees what another one told meanwhile.
  headline text,
  told jsonb not null default '[]',
  -- Of what it shows.
  hash text,
  -- Whoever posts right now.
  claim text,
  -- Earlier posts that still have to become a line, or to be deleted.
  to_close jsonb not null default '[]',
  -- The messages that were closed last.
  closed jsonb not null default '[]',
  -- Ids of the requests that a list shows, in their order.
  shown jsonb not null default '[]'
);

create index posts_of_asking on posts (asking_id);
create unique index one_post_a_reader on posts (coalesce(asking_id, ''), workspace_id, reader_id);

-- What changed since it was shown: one job waits for each.
create table marks (
  -- 'asking', 'list', 'home'
  kind text not null,
  id text not null,
  primary key (kind, id)
);

-- When what was asked for is looked at again although nothing was written.
create table looks (
  asking_id text primary key references requests (id) on delete cascade,
  look_at timestamptz not null
);

create index looks_due on looks (look_at);

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
  is_warned boolean not null default false,
  -- Whether the time up to which events were read for all grants stands for this one, too; otherwise it has its own.
  is_caught_up boolean not null default false
);

create index grants_to_check on grants (coalesce(check_at, ends_at)) where ended_at is null;
create index grants_taken_for_over on grants (ends_at)
where ended_at is null and checks > 0 and revocation_pending is null;
create index grants_to_warn on grants (coalesce(warn_at, '-infinity'))
where ended_at is null and ends_at is not null and revocation_pending is null and not is_warned;
create index grants_not_caught_up on grants ((coalesce(read_until, started_at)))
where ended_at is null and not is_caught_up;

-- Up to when the service's events were read for all grants together, in the place of one time for each, which each reading would
-- have to write into every row.
create table access_events_read (
  only_one boolean primary key default true check (only_one),
  read_until timestamptz not null
);

create table due_times (
  request_id text primary key references subjects (id) on delete cascade,
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
  -- JSON by the path of the field: its text, and the salt of its hash, which the detail has in its place. As text, because jsonb takes no U+0000.
  texts text,
  xact bigint not null default pg_current_xact_id()::text::bigint
);

create index audit_by_xact on audit (xact);
create index audit_by_at on audit (at);
create index audit_by_request_id on audit (request_id);
create index audit_by_task_id on audit (task_id);
-- The few entries that tell about the trail itself are found without reading all of it.
create index audit_about_itself on audit (kind, seq)
  where kind in ('audit.begun', 'audit.chain-started', 'audit.erased', 'audit.pruned', 'database.restored');

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

create table audit_sealing (
  id integer primary key,
  settled_before bigint not null default 0
);

-- Triggers, because they hold for the owner of the tables too, as whom the bot runs.
-- Entries are deleted only from the beginning, by the role that prunes. A text beside an entry is taken away only where an entry names it
-- as erased; that is checked once for a statement, because a check reads everything that was ever erased.
create function keep_audit_entry() returns trigger language plpgsql as $$ begin
  if tg_op = 'DELETE' and current_user = 'access_audit_pruner' and (select position from audit_seals where seq = old.seq) <= (
    select (detail::json ->> 'position')::integer from audit where kind = 'audit.pruned' order by seq desc limit 1
  ) then return old; end if;
  if tg_op = 'UPDATE' and tg_table_name = 'audit' and tg_level = 'STATEMENT' then
    -- Joined once, in full: such a join is never done row by row.
    if not exists (
      with pairs as materialized (
        select seq, before.texts as texts_before, after.texts as texts_after,
          coalesce(
            to_jsonb(after) - 'texts' = to_jsonb(before) - 'texts' and after.texts is distinct from before.texts, false
          ) as is_erasure
        from entries_before as before full join entries_after as after using (seq)
      ),
      refused as (
        select seq, '' as field from pairs where not is_erasure
        union all
        -- A text that stays is the same as before.
        select seq, kept.key from pairs cross join json_each(coalesce(texts_after, '{}')::json) as kept
        where not exists (
          select from json_each(texts_before::json) as one where one.key = kept.key and one.value::text = kept.value::text
        )
      ),
      gone as (
        select seq, one.key as field from pairs cross join json_each(texts_before::json) as one
        where not exists (
          select from json_each(coalesce(texts_after, '{}')::json) as kept where kept.key = one.key
        )
      ),
      unnamed as (
        select seq, field from gone
        except
        select (one ->> 'seq')::integer, one ->> 'field'
        from audit as erasing, json_array_elements(erasing.detail::json -> 'erased') as one
        where erasing.kind = 'audit.erased'
      )
      select from refused union all select from unnamed
    )
    then return null; end if;
  end if;
  raise exception 'the audit trail is append-only: % of % is refused', tg_op, tg_table_name;
end $$;

create function keep_audit_head() returns trigger language plpgsql as $$ begin
  if tg_op = 'UPDATE' and new.position > old.position and new.day = old.day then return new; end if;
  raise exception 'the audit trail is append-only: % of % is refused', tg_op, tg_table_name;
end $$;

create trigger keep_rows before delete on audit for each row execute function keep_audit_entry();
create trigger keep_erasures after update on audit referencing old table as entries_before new table as entries_after
  for each statement execute function keep_audit_entry();
create trigger keep_all before truncate on audit for each statement execute function keep_audit_entry();
create trigger keep_rows before update or delete on audit_seals for each row execute function keep_audit_entry();
create trigger keep_all before truncate on audit_seals for each statement execute function keep_audit_entry();
create trigger keep_rows before update or delete on audit_heads for each row execute function keep_audit_head();
create trigger keep_all before truncate on audit_heads for each statement execute function keep_audit_entry();

-- Steps of tasks that the service handed to the bot by a webhook.

create table webhook_deliveries (
  webhook_id text primary key,
  body_hash text not null,
  event text not null,
  payload jsonb not null,
  -- Sealed with WEBHOOK_KEY; whoever has the URL can answer the step.
  callback text,
  received_at timestamptz not null,
  state text not null,
  task_id text not null,
  step_id text not null,
  occurrence text not null,
  people jsonb not null,
  denied_at timestamptz,
  answered_by text,
  -- When an answer was last begun: one whose outcome got lost is given again.
  tried_at timestamptz,
  -- In which order the states of the task came about that deliveries tell: they may arrive in another one.
  task_updated_at timestamptz,
  signed_at timestamptz not null,
  -- When administrators were told that it cannot be read, and that no key opens its callback.
  unreadable_told_at timestamptz,
  locked_told_at timestamptz
);

create index deliveries_of_task on webhook_deliveries (task_id, received_at);
create index deliveries_to_deny on webhook_deliveries (denied_at) where state in ('open', 'answering');

-- The tenant's apps as its last list that was read has them, where all apps are offered.

create table tenant_apps (
  id text primary key,
  name text not null
);

-- What people see in the tenant's catalogs.

create table request_catalogs (
  id text primary key,
  catalog jsonb not null
);

-- Which tasks that were made elsewhere the bot has looked for.

create table task_feeds (
  app_id text primary key,
  began_at timestamptz not null,
  -- Everything that the service had made known until then was kept.
  seen_until timestamptz not null,
  swept_at timestamptz not null
);

-- What people hold, wherever it was granted, and what they give back of it.

-- The last reading of what a person holds, for their Home.
create table held_readings (
  slack_user_id text primary key,
  -- Both null before the first reading that succeeded, or after another identity was found.
  held jsonb,
  read_at timestamptz,
  identity_user_id text,
  -- Of the last attempt, whether or not it succeeded.
  tried_at timestamptz not null,
  -- Whether there is more than was read.
  is_cut boolean not null default false
);

-- Access that was not granted through the bot and that somebody gives back.
create table held_returns (
  id text primary key,
  slack_user_id text not null,
  slack_name text not null,
  team_id text not null,
  -- As whom the person was shown to hold it.
  identity_user_id text not null,
  app_id text not null,
  entitlement_id text not null,
  app_user_id text not null,
  entitlement_name text not null,
  -- 'accepted', 'sending', 'asked' (there is a task that takes it away), 'over', or 'refused'.
  state text not null,
  refusal jsonb,
  task_id text,
  -- Names of what the task takes away with it.
  also_revoked jsonb,
  at timestamptz not null
);

create unique index one_return_at_a_time on held_returns (identity_user_id, app_id, entitlement_id, app_user_id)
where state in ('accepted', 'sending', 'asked');
create index returns_of_person on held_returns (slack_user_id, at);

-- What waits for a person in the service and is not decided here, for their Home.

create table work_readings (
  slack_user_id text primary key,
  identity_user_id text not null,
  lines jsonb not null,
  is_cut boolean not null,
  read_at timestamptz not null
);

-- Access profiles that were asked for here, and the tasks that the service opened after somebody joined one.

create table profile_requests (
  request_id text primary key references requests (id) on delete cascade,
  catalog_id text not null,
  name text not null,
  -- How far each item is; empty before anybody could read what is in it.
  items jsonb not null,
  -- When it is looked at next; null before the first look.
  look_at timestamptz,
  -- When the service told of it last.
  read_at timestamptz,
  -- Everything is settled, or it took too long.
  ended_at timestamptz
);

create index profiles_to_look_at on profile_requests (coalesce(look_at, '-infinity')) where ended_at is null;

create table profile_tasks (
  task_id text not null,
  request_id text not null references profile_requests (request_id) on delete cascade,
  constraint profile_tasks_key primary key (task_id, request_id)
);

create index profile_tasks_of_request on profile_tasks (request_id);

-- Requests made elsewhere whose end a person hears of in Slack, because they asked for the same there.

create table followed_elsewhere (
  task_id text not null,
  slack_user_id text not null,
  -- The task as it was when they began; it tells by identity whether it is theirs.
  snapshot jsonb not null,
  read_at timestamptz not null,
  -- How often in a row it was not there, and since when.
  missed_times integer not null default 0,
  missed_since timestamptz,
  primary key (task_id, slack_user_id)
);

-- Who was forgotten, by keyed pseudonyms, so that a restore from an earlier copy erases them again.
create table forgotten_people (
  pseudonym text primary key,
  at timestamptz not null
);

-- Agents that act for people. Rows of a person name the workspace, or the enterprise, in which the account is.

-- A token with which somebody's own agent calls.
create table agent_tokens (
  id text primary key,
  team_id text not null,
  slack_user_id text not null,
  -- Who made it: the Slack account can pass to somebody else, for whom it is not good.
  identity_id text not null,
  -- How the person calls the agent.
  name text not null,
  -- SHA-256 of the token, which is kept nowhere.
  hash text not null unique,
  created_at timestamptz not null,
  -- What ends it before its time moves this.
  ends_at timestamptz not null,
  -- Of the last call, to the minute; null before the first.
  last_used_at timestamptz
);
create index agent_tokens_person on agent_tokens (slack_user_id);

-- What agents looked up and the trail does not have yet: one entry tells many calls.
create table agent_lookups (
  team_id text not null,
  slack_user_id text not null,
  kind text not null,
  -- How the agent is called.
  client text not null,
  tool text not null,
  calls integer not null,
  started_at timestamptz not null,
  primary key (team_id, slack_user_id, kind, client, tool)
);
create index agent_lookups_started on agent_lookups (started_at);

-- What an agent prepared for a person, who sends it or does not.
create table agent_drafts (
  id text primary key,
  team_id text not null,
  slack_user_id text not null,
  -- For whom it was made: the Slack account can pass to somebody else, who cannot send it.
  identity_id text not null,
  -- The kind and the name of the program.
  client jsonb not null,
  -- A form as it would be submitted, or the access to give back.
  content jsonb not null,
  -- 'open', 'sent' or 'discarded'.
  state text not null,
  at timestamptz not null,
  ends_at timestamptz not null,
  -- Its message; null before it is posted.
  posted_channel text,
  ts text,
  permalink text,
  -- The state that its message shows.
  shown text
);
create index drafts_of_person on agent_drafts (team_id, slack_user_id, at);
create index drafts_by_end on agent_drafts (ends_at);
