-- An order to take access away counts for the account that it names. Until now it also marked what the same person had by an account
-- that nobody picked, or, where it named none, by any: that runs on, and ends when the service says so.

update grants set revocation_pending = null, check_at = null, checks = 0
from requests
where requests.id = grants.request_id and grants.ended_at is null
  and grants.revocation_pending is not null and grants.revoked_at is null
  and requests.identity_user_id is not null
  -- No order was given by a request for the same access.
  and not exists (
    select from requests as same
    where same.identity_user_id = requests.identity_user_id
      and same.app_id = requests.app_id and same.entitlement_id = requests.entitlement_id
      and (same.account ->> 'id') is not distinct from (requests.account ->> 'id')
      and (
        exists (select from actions where actions.request_id = same.id and actions.verb = 'give-back' and actions.state <> 'refused')
        or exists (select from tasks where tasks.request_id = same.id and tasks.id is distinct from same.task_id)
        or exists (select from grants as gone where gone.request_id = same.id and gone.revoked_at is not null)
      )
  );
