import type { Transaction } from 'kysely';
import { insertOnce } from '../../store/platform/storable.ts';
import type { DisprovedRule, RequestCatalog, Tables } from '../../store/platform/tables.ts';

export interface VisibilityRows {
  /** Ids of the requests by which somebody has one of these profiles. */
  heldOf(catalogIds: readonly string[]): Promise<readonly string[]>;
  /** Everything that is kept of the catalogs: much, so it is read at the start alone. */
  catalogs(): Promise<readonly RequestCatalog[]>;
  disproved(): Promise<readonly DisprovedRule[]>;
  /** Puts these in the place of those with their ids. */
  put(catalogs: readonly RequestCatalog[]): Promise<void>;
  drop(ids: readonly string[]): Promise<void>;
  /** All of a reading is kept. */
  noteRead(at: Date): Promise<void>;
  /** The person asked for it although the form said that it may not be requestable. */
  noteAskedAnyway(requestId: string): Promise<void>;
  wasAskedAnyway(requestId: string): Promise<boolean>;
  /** Of an app the newest counts. */
  disprove(rule: DisprovedRule): Promise<void>;
}

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
    async heldOf(catalogIds) {
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
