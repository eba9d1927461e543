-- Where a channel is told of cards that are still to be posted; which those are.
create table overviews (
  channel text primary key,
  place jsonb
);

create index cards_to_post on cards (channel) where ts is null and state = 'wanted';
