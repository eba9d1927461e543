-- The administrator's questions that were answered with yes.
create table confirmations (
  question text primary key,
  at timestamptz not null
);
