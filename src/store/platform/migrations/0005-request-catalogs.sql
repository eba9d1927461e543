-- What people see in the tenant's catalogs, and where that rule was seen to be wrong.

create table request_catalogs (
  id text primary key,
  catalog jsonb not null
);

create table request_catalogs_read (
  only_one boolean primary key default true check (only_one),
  at timestamptz not null
);

-- The form said that it may not be requestable.
create table asked_anyway (
  request_id text primary key references requests (id) on delete cascade
);

create table disproved_visibility (
  app_id text primary key,
  entitlement_id text not null,
  request_id text not null,
  at timestamptz not null
);
