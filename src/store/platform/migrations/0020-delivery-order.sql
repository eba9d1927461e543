-- In which order the states of a task came about that deliveries tell: they may arrive in another one.

alter table webhook_deliveries
  add column task_updated_at timestamptz,
  add column signed_at timestamptz not null default now(),
  -- What it tells of its task cannot be read: nobody is asked, and it is denied in time.
  add column is_unreadable boolean not null default false;

update webhook_deliveries set signed_at = received_at,
  is_unreadable = (state = 'over' and task_id = '' and event <> 'test');
