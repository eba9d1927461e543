import { setImmediate as turn } from 'node:timers/promises';
import type { Transaction } from 'kysely';
import type { CatalogueKey, CatalogueRows } from '../../use-cases/store-ports.ts';
import { storableJson, storableText } from '../storable.ts';
import type { Tables } from '../tables.ts';

/**
 * The embedded database runs in this thread and does not yield between statements, so methods that run many times in a row let
 * the event loop turn first.
 */
export function catalogueRows(trx: Transaction<Tables>): CatalogueRows {
  return {
    async load() {
      const readings = await trx.selectFrom('catalogue').selectAll().execute();
      const rows = await trx.selectFrom('catalogue_entitlements').selectAll().execute();
      const byKey = Map.groupBy(rows, (row) => JSON.stringify(columns(keyOf(row))));
      return readings.map((reading) => ({
        key: keyOf(reading),
        entitlements: (byKey.get(JSON.stringify(columns(keyOf(reading)))) ?? []).map((row) => row.entitlement),
        fetchedAt: reading.fetched_at,
      }));
    },
    async has(key) {
      const row = await trx
        .selectFrom('catalogue')
        .select('app_id')
        .where((eb) => eb.and(columns(key)))
        .executeTakeFirst();
      return row !== undefined;
    },
    async put(key, entitlements) {
      if (entitlements.length === 0) return;
      // Two ids can become one when made storable, and a statement may write a row only once.
      const byId = new Map(entitlements.map((one) => [storableText(one.id), one]));
      await turn();
      await trx
        .insertInto('catalogue_entitlements')
        .values([...byId].map(([id, one]) => ({ ...columns(key), id, entitlement: storableJson(one) })))
        .onConflict((conflict) =>
          conflict
            .columns(['app_id', 'resource_type_id', 'resource_id', 'id'])
            .doUpdateSet((eb) => ({ entitlement: eb.ref('excluded.entitlement') })),
        )
        .execute();
    },
    async drop(key, ids) {
      if (ids.length === 0) return;
      await turn();
      await trx
        .deleteFrom('catalogue_entitlements')
        .where((eb) => eb.and(columns(key)))
        .where('id', 'in', ids.map(storableText))
        .execute();
    },
    async dropAll(key) {
      await trx
        .deleteFrom('catalogue_entitlements')
        .where((eb) => eb.and(columns(key)))
        .execute();
    },
    async complete(key, fetchedAt) {
      await trx
        .insertInto('catalogue')
        .values({ ...columns(key), fetched_at: fetchedAt })
        .onConflict((conflict) =>
          conflict.columns(['app_id', 'resource_type_id', 'resource_id']).doUpdateSet({ fetched_at: fetchedAt }),
        )
        .execute();
    },
  };
}

function keyOf(row: { app_id: string; resource_type_id: string; resource_id: string }): CatalogueKey {
  return { appId: row.app_id, resourceTypeId: row.resource_type_id, resourceId: row.resource_id };
}

function columns({ appId, resourceTypeId, resourceId }: CatalogueKey) {
  return { app_id: appId, resource_type_id: resourceTypeId, resource_id: resourceId };
}
