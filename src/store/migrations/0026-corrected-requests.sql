-- The request whose place this one takes: it is sent when that one has ended.
alter table requests add column corrects_request_id text;
