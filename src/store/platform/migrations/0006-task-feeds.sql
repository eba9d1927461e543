-- Which tasks that were made elsewhere the bot has looked for.

create table task_feeds (
  app_id text primary key,
  began_at timestamptz not null,
  -- Everything that the service had made known until then was kept.
  seen_until timestamptz not null,
  swept_at timestamptz not null
);
