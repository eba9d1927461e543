import type { Transaction } from 'kysely';
import type { OverviewRows } from '../../use-cases/store-ports.ts';
import { storableJson } from '../storable.ts';
import type { Tables } from '../tables.ts';

export function overviewRows(trx: Transaction<Tables>): OverviewRows {
  return {
    async begin(channel) {
      const row = await trx
        .insertInto('overviews')
        .values({ channel, place: null })
        .onConflict((conflict) => conflict.doNothing())
        .returning('channel')
        .executeTakeFirst();
      return row !== undefined;
    },
    async place(channel) {
      const row = await trx.selectFrom('overviews').select('place').where('channel', '=', channel).executeTakeFirst();
      return row?.place ?? null;
    },
    async keep(channel, place) {
      await trx
        .updateTable('overviews')
        .set({ place: storableJson(place) })
        .where('channel', '=', channel)
        .execute();
    },
    async end(channel) {
      await trx.deleteFrom('overviews').where('channel', '=', channel).execute();
    },
  };
}
