-- A column for whoever wrote the message that a request is about.
alter table requests add column message_author text;
