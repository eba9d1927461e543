import { sql, type Transaction } from 'kysely';
import type { Place } from '../../domain/message/place.ts';
import type { ListCall, WaitingListRow } from '../../use-cases/ports/rows/post-rows.ts';
import type { Tables } from '../platform/tables.ts';
import type { Changes } from './marks.ts';

interface PostedList {
  /** null if Slack took nothing, and never will: the one before stays. */
  readonly place: Place | null;
  readonly hash: string;
  readonly at: Date;
}

const one = (trx: Transaction<Tables>, slackUserId: string) =>
  trx.updateTable('lists').where('slackUserId', '=', slackUserId);

export function listRows(trx: Transaction<Tables>, changes: Pick<Changes, 'lists'>) {
  return {
    ...callRows(trx, changes),
    ...shownListRows(trx),
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
     * @param before where it is, as far as the caller knows
     */
    async claim(slackUserId: string, claim: string, before: Place | null): Promise<boolean> {
      const { numUpdatedRows } = await one(trx, slackUserId)
        .set({ claim })
        .where('ts', 'is not distinct from', before?.ts ?? null)
        .executeTakeFirst();
      return numUpdatedRows > 0n;
    },
    /** False, changing nothing, where somebody else has claimed it since. */
    async markPosted(slackUserId: string, claim: string, posted: PostedList): Promise<boolean> {
      const { place, at: postedAt, hash } = posted;
      const there = place === null ? {} : { ...place, hash, postedAt };
      const { numUpdatedRows } = await one(trx, slackUserId)
        .set({ ...there, claim: null })
        .where('claim', '=', claim)
        .executeTakeFirst();
      return numUpdatedRows > 0n;
    },
  };
}

/** What becomes of a list that is posted. */
function shownListRows(trx: Transaction<Tables>) {
  return {
    /**
     * False where another process has changed what it shows since: then nobody knows which of the two
     * edits came last.
     */
    async markUpdated(
      slackUserId: string,
      { ts }: Place,
      { before, hash }: { readonly before: string | null; readonly hash: string },
    ): Promise<boolean> {
      const isSame = sql`hash is not distinct from ${before}`;
      const row = await one(trx, slackUserId)
        .set({ hash: sql<string | null>`case when ${isSame} then ${hash} end` })
        .where('ts', '=', ts)
        .returning('hash')
        .executeTakeFirst();
      return row === undefined || row.hash !== null;
    },
    /** The post of this claim was taken away again. */
    async dropClaim(slackUserId: string, claim: string): Promise<void> {
      await one(trx, slackUserId).set({ claim: null }).where('claim', '=', claim).execute();
    },
    /** Whether this is another message than the known one, and none is being posted. */
    async isCopy(slackUserId: string, { ts }: Place): Promise<boolean> {
      const rows = trx
        .selectFrom('lists')
        .select('ts')
        .where('slackUserId', '=', slackUserId)
        .where('claim', 'is', null)
        .where('ts', 'is distinct from', ts);
      return (await rows.execute()).length > 0;
    },
    /** The next call makes another one. */
    async markGone(slackUserId: string, { ts }: Place): Promise<void> {
      await one(trx, slackUserId).set({ ts: null, hash: null }).where('ts', '=', ts).execute();
    },
  };
}

const unposted = { channel: null, ts: null, postedAt: null, hash: null };

/** More than these are told with the next list. */
const mostCalls = 100;

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
