import type { Transaction } from 'kysely';
import type { WorkRows } from '../../use-cases/ports/rows/work-rows.ts';
import { first } from '../platform/storable.ts';
import type { Tables } from '../platform/tables.ts';

export function workRows(trx: Transaction<Tables>): WorkRows {
  return {
    reading: (slackUserId) =>
      first(
        trx
          .selectFrom('workReadings')
          .select(['identityUserId', 'lines', 'isCut', 'readAt'])
          .where('slackUserId', '=', slackUserId),
      ),
    async keep(slackUserId, reading) {
      await trx
        .insertInto('workReadings')
        .values({ slackUserId, ...reading })
        .onConflict((one) => one.column('slackUserId').doUpdateSet({ ...reading }))
        .execute();
    },
  };
}
