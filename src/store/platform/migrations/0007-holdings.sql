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

-- The account in the app that the requester picked, where the person it is for has several.
alter table requests add column account jsonb;
