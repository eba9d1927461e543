import type { Transaction } from 'kysely';
import { first } from '../../store/platform/rows.ts';
import type { Stored, Tables } from '../../store/platform/tables.ts';
import { rowsOfExtra } from '../../store/transaction.ts';
import type { PruneExtra } from '../../use-cases/due/prune-old-rows.ts';
import type { WorkLine } from './rules/reviewer-work.ts';

/** What waits for somebody in the service and is not decided here, as it was last read. */
export interface WorkReading {
  readonly identityUserId: string;
  readonly lines: readonly WorkLine[];
  /** Whether there is more than was read. */
  readonly isCut: boolean;
  readonly readAt: Date;
}

export type WorkTables = {
  workReadings: Stored<WorkReading> & { slackUserId: string };
};

export function workRows(transaction: Transaction<Tables>) {
  const trx = transaction.withTables<WorkTables>();
  return {
    reading: (slackUserId: string): Promise<WorkReading | null> =>
      first(
        trx
          .selectFrom('workReadings')
          .select(['identityUserId', 'lines', 'isCut', 'readAt'])
          .where('slackUserId', '=', slackUserId),
      ),
    async keep(slackUserId: string, reading: WorkReading): Promise<void> {
      await trx
        .insertInto('workReadings')
        .values({ slackUserId, ...reading })
        .onConflict((one) => one.column('slackUserId').doUpdateSet({ ...reading }))
        .execute();
    },
  };
}

/** Readings go with messages. */
export const pruneWork: PruneExtra = (tx, { notices: before }) =>
  rowsOfExtra(tx, async (transaction) => {
    const trx = transaction.withTables<WorkTables>();
    await trx.deleteFrom('workReadings').where('readAt', '<', before).execute();
  });
