import type { Transaction } from 'kysely';
import type { RequestCatalog, Tables } from '../../store/platform/tables.ts';

export function visibilityRows(trx: Transaction<Tables>) {
  return {
    /** Everything that is kept of the catalogs: much, so it is read at the start alone. */
    async catalogs(): Promise<readonly RequestCatalog[]> {
      const rows = await trx
        .selectFrom('requestCatalogs')
        .select('catalog')
        .orderBy('id')
        .execute();
      return rows.map((row) => row.catalog);
    },
    /** Puts these in the place of those with their ids. */
    async put(catalogs: readonly RequestCatalog[]): Promise<void> {
      for (const catalog of catalogs) {
        await trx
          .insertInto('requestCatalogs')
          .values({ id: catalog.id, catalog })
          .onConflict((conflict) => conflict.column('id').doUpdateSet({ catalog }))
          .execute();
      }
    },
    async drop(ids: readonly string[]): Promise<void> {
      if (ids.length > 0) await trx.deleteFrom('requestCatalogs').where('id', 'in', ids).execute();
    },
    /** Ids of the requests by which somebody has one of these profiles. */
    async heldOf(catalogIds: readonly string[]): Promise<readonly string[]> {
      if (catalogIds.length === 0) return [];
      const rows = await trx
        .selectFrom('profileRequests')
        .innerJoin('grants', 'grants.requestId', 'profileRequests.requestId')
        .select('profileRequests.requestId')
        .where('grants.endedAt', 'is', null)
        .where('catalogId', 'in', catalogIds)
        .execute();
      return rows.map(({ requestId }) => requestId);
    },
  };
}
