-- One row per entitlement instead of one per resource, so that a refresh writes only what changed. The catalogue is a copy: it is
-- read again.
delete from catalogue;
alter table catalogue drop column entitlements;

create table catalogue_entitlements (
  app_id text not null,
  resource_type_id text not null,
  resource_id text not null,
  id text not null,
  entitlement jsonb not null,
  constraint catalogue_entitlements_key primary key (app_id, resource_type_id, resource_id, id)
);
