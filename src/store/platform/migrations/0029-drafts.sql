-- What programs draft for people, who send it or do not.

-- The program that drafted a request, with the draft; null where the person wrote it.
alter table requests add column drafted_by jsonb;
create index requests_of_drafts on requests ((drafted_by ->> 'draftId')) where drafted_by is not null;

-- What an agent prepared for a person, who sends it or does not.
create table agent_drafts (
  id text primary key,
  team_id text not null,
  slack_user_id text not null,
  slack_name text not null,
  -- What is the same in a repetition of the same preparation.
  key text not null,
  -- The kind and the name of the program.
  client jsonb not null,
  -- A form as it would be submitted, or the access to give back.
  content jsonb not null,
  -- 'open', 'sent' or 'discarded'.
  state text not null,
  at timestamptz not null,
  ends_at timestamptz not null,
  -- When it was sent or discarded; null before.
  settled_at timestamptz,
  -- The request that came of it, or that it was about; null before it is sent.
  request_id text,
  -- Its message; null before it is posted.
  posted_channel text,
  ts text,
  permalink text,
  -- The state that its message shows.
  shown text,
  unique (team_id, slack_user_id, key)
);
create index drafts_of_person on agent_drafts (team_id, slack_user_id, at);
create index drafts_by_end on agent_drafts (ends_at);
