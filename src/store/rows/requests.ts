import { type InsertObject, type Selectable, sql, type Transaction } from 'kysely';
import type { AccessRequest } from '../../domain/access-request.ts';
import { storableText } from '../../domain/storable-text.ts';
import type { EntitlementKey, RequestRows } from '../../use-cases/store-ports.ts';
import { storableJson } from '../storable.ts';
import type { RequestsTable, Tables } from '../tables.ts';
import { requestsOfHolder } from './holders.ts';

export function requestRows(trx: Transaction<Tables>): RequestRows {
  return {
    async insertOnce(asked) {
      const inserted = await trx
        .insertInto('requests')
        .values(newRow(asked))
        .onConflict((conflict) => conflict.column('submissionKey').doNothing())
        .returning('id')
        .executeTakeFirst();
      return inserted !== undefined;
    },
    isKept: async (key) =>
      (await trx.selectFrom('requests').select('id').where('submissionKey', '=', key).execute()).length > 0,
    async find(id) {
      const row = await trx.selectFrom('requests').selectAll().where('id', '=', id).executeTakeFirst();
      return row === undefined ? null : toRequest(row);
    },
    async lock(id) {
      // Not `for update`: inserting a notice that references the request would wait for it.
      const row = await trx.selectFrom('requests').selectAll().where('id', '=', id).forNoKeyUpdate().executeTakeFirst();
      return row === undefined ? null : toRequest(row);
    },
    async save(id, change) {
      await trx
        .updateTable('requests')
        .set({
          state: change.state,
          updatedAt: change.at,
          ...(change.requesterIdentityId === undefined ? {} : { requesterIdentityId: change.requesterIdentityId }),
          ...(change.identityUserId === undefined ? {} : { identityUserId: change.identityUserId }),
          ...(change.taskId === undefined ? {} : { taskId: change.taskId }),
          ...(change.refusal === undefined ? {} : { refusal: storableJson(change.refusal) }),
        })
        .where('id', '=', id)
        .execute();
    },
    ofHolder: (slackUserId, asked) => requestsOfHolder(trx, slackUserId, asked),
    async ofGroup(groupId) {
      const rows = await trx
        .selectFrom('requests')
        .selectAll()
        .where('groupId', '=', groupId)
        .orderBy('submissionKey')
        .execute();
      return rows.map(toRequest);
    },
    async forEntitlement(slackUserId, { appId, entitlementId }, limit) {
      const rows = await trx
        .selectFrom('requests')
        .selectAll()
        .where('appId', '=', appId)
        .where('entitlementId', '=', entitlementId)
        .where((eb) => eb(eb.fn.coalesce('targetSlackId', 'requesterSlackId'), '=', slackUserId))
        .orderBy('createdAt', 'desc')
        .limit(limit)
        .execute();
      return rows.map(toRequest);
    },
    usual: (asked) => usualEntitlements(trx, asked),
  };
}

/** A request as it was just asked for, on behalf of the identity that its requester was last resolved as. */
function newRow({ id, key, access, at }: Parameters<RequestRows['insertOnce']>[0]): InsertObject<Tables, 'requests'> {
  return {
    id,
    submissionKey: key,
    teamId: access.requester.teamId,
    requesterSlackId: access.requester.userId,
    requesterSlackName: storableText(access.requester.userName),
    appId: access.appId,
    appName: storableText(access.appName),
    entitlementId: access.entitlementId,
    entitlementName: storableText(access.entitlementName),
    justification: storableText(access.justification),
    durationSeconds: access.durationSeconds,
    timeText: storableText(access.timeText),
    emergency: access.emergency,
    targetSlackId: access.targetSlackId,
    requestData: access.requestData === null ? null : storableJson(access.requestData),
    groupId: access.groupId,
    extendsRequestId: access.extendsRequestId,
    conversationId: access.conversationId,
    conversationUrl: access.conversationUrl,
    messageAuthor: access.messageAuthor,
    state: 'submitted',
    refusal: null,
    requesterIdentityId: (eb) =>
      eb.selectFrom('resolvedIdentities').select('identityUserId').where('slackUserId', '=', access.requester.userId),
    identityUserId: null,
    taskId: null,
    createdAt: at,
    updatedAt: at,
  };
}

export function toRequest(row: Selectable<RequestsTable>): AccessRequest {
  const { requesterSlackId, requesterSlackName, teamId, submissionKey: _, updatedAt: __, ...request } = row;
  return { requester: { userId: requesterSlackId, userName: requesterSlackName, teamId }, ...request };
}

/** Only this many of the team's newest requests are counted, so that the query stays fast in a busy company. */
const mostCounted = 5_000;

/** `RequestRows.usual` in one query, because a person waits for it whenever they open a list. */
async function usualEntitlements(
  trx: Transaction<Tables>,
  { slackUserId, appId, since, limit }: Parameters<RequestRows['usual']>[0],
): Promise<readonly EntitlementKey[]> {
  const recent = sql`created_at >= ${since}${appId === null ? sql`` : sql` and app_id = ${appId}`}`;
  const { rows } = await sql<EntitlementKey>`
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
