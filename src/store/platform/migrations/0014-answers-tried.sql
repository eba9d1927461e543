-- When an answer to a delivered step was last begun: one whose outcome got lost is given again.

alter table webhook_deliveries add column tried_at timestamptz;

drop index deliveries_to_deny;
create index deliveries_to_deny on webhook_deliveries (denied_at) where state in ('open', 'answering');
