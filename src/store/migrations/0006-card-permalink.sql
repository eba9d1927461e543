-- A column for a card's link, which never changes and is asked of Slack once.
alter table cards add column permalink text;
