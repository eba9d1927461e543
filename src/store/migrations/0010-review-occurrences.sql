-- Decisions of a step that comes again after a restart, as whom they were made, and those that were taken back.
alter table reviews
  add column occurrence text default '' not null,
  add column identity_user_id text,
  add column withdrawn boolean default false not null;

drop index one_winner_a_step;
drop index one_try_a_person;
create unique index one_winner_a_step on reviews (task_id, step_id, occurrence) where state in ('acting', 'done');
create unique index one_try_a_person on reviews (task_id, step_id, occurrence, by_slack_id) where state <> 'refused';
