-- What programs draft for people, who send it or do not.

-- The program that drafted a request, with the draft; null where the person wrote it.
alter table requests add column drafted_by jsonb;
create index requests_of_drafts on requests ((drafted_by ->> 'draftId')) where drafted_by is not null;
