-- Ids of the steps that approved themselves, because the bot's account is one of their reviewers.
alter table tasks add column self_approved text[] not null default '{}';
