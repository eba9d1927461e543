-- What a sent message offers that can be over, so that it is changed only where that changes.
alter table notices add column offered jsonb;
