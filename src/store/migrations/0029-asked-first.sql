-- A column for the reviewers of a task's first step: the form names them before those of the last one. Tasks without are of earlier versions.
alter table tasks add column asked_first jsonb;
