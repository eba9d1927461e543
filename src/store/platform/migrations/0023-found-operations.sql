-- What the bot found out itself about the operations of the tenant: one set for all replicas.

create table found_operations (
  operation text primary key,
  -- present, refused, absent, unknown: what counts until used_from, where that is set.
  capability text not null,
  -- When it answered last; null = never.
  found_at timestamptz,
  -- It was found later than at the first look: administrators are told before it is used.
  used_from timestamptz,
  -- What was answered in the place of an answer.
  words text not null,
  checked_at timestamptz not null,
  -- Since when somebody wants it to be looked at again.
  wanted_at timestamptz,
  -- Since when a process looks at it.
  looking_since timestamptz
);
