import type { InsertObject, Selectable, Transaction } from 'kysely';
import type { AccessRequest } from '../../domain/access-request.ts';
import type { RequestRows } from '../../use-cases/store-ports.ts';
import { insertOnce } from '../storable.ts';
import type { RequestsTable, Tables } from '../tables.ts';
import { requestsOfHolder } from './homes.ts';

export function requestRows(trx: Transaction<Tables>): RequestRows {
  const requests = trx.selectFrom('requests').selectAll();
  return {
    insertOnce: (asked) => insertOnce(trx.insertInto('requests').values(newRow(asked)), 'submissionKey'),
    isKept: async (key) =>
      (await trx.selectFrom('requests').select('id').where('submissionKey', '=', key).execute()).length > 0,
    async find(id) {
      const row = await requests.where('id', '=', id).executeTakeFirst();
      return row === undefined ? null : toRequest(row);
    },
    async lock(id) {
      // Not `for update`: inserting a notice that references the request would wait for it.
      const row = await requests.where('id', '=', id).forNoKeyUpdate().executeTakeFirst();
      return row === undefined ? null : toRequest(row);
    },
    async save(id, { at: updatedAt, ...change }) {
      const values = { ...change, updatedAt };
      await trx.updateTable('requests').set(values).where('id', '=', id).execute();
    },
    ofHolder: (slackUserId, asked) => requestsOfHolder(trx, slackUserId, asked),
    async ofGroup(groupId) {
      const group = requests.where('groupId', '=', groupId).orderBy('submissionKey');
      return (await group.execute()).map(toRequest);
    },
    async forEntitlement(slackUserId, { appId, entitlementId }, limit) {
      const rows = await requests
        .where('appId', '=', appId)
        .where('entitlementId', '=', entitlementId)
        .where((eb) => eb(eb.fn.coalesce('targetSlackId', 'requesterSlackId'), '=', slackUserId))
        .orderBy('createdAt', 'desc')
        .limit(limit)
        .execute();
      return rows.map(toRequest);
    },
    usual: ({ slackUserId, appId, since, limit }) =>
      trx
        .selectFrom('requests')
        .select(['appId', 'entitlementId'])
        .where('requesterSlackId', '=', slackUserId)
        .where('createdAt', '>=', since)
        .$if(appId !== null, (query) => query.where('appId', '=', appId))
        .groupBy(['appId', 'entitlementId'])
        .orderBy((eb) => eb.fn.max('createdAt'), 'desc')
        .limit(limit)
        .execute(),
  };
}

/** A request as it was just asked for, on behalf of the identity that its requester was last resolved as. */
function newRow({ id, key, access, at }: Parameters<RequestRows['insertOnce']>[0]): InsertObject<Tables, 'requests'> {
  const { requester, ...asked } = access;
  return {
    ...asked,
    id,
    submissionKey: key,
    teamId: requester.teamId,
    requesterSlackId: requester.userId,
    requesterSlackName: requester.userName,
    state: 'submitted',
    refusal: null,
    identityUserId: null,
    taskId: null,
    requesterIdentityId: (eb) =>
      eb.selectFrom('resolvedIdentities').select('identityUserId').where('slackUserId', '=', requester.userId),
    createdAt: at,
    updatedAt: at,
  };
}

export function toRequest(row: Selectable<RequestsTable>): AccessRequest {
  const { requesterSlackId, requesterSlackName, teamId, submissionKey: _, updatedAt: __, ...request } = row;
  return { requester: { userId: requesterSlackId, userName: requesterSlackName, teamId }, ...request };
}
