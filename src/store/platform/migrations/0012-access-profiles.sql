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
