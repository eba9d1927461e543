-- Agents that act for people. Rows of a person name the workspace, or the enterprise, in which the account is.

-- A token with which somebody's own agent calls.
create table agent_tokens (
  id text primary key,
  team_id text not null,
  slack_user_id text not null,
  -- How the person calls the agent.
  name text not null,
  -- SHA-256 of the token, which is kept nowhere.
  hash text not null unique,
  created_at timestamptz not null,
  ends_at timestamptz not null,
  -- Of the last call, to the minute; null before the first.
  last_used_at timestamptz,
  -- When it was ended before its time, and by what; null where it was not.
  ended_at timestamptz,
  ended_by text
);
create index agent_tokens_person on agent_tokens (slack_user_id);

-- Requests of Slackbot that wrote something: a copy of one does nothing again.
create table agent_signatures (
  hash text primary key,
  at timestamptz not null
);
create index agent_signatures_at on agent_signatures (at);

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
