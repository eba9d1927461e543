import { type CatalogueEntitlement, sameEntitlements } from '../domain/entitlement.ts';
import type { CatalogueKey, Store } from './store-ports.ts';

/** So many are written in one transaction: some tens of milliseconds, in which nobody else gets an embedded database. */
const atOnce = 500;

/**
 * Keeps a reading of the catalogue: what changed since `stored` is written, and last that it is complete. Cut off in between, the
 * copy counts as old as it was, or as none; what is left over of it goes with the next reading.
 *
 * @param reading.stored what the store is known to have; none where that is not known
 */
export async function keepReading(
  store: Store,
  key: CatalogueKey,
  reading: {
    readonly stored: readonly CatalogueEntitlement[];
    readonly entitlements: readonly CatalogueEntitlement[];
    readonly fetchedAt: Date;
  },
): Promise<void> {
  const isThere = await store.transaction(async (tx) => {
    const has = await tx.catalogue.has(key);
    if (!has) await tx.catalogue.dropAll(key);
    return has;
  });
  if (!isThere || reading.stored !== reading.entitlements) {
    const before = new Map((isThere ? reading.stored : []).map((one) => [one.id, one]));
    const now = new Map(reading.entitlements.map((one) => [one.id, one]));
    const changed = [...now.values()].filter((one) => !isSame(before.get(one.id), one));
    for (const some of inBatches(changed)) await store.transaction((tx) => tx.catalogue.put(key, some));
    const gone = [...before.keys()].filter((id) => !now.has(id));
    for (const some of inBatches(gone)) await store.transaction((tx) => tx.catalogue.drop(key, some));
  }
  await store.transaction((tx) => tx.catalogue.complete(key, reading.fetchedAt));
}

function isSame(before: CatalogueEntitlement | undefined, now: CatalogueEntitlement): boolean {
  return before !== undefined && sameEntitlements([before], [now]);
}

function inBatches<Item extends string | object>(items: readonly Item[]): readonly (readonly Item[])[] {
  const batches: (readonly Item[])[] = [];
  for (let from = 0; from < items.length; from += atOnce) batches.push(items.slice(from, from + atOnce));
  return batches;
}
