-- What is known of a grant's end, when it is looked at next, and up to when the service's events were read for it.
alter table grants
  add column leaving text,
  add column revoked_at timestamptz,
  add column check_at timestamptz,
  add column checks integer default 0 not null,
  add column read_until timestamptz;

drop index grants_to_end;
create index grants_to_check on grants (coalesce(check_at, ends_at)) where ended_at is null;
