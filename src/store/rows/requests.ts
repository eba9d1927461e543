import type { Transaction } from 'kysely';
import type { RequestRows } from '../../use-cases/store-ports.ts';
import { storableJson, storableText } from '../storable.ts';
import type { Tables } from '../tables.ts';
import { requestsOfHolder } from './holders.ts';
import { toRequest } from './request-row.ts';
import { usualEntitlements } from './usual.ts';

export function requestRows(trx: Transaction<Tables>): RequestRows {
  return {
    async insertOnce({ id, key, access, at }) {
      const inserted = await trx
        .insertInto('requests')
        .values({
          id,
          submission_key: key,
          team_id: access.requester.teamId,
          requester_slack_id: access.requester.userId,
          requester_slack_name: storableText(access.requester.userName),
          app_id: access.appId,
          app_name: storableText(access.appName),
          entitlement_id: access.entitlementId,
          entitlement_name: storableText(access.entitlementName),
          justification: storableText(access.justification),
          duration_seconds: access.durationSeconds,
          time_text: storableText(access.timeText),
          emergency: access.emergency,
          target_slack_id: access.targetSlackId,
          request_data: access.requestData === null ? null : storableJson(access.requestData),
          group_id: access.groupId,
          extends_request_id: access.extendsRequestId,
          conversation_id: access.conversationId,
          conversation_url: access.conversationUrl,
          message_author: access.messageAuthor,
          state: 'submitted',
          refusal: null,
          identity_user_id: null,
          task_id: null,
          created_at: at,
          updated_at: at,
        })
        .onConflict((conflict) => conflict.column('submission_key').doNothing())
        .returning('id')
        .executeTakeFirst();
      return inserted !== undefined;
    },
    async find(id) {
      const row = await trx.selectFrom('requests').selectAll().where('id', '=', id).executeTakeFirst();
      return row === undefined ? null : toRequest(row);
    },
    async lock(id) {
      // Not the strongest lock: rows elsewhere that name the request (its messages) wait for that one, with the trail's lock in hand.
      const row = await trx.selectFrom('requests').selectAll().where('id', '=', id).forNoKeyUpdate().executeTakeFirst();
      return row === undefined ? null : toRequest(row);
    },
    async save(id, change) {
      await trx
        .updateTable('requests')
        .set({
          state: change.state,
          updated_at: change.at,
          ...(change.identityUserId === undefined ? {} : { identity_user_id: change.identityUserId }),
          ...(change.taskId === undefined ? {} : { task_id: change.taskId }),
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
        .where('group_id', '=', groupId)
        .orderBy('submission_key')
        .execute();
      return rows.map(toRequest);
    },
    async forEntitlement(slackUserId, { appId, entitlementId }, limit) {
      const rows = await trx
        .selectFrom('requests')
        .selectAll()
        .where('app_id', '=', appId)
        .where('entitlement_id', '=', entitlementId)
        .where((eb) => eb(eb.fn.coalesce('target_slack_id', 'requester_slack_id'), '=', slackUserId))
        .orderBy('created_at', 'desc')
        .limit(limit)
        .execute();
      return rows.map(toRequest);
    },
    usual: (asked) => usualEntitlements(trx, asked),
  };
}
