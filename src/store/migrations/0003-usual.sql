-- Indexes for what a person and their team usually ask for, in one app and in all.
create index requests_of_app on requests (app_id, created_at);
create index requests_by_time on requests (created_at);
create index identities_of_department on identities ((person ->> 'department'));
