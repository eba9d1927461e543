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
