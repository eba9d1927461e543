-- When the holder of a grant is to hear that it is going to end, and whether they did.
alter table grants
  add column warn_at timestamptz,
  add column is_warned boolean default false not null;
