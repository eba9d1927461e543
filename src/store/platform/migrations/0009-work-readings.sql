-- What waits for a person in the service and is not decided here, for their Home.

create table work_readings (
  slack_user_id text primary key,
  identity_user_id text not null,
  lines jsonb not null,
  is_cut boolean not null,
  read_at timestamptz not null
);
