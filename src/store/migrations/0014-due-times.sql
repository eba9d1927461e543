-- When each request that waits is looked at next, at once for those that wait already; the days that had their digest.
create table due_times (
  request_id text primary key references requests (id) on delete cascade,
  due_at timestamptz,
  watch jsonb
);

create index due_times_next on due_times (due_at) where due_at is not null;
insert into due_times (request_id, due_at) select distinct request_id, now() from tasks where is_open;

create table digests (
  day text primary key
);
