-- When each task was read, apart from what was read: open tasks are read again and again, and most readings change nothing else.
-- Earlier versions go on writing the columns in tasks.

-- With room in its pages and no index on what changes, a table of short rows is rewritten in place and does not grow.
create table task_readings (
  task_id text primary key references tasks (id) on delete cascade,
  read_at timestamptz not null,
  missed_times integer not null default 0,
  missed_since timestamptz
) with (fillfactor = 50);

insert into task_readings (task_id, read_at, missed_times, missed_since)
select id, read_at, missed_times, missed_since from tasks;

drop index tasks_to_read;
create index open_tasks on tasks (id) where is_open;
alter table tasks alter column read_at set default now();
