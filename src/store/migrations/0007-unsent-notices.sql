-- An index for the messages of a request that wait to be sent.
create index unsent_notices on notices (request_id) where sent_at is null;
