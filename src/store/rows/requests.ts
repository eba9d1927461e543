import type { Selectable, Transaction } from 'kysely';
import type { AccessRequest } from '../../domain/access-request.ts';
import type { RequestRows } from '../../use-cases/store-ports.ts';
import { storableJson, storableText } from '../storable.ts';
import type { RequestsTable, Tables } from '../tables.ts';
import { requestsOfHolder } from './holders.ts';
import { usualEntitlements } from './usual.ts';

export function requestRows(trx: Transaction<Tables>): RequestRows {
  return {
    async insertOnce({ id, key, access, at }) {
      const inserted = await trx
        .insertInto('requests')
        .values({
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
          identityUserId: null,
          taskId: null,
          createdAt: at,
          updatedAt: at,
        })
        .onConflict((conflict) => conflict.column('submissionKey').doNothing())
        .returning('id')
        .executeTakeFirst();
      return inserted !== undefined;
    },
    async find(id) {
      const row = await trx.selectFrom('requests').selectAll().where('id', '=', id).executeTakeFirst();
      return row === undefined ? null : toRequest(row);
    },
    async lock(id) {
      // Not `for update`: inserting a notice that references the request would wait for it while holding the audit trail's lock.
      const row = await trx.selectFrom('requests').selectAll().where('id', '=', id).forNoKeyUpdate().executeTakeFirst();
      return row === undefined ? null : toRequest(row);
    },
    async save(id, change) {
      await trx
        .updateTable('requests')
        .set({
          state: change.state,
          updatedAt: change.at,
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

export function toRequest(row: Selectable<RequestsTable>): AccessRequest {
  const { requesterSlackId, requesterSlackName, teamId, submissionKey: _, updatedAt: __, ...request } = row;
  return { requester: { userId: requesterSlackId, userName: requesterSlackName, teamId }, ...request };
}
