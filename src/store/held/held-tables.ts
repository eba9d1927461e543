import type { Selectable, Transaction } from 'kysely';
import type { HeldReturn } from '../../domain/held/held-access.ts';
import type { HeldRows } from '../../use-cases/ports/rows/held-rows.ts';
import { first, insertOnce } from '../platform/storable.ts';
import type { HeldReturnsTable, Tables } from '../platform/tables.ts';

export function heldRows(trx: Transaction<Tables>): HeldRows {
  return { ...readingRows(trx), ...returnRows(trx) };
}

function readingRows(
  trx: Transaction<Tables>,
): Pick<HeldRows, 'reading' | 'keep' | 'markTried' | 'grantedHere'> {
  return {
    reading: (slackUserId) =>
      first(
        trx
          .selectFrom('heldReadings')
          .select(['held', 'readAt', 'identityUserId', 'triedAt', 'isCut'])
          .where('slackUserId', '=', slackUserId),
      ),
    async keep(slackUserId, reading) {
      await trx
        .insertInto('heldReadings')
        .values({ slackUserId, ...reading })
        .onConflict((one) => one.column('slackUserId').doUpdateSet({ ...reading }))
        .execute();
    },
    async markTried(slackUserId, triedAt) {
      const nothing = { held: null, readAt: null, identityUserId: null, isCut: false };
      await trx
        .insertInto('heldReadings')
        .values({ slackUserId, ...nothing, triedAt })
        .onConflict((one) => one.column('slackUserId').doUpdateSet({ triedAt }))
        .execute();
    },
    async grantedHere(slackUserId) {
      const rows = await trx
        .selectFrom('grants')
        .innerJoin('requests', 'requests.id', 'grants.requestId')
        .select(['requests.appId', 'requests.entitlementId', 'requests.account'])
        .where('grants.endedAt', 'is', null)
        .where((or) =>
          or.or([
            or('targetSlackId', '=', slackUserId),
            or.and([or('targetSlackId', 'is', null), or('requesterSlackId', '=', slackUserId)]),
          ]),
        )
        .execute();
      return rows.map(({ account, ...key }) => ({ ...key, accountId: account?.id ?? null }));
    },
  };
}

function returnRows(
  trx: Transaction<Tables>,
): Pick<HeldRows, 'insertReturn' | 'findReturn' | 'returnsOf' | 'saveReturn'> {
  return {
    insertReturn: ({ by, accountId: appUserId, ...one }) =>
      insertOnce(
        trx.insertInto('heldReturns').values({
          ...one,
          appUserId,
          slackUserId: by.userId,
          slackName: by.userName,
          teamId: by.teamId,
        }),
      ),
    findReturn: (id) =>
      first(trx.selectFrom('heldReturns').selectAll().where('id', '=', id), toReturn),
    async returnsOf(slackUserId, limit) {
      const rows = await trx
        .selectFrom('heldReturns')
        .selectAll()
        .where('slackUserId', '=', slackUserId)
        .orderBy('at', 'desc')
        .limit(limit)
        .execute();
      return rows.map(toReturn);
    },
    async saveReturn(id, change) {
      await trx.updateTable('heldReturns').set(change).where('id', '=', id).execute();
    },
  };
}

function toReturn({
  slackUserId: userId,
  slackName: userName,
  teamId,
  appUserId: accountId,
  ...row
}: Selectable<HeldReturnsTable>): HeldReturn {
  return { ...row, accountId, by: { userId, userName, teamId } };
}
