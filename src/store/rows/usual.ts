import { sql, type Transaction } from 'kysely';
import type { RequestRows, UsualEntitlement } from '../../use-cases/store-ports.ts';
import type { Tables } from '../tables.ts';

/** Only this many of the team's newest requests are counted, so that the query stays fast in a busy company. */
const mostCounted = 5_000;

/** `RequestRows.usual` in one query, because a person waits for it whenever they open a list. */
export async function usualEntitlements(
  trx: Transaction<Tables>,
  { slackUserId, appId, since, limit }: Parameters<RequestRows['usual']>[0],
): Promise<readonly UsualEntitlement[]> {
  const recent = sql`created_at >= ${since}${appId === null ? sql`` : sql` and app_id = ${appId}`}`;
  const { rows } = await sql<UsualEntitlement>`
    with department as (
      select person ->> 'department' as name from identities
      where slack_user_id = ${slackUserId} and person ->> 'department' <> ''
    ), own as (
      select app_id, entitlement_id, max(created_at) as last_at from requests
      where requester_slack_id = ${slackUserId} and ${recent}
      group by app_id, entitlement_id
    ), of_team as (
      select app_id, entitlement_id, created_at from requests
      where requester_slack_id <> ${slackUserId} and state <> 'refused' and ${recent} and (
        not exists (select from department) or requester_slack_id in (
          select slack_user_id from identities where person ->> 'department' = (select name from department)
        )
      )
      order by created_at desc limit ${mostCounted}
    ), team as (
      select app_id, entitlement_id, count(*) as times, max(created_at) as last_at from of_team
      group by app_id, entitlement_id
    )
    select app_id as "appId", entitlement_id as "entitlementId"
    from own full join team using (app_id, entitlement_id)
    order by own.last_at desc nulls last, team.times desc, team.last_at desc, entitlement_id
    limit ${limit}`.execute(trx);
  return rows;
}
