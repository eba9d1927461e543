-- How often in a row an open task was not in the service's answers.
alter table tasks
  add column missed_times integer default 0 not null,
  add column missed_since timestamptz;
