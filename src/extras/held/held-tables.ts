import type { Selectable, Transaction } from 'kysely';
import type { HeldAccess } from '../../domain/access/held-access.ts';
import { first, insertOnce } from '../../store/platform/rows.ts';
import type { Stored, Tables } from '../../store/platform/tables.ts';
import { isPartyNow } from '../../store/request/request-tables.ts';
import { rowsOfExtra } from '../../store/transaction.ts';
import type { PruneExtra } from '../../use-cases/due/prune-old-rows.ts';
import type { GrantedHere } from './rules/granted-elsewhere.ts';
import type { HeldReturn } from './rules/held-return.ts';

/** What a person was seen to hold. */
export interface HeldReading {
  /** null before anything was read. */
  readonly held: readonly HeldAccess[] | null;
  /** When it was read; null before. */
  readonly readAt: Date | null;
  /** Whose it is; null before. */
  readonly identityUserId: string | null;
  /** When it was last tried: later than `readAt` where that failed. */
  readonly triedAt: Date;
  /** Whether there is more than was read. */
  readonly isCut: boolean;
}

/** Before anything was read. */
export const nothingHeld = { held: null, readAt: null, identityUserId: null, isCut: false };

interface HeldReturnsTable extends Stored<Omit<HeldReturn, 'by' | 'accountId'>> {
  slackUserId: string;
  slackName: string;
  teamId: string;
  appUserId: string;
}

export type HeldTables = {
  heldReadings: Stored<HeldReading> & { slackUserId: string };
  heldReturns: HeldReturnsTable;
};

type HeldTransaction = Transaction<Tables & HeldTables>;

/** What people hold, wherever it was granted, and what they give back of it. */
export function heldRows(transaction: Transaction<Tables>) {
  const trx = transaction.withTables<HeldTables>();
  return { ...readingRows(trx), ...returnRows(trx) };
}

function readingRows(trx: HeldTransaction) {
  return {
    reading: (slackUserId: string): Promise<HeldReading | null> =>
      first(
        trx
          .selectFrom('heldReadings')
          .select(['held', 'readAt', 'identityUserId', 'triedAt', 'isCut'])
          .where('slackUserId', '=', slackUserId),
      ),
    async keep(slackUserId: string, reading: HeldReading): Promise<void> {
      await trx
        .insertInto('heldReadings')
        .values({ slackUserId, ...reading })
        .onConflict((one) => one.column('slackUserId').doUpdateSet({ ...reading }))
        .execute();
    },
    /** Notes that a reading was tried and failed: the one before stays. */
    async markTried(slackUserId: string, triedAt: Date): Promise<void> {
      await trx
        .insertInto('heldReadings')
        .values({ slackUserId, ...nothingHeld, triedAt })
        .onConflict((one) => one.column('slackUserId').doUpdateSet({ triedAt }))
        .execute();
    },
    /** What this person has by requests of the bot, and what of it has ended since. */
    async grantedHere(slackUserId: string, endedSince: Date): Promise<readonly GrantedHere[]> {
      const rows = await trx
        .selectFrom('grants')
        .innerJoin('requests', 'requests.id', 'grants.requestId')
        .select(['requests.appId', 'requests.entitlementId', 'requests.account', 'endedAt'])
        .where((or) => or.or([or('endedAt', 'is', null), or('endedAt', '>', endedSince)]))
        .where((or) =>
          or.or([
            or('targetSlackId', '=', slackUserId),
            or.and([or('targetSlackId', 'is', null), or('requesterSlackId', '=', slackUserId)]),
          ]),
        )
        .where(isPartyNow(slackUserId))
        .execute();
      return rows.map(({ account, ...key }) => ({ ...key, accountId: account?.id ?? null }));
    },
  };
}

function returnRows(trx: HeldTransaction) {
  return {
    /** False, changing nothing, where the same is being given back already. */
    insertReturn: ({ by, accountId: appUserId, ...one }: HeldReturn): Promise<boolean> =>
      insertOnce(
        trx.insertInto('heldReturns').values({
          ...one,
          appUserId,
          slackUserId: by.userId,
          slackName: by.userName,
          teamId: by.teamId,
        }),
      ),
    findReturn: (id: string): Promise<HeldReturn | null> =>
      first(trx.selectFrom('heldReturns').selectAll().where('id', '=', id), toReturn),
    /** The last of each thing that this person gave back, newest first; at most `limit`. */
    async returnsOf(slackUserId: string, limit: number): Promise<readonly HeldReturn[]> {
      const rows = await trx
        .selectFrom('heldReturns')
        .selectAll()
        .where('slackUserId', '=', slackUserId)
        .orderBy('at', 'desc')
        .limit(limit)
        .execute();
      return rows.map(toReturn);
    },
    async saveReturn(
      id: string,
      change: Partial<Pick<HeldReturn, 'state' | 'refusal' | 'taskId' | 'alsoRevoked' | 'at'>>,
    ): Promise<void> {
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

/** The most that one turn removes; the rest goes with the next turn. */
const mostReturns = 500;

/** Readings go with messages; what was given back, or refused, goes with requests. */
export const pruneHeld: PruneExtra = (tx, { requests, notices }) =>
  rowsOfExtra(tx, async (transaction) => {
    const trx = transaction.withTables<HeldTables>();
    await trx.deleteFrom('heldReadings').where('triedAt', '<', notices).execute();
    const over = trx
      .selectFrom('heldReturns')
      .select('id')
      .where('at', '<', requests)
      .where('state', 'in', ['over', 'refused'])
      .limit(mostReturns);
    await trx.deleteFrom('heldReturns').where('id', 'in', over).execute();
  });
