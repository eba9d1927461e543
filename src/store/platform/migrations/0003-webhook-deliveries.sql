-- Steps of tasks that the service handed to the bot by a webhook.

create table webhook_deliveries (
  webhook_id text primary key,
  body_hash text not null,
  event text not null,
  payload jsonb not null,
  -- Sealed with WEBHOOK_KEY; whoever has the URL can answer the step.
  callback text,
  received_at timestamptz not null,
  state text not null,
  task_id text not null,
  step_id text not null,
  occurrence text not null,
  people jsonb not null,
  denied_at timestamptz,
  answered_by text
);

create index deliveries_of_task on webhook_deliveries (task_id, received_at);
create index deliveries_to_deny on webhook_deliveries (denied_at) where state = 'open';
