-- An index for what an identity holds; a column for the duration or end as it was typed.
create index requests_of_identity on requests (identity_user_id, app_id);
alter table requests add column time_text text default '' not null;
