/** What changes whenever anything does that a card or a message of a request shows. */
import { type RawBuilder, sql } from 'kysely';

/** Ids of the requests of the same person for the same access: the last few, itself among them. */
const sameAccessIds: RawBuilder<string> = sql<string>`
  select other.id from requests as other where other.app_id = requests.app_id
    and other.entitlement_id = requests.entitlement_id
    and coalesce(other.target_slack_id, other.requester_slack_id)
      = coalesce(requests.target_slack_id, requests.requester_slack_id)
  order by other.created_at desc, other.id limit 10`;

/** For the row of `requests` that a statement is at: a row that was written has another `xmin`. */
export const requestVersion: RawBuilder<string> = sql<string>`(
  select md5(string_agg(part, ',' order by part)) from (
    select concat_ws(':', 'request', one.id, one.xmin, task.xmin, granted.xmin) as part
    from requests as one left join tasks as task on task.id = one.task_id
      left join grants as granted on granted.request_id = one.id
    where one.id in (select requests.id union select member.id from requests as member
      where member.group_id = requests.group_id union (${sameAccessIds}))
    union all select concat_ws(':', 'action', done.id, done.xmin) from actions as done
      where done.request_id = requests.id
    union all select concat_ws(':', 'card', posted.id, posted.ts, posted.state) from cards as posted
      where posted.request_id = requests.id) as parts)`;

/** The version of the request that a row names; null where it is none of the bot's own. */
export const versionOf = (requestId: string): RawBuilder<string | null> =>
  sql<
    string | null
  >`(select ${requestVersion} from requests where requests.id = ${sql.ref(requestId)})`;
