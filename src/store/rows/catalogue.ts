import type { Transaction } from 'kysely';
import type { CatalogueRows } from '../../use-cases/store-ports.ts';
import { storableJson } from '../storable.ts';
import type { Tables } from '../tables.ts';

export function catalogueRows(trx: Transaction<Tables>): CatalogueRows {
  return {
    async load() {
      const rows = await trx.selectFrom('catalogue').selectAll().execute();
      return rows.map((row) => ({
        key: { appId: row.app_id, resourceTypeId: row.resource_type_id, resourceId: row.resource_id },
        entitlements: row.entitlements,
        fetchedAt: row.fetched_at,
      }));
    },
    async save(key, entitlements, fetchedAt) {
      const reading = { entitlements: storableJson(entitlements), fetched_at: fetchedAt };
      await trx
        .insertInto('catalogue')
        .values({
          app_id: key.appId,
          resource_type_id: key.resourceTypeId,
          resource_id: key.resourceId,
          ...reading,
        })
        .onConflict((conflict) => conflict.columns(['app_id', 'resource_type_id', 'resource_id']).doUpdateSet(reading))
        .execute();
    },
    async confirm(key, fetchedAt) {
      const { numUpdatedRows } = await trx
        .updateTable('catalogue')
        .set({ fetched_at: fetchedAt })
        .where('app_id', '=', key.appId)
        .where('resource_type_id', '=', key.resourceTypeId)
        .where('resource_id', '=', key.resourceId)
        .executeTakeFirstOrThrow();
      return numUpdatedRows > 0n;
    },
  };
}
