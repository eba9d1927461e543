-- Where a message was posted that offers something which can be over.
alter table notices
  add column posted_channel text,
  add column ts text;

create index offering_notices on notices (request_id) where ts is not null;
