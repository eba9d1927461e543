import { setImmediate as turn } from 'node:timers/promises';
import type { Transaction } from 'kysely';
import { storableText } from '../../domain/foreign-text.ts';
import type { ResourceKey } from '../../use-cases/ports.ts';
import type { CatalogueRows } from '../../use-cases/store-ports.ts';
import { storableJson } from '../storable.ts';
import type { Tables } from '../tables.ts';

/**
 * The embedded database runs in this thread and does not yield between statements, so methods that run many times in a row let
 * the event loop turn first.
 */
export function catalogueRows(trx: Transaction<Tables>): CatalogueRows {
  return {
    async load() {
      const readings = await trx.selectFrom('catalogue').selectAll().execute();
      const rows = await trx.selectFrom('catalogueEntitlements').selectAll().execute();
      const byKey = Map.groupBy(rows, (row) => JSON.stringify(keyOf(row)));
      return readings.map((reading) => ({
        key: keyOf(reading),
        entitlements: (byKey.get(JSON.stringify(keyOf(reading))) ?? []).map((row) => row.entitlement),
        fetchedAt: reading.fetchedAt,
      }));
    },
    async has(key) {
      const row = await trx
        .selectFrom('catalogue')
        .select('appId')
        .where((eb) => eb.and(keyOf(key)))
        .executeTakeFirst();
      return row !== undefined;
    },
    async put(key, entitlements) {
      if (entitlements.length === 0) return;
      // Two ids can become one when made storable, and a statement may write a row only once.
      const byId = new Map(entitlements.map((one) => [storableText(one.id), one]));
      await turn();
      await trx
        .insertInto('catalogueEntitlements')
        .values([...byId].map(([id, one]) => ({ ...keyOf(key), id, entitlement: storableJson(one) })))
        .onConflict((conflict) =>
          conflict
            .columns(['appId', 'resourceTypeId', 'resourceId', 'id'])
            .doUpdateSet((eb) => ({ entitlement: eb.ref('excluded.entitlement') })),
        )
        .execute();
    },
    async drop(key, ids) {
      if (ids.length === 0) return;
      await turn();
      await trx
        .deleteFrom('catalogueEntitlements')
        .where((eb) => eb.and(keyOf(key)))
        .where('id', 'in', ids.map(storableText))
        .execute();
    },
    async dropAll(key) {
      await trx
        .deleteFrom('catalogueEntitlements')
        .where((eb) => eb.and(keyOf(key)))
        .execute();
    },
    async complete(key, fetchedAt) {
      await trx
        .insertInto('catalogue')
        .values({ ...keyOf(key), fetchedAt })
        .onConflict((conflict) =>
          conflict.columns(['appId', 'resourceTypeId', 'resourceId']).doUpdateSet({ fetchedAt }),
        )
        .execute();
    },
  };
}

function keyOf({ appId, resourceTypeId, resourceId }: ResourceKey): ResourceKey {
  return { appId, resourceTypeId, resourceId };
}
