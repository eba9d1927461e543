-- The tenant's apps as its last list that was read has them, where all apps are offered.

create table tenant_apps (
  id text primary key,
  name text not null
);
