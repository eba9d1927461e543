import { sql, type Transaction } from 'kysely';
import type { Place } from '../../domain/message/place.ts';
import type { ListCall, WaitingListRow } from '../../use-cases/ports/rows/list-rows.ts';
import type { Tables } from '../platform/tables.ts';
import type { Changes } from './marks.ts';

interface PostedList {
  /** null if Slack took nothing, and never will: the one before stays. */
  readonly place: Place | null;
  readonly hash: string;
  readonly at: Date;
}

export function listRows(trx: Transaction<Tables>, changes: Pick<Changes, 'lists'>) {
  const of = (slackUserId: string) =>
    trx.updateTable('lists').where('slackUserId', '=', slackUserId);
  return {
    ...callRows(trx, changes),
    async find(slackUserId: string): Promise<WaitingListRow | null> {
      const row = await trx
        .selectFrom('lists')
        .selectAll()
        .where('slackUserId', '=', slackUserId)
        .executeTakeFirst();
      if (row === undefined) return null;
      const { channel, ts } = row;
      return { ...row, place: channel === null || ts === null ? null : { channel, ts } };
    },
    /** What is about to be shown: a change of it from now on is shown by another job. */
    async keepShown(slackUserId: string, shown: readonly string[]): Promise<void> {
      const isOther = sql<boolean>`lists.shown <> excluded.shown`;
      await trx
        .insertInto('lists')
        .values({ slackUserId, ...unposted, claim: null, shown })
        .onConflict((conflict) =>
          conflict.column('slackUserId').doUpdateSet({ shown }).where(isOther),
        )
        .execute();
    },
    /**
     * Whoever claims it last is the one whose post counts. False, changing nothing, where it was posted
     * since.
     *
     * @param before when it was posted last, as far as the caller knows
     */
    async claim(slackUserId: string, claim: string, before: Date | null): Promise<boolean> {
      const { numUpdatedRows } = await of(slackUserId)
        .set({ claim })
        .where('postedAt', 'is not distinct from', before)
        .executeTakeFirst();
      return numUpdatedRows > 0n;
    },
    /** False, changing nothing, where somebody else has claimed it since. */
    async markPosted(slackUserId: string, claim: string, posted: PostedList): Promise<boolean> {
      const { place, at: postedAt, hash } = posted;
      const there = place === null ? {} : { ...place, hash, postedAt };
      const { numUpdatedRows } = await of(slackUserId)
        .set({ ...there, claim: null })
        .where('claim', '=', claim)
        .executeTakeFirst();
      return numUpdatedRows > 0n;
    },
    /** False, changing nothing, where another process has changed what it shows since. */
    async markUpdated(slackUserId: string, before: string | null, hash: string): Promise<boolean> {
      const { numUpdatedRows } = await of(slackUserId)
        .set({ hash })
        .where('hash', 'is not distinct from', before)
        .executeTakeFirst();
      return numUpdatedRows > 0n;
    },
    /** The next call makes another one. */
    async markGone(slackUserId: string, { ts }: Place): Promise<void> {
      await of(slackUserId).set({ ts: null, hash: null }).where('ts', '=', ts).execute();
    },
  };
}

const unposted = { channel: null, ts: null, postedAt: null, hash: null };

function callRows(trx: Transaction<Tables>, changes: Pick<Changes, 'lists'>) {
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
