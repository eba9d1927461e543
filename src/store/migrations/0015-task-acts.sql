-- What acts need beside words, as often as somebody likes; the time that a request is shortened to when it is approved.
alter table holder_actions add column detail jsonb;
alter table reviews add column duration_seconds integer;
drop index one_action_of_a_kind;

create unique index one_action_of_a_kind on holder_actions (request_id, kind)
where state <> 'refused' and kind in ('escalate', 'withdraw', 'give-back');

create index acts_on_a_request on holder_actions (request_id, at);
