-- Home reads the open requests that somebody made elsewhere, or that are for them.
create index tasks_elsewhere_of_requester on tasks_elsewhere (requester_identity_id);
create index tasks_elsewhere_of_target on tasks_elsewhere (identity_user_id);
