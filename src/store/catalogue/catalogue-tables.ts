import type { Transaction } from 'kysely';
import type { ResourceKey } from '../../domain/catalogue/entitlement.ts';
import { storableText } from '../../domain/text/foreign-text.ts';
import type { CatalogueRows } from '../../use-cases/ports/store-ports.ts';
import type { Tables } from '../platform/tables.ts';

export function catalogueRows(trx: Transaction<Tables>): CatalogueRows {
  const deleteOf = (key: ResourceKey) =>
    trx.deleteFrom('catalogueEntitlements').where((eb) => eb.and(keyOf(key)));
  return {
    async load() {
      const readings = await trx.selectFrom('catalogue').selectAll().execute();
      const rows = await trx.selectFrom('catalogueEntitlements').selectAll().execute();
      const byKey = Map.groupBy(rows, (row) => JSON.stringify(keyOf(row)));
      return readings.map((reading) => ({
        key: keyOf(reading),
        entitlements: (byKey.get(JSON.stringify(keyOf(reading))) ?? []).map(
          (row) => row.entitlement,
        ),
        fetchedAt: reading.fetchedAt,
      }));
    },
    async has(key) {
      const reading = trx.selectFrom('catalogue').select('appId');
      return (await reading.where((eb) => eb.and(keyOf(key))).executeTakeFirst()) !== undefined;
    },
    async put(key, entitlements) {
      if (entitlements.length === 0) return;
      // Two ids can become one when made storable, and a statement may write a row only once.
      const byId = new Map(entitlements.map((one) => [storableText(one.id), one]));
      await trx
        .insertInto('catalogueEntitlements')
        .values([...byId].map(([id, entitlement]) => ({ ...keyOf(key), id, entitlement })))
        .onConflict((conflict) =>
          conflict
            .columns(['appId', 'resourceTypeId', 'resourceId', 'id'])
            .doUpdateSet((eb) => ({ entitlement: eb.ref('excluded.entitlement') })),
        )
        .execute();
    },
    async drop(key, ids) {
      if (ids.length > 0) await deleteOf(key).where('id', 'in', ids).execute();
    },
    async dropAll(key) {
      await deleteOf(key).execute();
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
