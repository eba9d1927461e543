import { sql, type Transaction } from 'kysely';
import type { ListCall } from '../../use-cases/ports/rows/post-rows.ts';
import type { Tables } from '../platform/tables.ts';
import type { Changes } from './marks.ts';

/** More than these are told with the next list. */
const mostCalls = 100;

/** Why reviewers are called. */
export function callRows(trx: Transaction<Tables>, changes: Pick<Changes, 'lists'>) {
  return {
    /** Has what waits for these people posted anew; once for each occasion. */
    async call(
      slackUserIds: readonly string[],
      { requestId, occasion, at }: ListCall,
    ): Promise<void> {
      if (slackUserIds.length === 0) return;
      const newCalls = await trx
        .insertInto('listCalls')
        .values(
          slackUserIds.map((slackUserId) => ({
            slackUserId,
            requestId,
            occasion,
            at,
            toldAt: null,
          })),
        )
        .onConflict((conflict) =>
          conflict.columns(['slackUserId', 'requestId', 'occasion']).doNothing(),
        )
        .returning('slackUserId')
        .execute();
      for (const { slackUserId } of newCalls) changes.lists.add(slackUserId);
    },
    /** Those that the person was not told, the oldest first. */
    callsToTell: (slackUserId: string): Promise<readonly ListCall[]> =>
      trx
        .selectFrom('listCalls')
        .select(['requestId', 'occasion', 'at'])
        .where('slackUserId', '=', slackUserId)
        .where('toldAt', 'is', null)
        .orderBy('at')
        .orderBy('requestId')
        .limit(mostCalls)
        .execute(),
    /** They are told, or nothing of them waits any more. */
    async markTold(slackUserId: string, calls: readonly ListCall[], toldAt: Date): Promise<void> {
      if (calls.length === 0) return;
      const keys = calls.map(({ requestId, occasion }) => sql`(${requestId}, ${occasion})`);
      await trx
        .updateTable('listCalls')
        .set({ toldAt })
        .where('slackUserId', '=', slackUserId)
        .where(sql<boolean>`(request_id, occasion) in (${sql.join(keys)})`)
        .execute();
    },
  };
}
