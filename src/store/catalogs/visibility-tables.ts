import type { Transaction } from 'kysely';
import type { VisibilityRows } from '../../use-cases/ports/visibility-ports.ts';
import { insertOnce } from '../platform/storable.ts';
import type { Tables } from '../platform/tables.ts';

export function visibilityRows(trx: Transaction<Tables>): VisibilityRows {
  return {
    async catalogs() {
      const rows = await trx
        .selectFrom('requestCatalogs')
        .select('catalog')
        .orderBy('id')
        .execute();
      return rows.map((row) => row.catalog);
    },
    disproved: () => trx.selectFrom('disprovedVisibility').selectAll().execute(),
    async put(catalogs) {
      for (const catalog of catalogs) {
        await trx
          .insertInto('requestCatalogs')
          .values({ id: catalog.id, catalog })
          .onConflict((conflict) => conflict.column('id').doUpdateSet({ catalog }))
          .execute();
      }
    },
    async drop(ids) {
      if (ids.length > 0) await trx.deleteFrom('requestCatalogs').where('id', 'in', ids).execute();
    },
    async noteRead(at) {
      await trx
        .insertInto('requestCatalogsRead')
        .values({ at })
        .onConflict((conflict) => conflict.column('onlyOne').doUpdateSet({ at }))
        .execute();
    },
    async noteAskedAnyway(requestId) {
      await insertOnce(trx.insertInto('askedAnyway').values({ requestId }));
    },
    async wasAskedAnyway(requestId) {
      const query = trx.selectFrom('askedAnyway').selectAll().where('requestId', '=', requestId);
      return (await query.execute()).length > 0;
    },
    async disprove(rule) {
      await trx
        .insertInto('disprovedVisibility')
        .values(rule)
        .onConflict((conflict) => conflict.column('appId').doUpdateSet(rule))
        .execute();
    },
  };
}
