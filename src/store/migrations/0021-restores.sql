-- When the database was restored from a copy, and when what the copy left open was looked up.
create table restores (
  at timestamptz primary key,
  settled_at timestamptz
);
