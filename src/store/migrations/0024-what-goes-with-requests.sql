-- Whatever hangs on a request goes with it, so that pruning requests need not name the tables.
alter table tasks
  drop constraint tasks_request_id_fkey,
  add constraint tasks_request_id_fkey foreign key (request_id) references requests (id) on delete cascade;
alter table cards
  drop constraint cards_request_id_fkey,
  add constraint cards_request_id_fkey foreign key (request_id) references requests (id) on delete cascade;
alter table reviews
  drop constraint reviews_request_id_fkey,
  add constraint reviews_request_id_fkey foreign key (request_id) references requests (id) on delete cascade;
alter table notices
  drop constraint notices_request_id_fkey,
  add constraint notices_request_id_fkey foreign key (request_id) references requests (id) on delete cascade;
alter table holder_actions
  drop constraint holder_actions_request_id_fkey,
  add constraint holder_actions_request_id_fkey foreign key (request_id) references requests (id) on delete cascade;
alter table grants
  drop constraint grants_request_id_fkey,
  add constraint grants_request_id_fkey foreign key (request_id) references requests (id) on delete cascade;
