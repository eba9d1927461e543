-- What is looked up at each click or every few seconds is found without reading what belongs to others.

create index cards_posted_at on cards (posted_channel, ts) where ts is not null;

-- Without the messages that are no reminders, and up to date at once: what GIN has still to take in is read as a whole by each lookup.
drop index reminders_about;
create index reminders_about on notices using gin ((body -> 'about') jsonb_path_ops) with (fastupdate = off)
where ts is not null and body -> 'about' is not null;

create index grants_taken_for_over on grants (ends_at)
where ended_at is null and checks > 0 and revocation_pending is null;
create index grants_to_warn on grants (coalesce(warn_at, '-infinity'))
where ended_at is null and ends_at is not null and revocation_pending is null and not is_warned;

-- Up to when the service's events were read for all grants together, in the place of one time for each, which each reading would
-- have to write into every row.
create table access_events_read (
  only_one boolean primary key default true check (only_one),
  read_until timestamptz not null
);

-- Whether that time stands for it, too. The grant of which nobody has read events since it was noted has its own.
alter table grants add column is_caught_up boolean not null default false;
create index grants_not_caught_up on grants ((coalesce(read_until, started_at)))
where ended_at is null and not is_caught_up;
