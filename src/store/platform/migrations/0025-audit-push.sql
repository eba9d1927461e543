-- How far the audit trail was sent to the receiver of audit.push: a single row, made by the first turn of sending.
create table audit_push (
  id integer primary key check (id = 1),
  -- The receiver has every sealed entry up to here.
  position integer not null,
  -- When it took some last; null = never.
  taken_at timestamptz,
  -- The process that sends now; null = none.
  sender text,
  -- Until then nobody else sends; after a failure, nobody at all.
  held_until timestamptz,
  -- In a row.
  failures integer not null default 0,
  -- What went wrong at the last attempt; null = nothing.
  trouble text,
  -- Entries that were gone, mostly pruned, before they were sent; and when that was noticed last.
  lost integer not null default 0,
  lost_at timestamptz
);
