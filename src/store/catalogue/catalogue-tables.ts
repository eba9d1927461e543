import type { Transaction } from 'kysely';
import type { CatalogueEntitlement, ResourceKey } from '../../domain/catalogue/entitlement.ts';
import type { TenantApp } from '../../domain/settings/access-settings.ts';
import { storableText } from '../../domain/text/foreign-text.ts';
import { Rows } from '../platform/rows.ts';
import type { Tables } from '../platform/tables.ts';

export class CatalogueRows extends Rows {
  /** The copies that were complete once, in no order. */
  async load(): Promise<
    readonly {
      key: ResourceKey;
      entitlements: readonly CatalogueEntitlement[];
      fetchedAt: Date;
    }[]
  > {
    const readings = await this.trx.selectFrom('catalogue').selectAll().execute();
    const rows = await this.trx.selectFrom('catalogueEntitlements').selectAll().execute();
    const byKey = Map.groupBy(rows, (row) => JSON.stringify(keyOf(row)));
    return readings.map((reading) => ({
      key: keyOf(reading),
      entitlements: (byKey.get(JSON.stringify(keyOf(reading))) ?? []).map((row) => row.entitlement),
      fetchedAt: reading.fetchedAt,
    }));
  }

  /** Whether there is a copy that was complete once. */
  async has(key: ResourceKey): Promise<boolean> {
    const reading = this.trx.selectFrom('catalogue').select('appId');
    return (await reading.where((eb) => eb.and(keyOf(key))).executeTakeFirst()) !== undefined;
  }

  /** Adds these, or puts them in the place of those with their ids. No id twice. */
  async put(key: ResourceKey, entitlements: readonly CatalogueEntitlement[]): Promise<void> {
    if (entitlements.length === 0) return;
    // Two ids can become one when made storable, and a statement may write a row only once.
    const byId = new Map(entitlements.map((one) => [storableText(one.id), one]));
    await this.trx
      .insertInto('catalogueEntitlements')
      .values([...byId].map(([id, entitlement]) => ({ ...keyOf(key), id, entitlement })))
      .onConflict((conflict) =>
        conflict
          .columns(['appId', 'resourceTypeId', 'resourceId', 'id'])
          .doUpdateSet((eb) => ({ entitlement: eb.ref('excluded.entitlement') })),
      )
      .execute();
  }

  async drop(key: ResourceKey, ids: readonly string[]): Promise<void> {
    if (ids.length > 0) await deleteOf(this.trx, key).where('id', 'in', ids).execute();
  }

  /** Drops whatever a reading that never was complete left. */
  async dropAll(key: ResourceKey): Promise<void> {
    await deleteOf(this.trx, key).execute();
  }

  /** All of the reading is there. */
  async complete(key: ResourceKey, fetchedAt: Date): Promise<void> {
    await this.trx
      .insertInto('catalogue')
      .values({ ...keyOf(key), fetchedAt })
      .onConflict((conflict) =>
        conflict.columns(['appId', 'resourceTypeId', 'resourceId']).doUpdateSet({ fetchedAt }),
      )
      .execute();
  }
}

function keyOf({ appId, resourceTypeId, resourceId }: ResourceKey): ResourceKey {
  return { appId, resourceTypeId, resourceId };
}

function deleteOf(trx: Transaction<Tables>, key: ResourceKey) {
  return trx.deleteFrom('catalogueEntitlements').where((eb) => eb.and(keyOf(key)));
}

export class TenantAppRows extends Rows {
  /** As the last list that was read has them, by name. */
  load(): Promise<readonly TenantApp[]> {
    return this.trx
      .selectFrom('tenantApps')
      .select(['id', 'name'])
      .orderBy('name')
      .orderBy('id')
      .execute();
  }

  /** Puts these in the place of all. No id twice. */
  async replace(apps: readonly TenantApp[]): Promise<void> {
    await this.trx.deleteFrom('tenantApps').execute();
    // Two ids can become one when made storable.
    const byId = new Map(apps.map(({ id, name }) => [storableText(id), storableText(name)]));
    if (byId.size === 0) return;
    await this.trx
      .insertInto('tenantApps')
      .values(Array.from(byId, ([id, name]) => ({ id, name })))
      .onConflict((conflict) =>
        conflict.column('id').doUpdateSet((eb) => ({ name: eb.ref('excluded.name') })),
      )
      .execute();
  }
}
