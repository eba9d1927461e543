-- Columns for the target, extra answers, groups and extensions; tables of holder actions and grants.

alter table requests
  add column target_slack_id text,
  add column request_data jsonb,
  add column group_id text,
  add column extends_request_id text;

create index requests_of_target on requests (target_slack_id, created_at);
create index requests_of_group on requests (group_id);

alter table cards add column thread_of text;
-- The reviewers of the last step that had any: a task that has ended names nobody.
alter table tasks add column asked jsonb;
-- Finds a reviewer's open tasks without reading all of them.
create index open_tasks_by_content on tasks using gin (snapshot jsonb_path_ops) where is_open;
create index identities_of_person on identities ((person ->> 'id'));

create table holder_actions (
  id text primary key,
  request_id text not null references requests (id),
  kind text not null,
  by_slack_id text not null,
  by_slack_name text not null,
  by_team_id text not null,
  reason text not null,
  channel text not null,
  state text not null,
  refusal jsonb,
  at timestamptz not null
);

create unique index one_action_of_a_kind on holder_actions (request_id, kind) where state <> 'refused';

create table grants (
  request_id text primary key references requests (id),
  started_at timestamptz not null,
  ends_at timestamptz,
  ended_at timestamptz,
  ended_by text
);

create index grants_to_end on grants (ends_at) where ended_at is null;
