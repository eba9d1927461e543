-- Indexes by which what belongs to one request is found in a year of them: its task, decisions and messages, and who else has the same.
create index tasks_of_request on tasks (request_id);
create index reviews_of_task on reviews (task_id);
create index reviews_of_request on reviews (request_id);
create index notices_of_request on notices (request_id);
drop index unsent_notices;
drop index offering_notices;

create index requests_of_entitlement on requests (app_id, entitlement_id, created_at);
create index requests_of_holder on requests (
  coalesce(target_slack_id, requester_slack_id), app_id, entitlement_id, created_at
);
drop index requests_of_app;
