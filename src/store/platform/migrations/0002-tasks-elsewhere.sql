-- Cards, actions and messages hang on a subject: a request, or a task that was made elsewhere. Triggers make and remove the rows of
-- subjects, so that a process of the version before can go on beside this one.

create table subjects (
  id text primary key
);

insert into subjects select id from requests;

create table tasks_elsewhere (
  id text primary key,
  task_id text not null unique,
  -- 'grant' or 'revoke'.
  kind text not null,
  requester_name text,
  requester_identity_id text,
  identity_user_id text,
  app_id text not null,
  app_name text not null,
  entitlement_id text not null,
  entitlement_name text not null,
  justification text not null,
  duration_seconds double precision,
  emergency boolean not null,
  created_at timestamptz not null
);

create function add_subject() returns trigger language plpgsql as $$ begin
  insert into subjects (id) values (new.id) on conflict do nothing;
  return new;
end $$;

-- With everything that hangs on it.
create function remove_subject() returns trigger language plpgsql as $$ begin
  delete from subjects where id = old.id;
  return null;
end $$;

create trigger add_subject before insert on requests for each row execute function add_subject();
create trigger remove_subject after delete on requests for each row execute function remove_subject();
create trigger add_subject before insert on tasks_elsewhere for each row execute function add_subject();
create trigger remove_subject after delete on tasks_elsewhere for each row execute function remove_subject();

alter table tasks drop constraint tasks_request_id_fkey,
  add constraint task_of_subject foreign key (request_id) references subjects (id) on delete cascade;
alter table cards drop constraint cards_request_id_fkey,
  add constraint card_of_subject foreign key (request_id) references subjects (id) on delete cascade;
alter table actions drop constraint actions_request_id_fkey,
  add constraint action_on_subject foreign key (request_id) references subjects (id) on delete cascade;
alter table notices drop constraint notices_request_id_fkey,
  add constraint notice_about_subject foreign key (request_id) references subjects (id) on delete cascade;
alter table due_times drop constraint due_times_request_id_fkey,
  add constraint due_time_of_subject foreign key (request_id) references subjects (id) on delete cascade;

-- What queries need of a subject, whichever it is.
create view subject_facts as
  select id, task_id, state, requester_slack_id, target_slack_id, requester_identity_id, identity_user_id,
    app_id, entitlement_id, emergency, created_at
  from requests
  union all
  select id, task_id, 'created', null, null, requester_identity_id, identity_user_id,
    app_id, entitlement_id, emergency, created_at
  from tasks_elsewhere;
