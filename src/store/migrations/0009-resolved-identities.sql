-- A column for the requester's identity when they asked; a table of the identity that each account was last resolved as.
alter table requests add column requester_identity_id text;

create table resolved_identities (
  slack_user_id text primary key,
  identity_user_id text not null,
  former_id text,
  changed_at timestamptz
);

-- Identities with the oldest date were expected from a card, not resolved.
insert into resolved_identities (slack_user_id, identity_user_id)
select slack_user_id, person ->> 'id' from identities where checked_at > to_timestamp(0);

-- Some may rest on an email that nobody confirmed.
update identities set checked_at = to_timestamp(0);
