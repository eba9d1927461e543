-- Tables of requests, tasks, cards, reviews, notices, the audit trail, identities and the catalogue.

create table requests (
  id text primary key,
  submission_key text not null unique,
  team_id text not null,
  requester_slack_id text not null,
  requester_slack_name text not null,
  app_id text not null,
  app_name text not null,
  entitlement_id text not null,
  entitlement_name text not null,
  justification text not null,
  -- Whole seconds. A 32-bit integer ends at 68 years, and some services write 100 years for "permanent".
  duration_seconds double precision,
  emergency boolean not null,
  conversation_id text not null,
  conversation_url text not null,
  state text not null,
  refusal jsonb,
  identity_user_id text,
  task_id text,
  created_at timestamptz not null,
  updated_at timestamptz not null
);

create index requests_of_requester on requests (requester_slack_id, created_at);

create table tasks (
  id text primary key,
  request_id text not null references requests (id),
  is_open boolean not null,
  snapshot jsonb not null,
  read_at timestamptz not null
);

create index tasks_to_read on tasks (is_open, read_at);

create table cards (
  id text primary key,
  request_id text not null references requests (id),
  channel text not null,
  posted_channel text,
  ts text,
  posting_since timestamptz,
  sent_fingerprint text,
  state text not null,
  constraint one_card_a_destination unique (request_id, channel)
);

create table reviews (
  id text primary key,
  task_id text not null,
  request_id text not null references requests (id),
  step_id text not null,
  verb text not null,
  by_slack_id text not null,
  by_slack_name text not null,
  by_team_id text not null,
  reason text not null,
  channel text not null,
  likely boolean not null,
  state text not null,
  refusal jsonb,
  at timestamptz not null
);

create unique index one_winner_a_step on reviews (task_id, step_id) where state in ('acting', 'done');
create unique index one_try_a_person on reviews (task_id, step_id, by_slack_id) where state <> 'refused';

create table notices (
  id text primary key,
  occasion text not null unique,
  request_id text not null references requests (id),
  target jsonb not null,
  body jsonb not null,
  created_at timestamptz not null,
  sent_at timestamptz
);

create table audit (
  seq integer generated always as identity primary key,
  kind text not null,
  at timestamptz not null,
  request_id text,
  task_id text,
  actor text,
  detail text not null,
  previous_hash text not null,
  hash text not null
);

create table identities (
  slack_user_id text primary key,
  person jsonb not null,
  checked_at timestamptz not null
);

create table catalogue (
  app_id text not null,
  resource_type_id text not null,
  resource_id text not null,
  entitlements jsonb not null,
  fetched_at timestamptz not null,
  constraint catalogue_key primary key (app_id, resource_type_id, resource_id)
);
