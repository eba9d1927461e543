-- What the card of a click showed. Clicks that an earlier version kept have none: their people are asked to look again.
alter table reviews add column shown text;
