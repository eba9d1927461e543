-- When somebody opened their Home, and what was published there.
create table homes (
  slack_user_id text primary key,
  opened_at timestamptz not null,
  published_at timestamptz,
  fingerprint text
);
