-- Requests made elsewhere whose end a person hears of in Slack, because they asked for the same there.

create table followed_elsewhere (
  task_id text not null,
  slack_user_id text not null,
  -- Whether it is theirs, by the identity that they had when they asked.
  is_creator boolean not null,
  is_target boolean not null,
  -- The task as it was when they began.
  snapshot jsonb not null,
  read_at timestamptz not null,
  -- How often in a row it was not there, and since when.
  missed_times integer not null default 0,
  missed_since timestamptz,
  primary key (task_id, slack_user_id)
);
