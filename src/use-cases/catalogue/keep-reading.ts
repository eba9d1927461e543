import { isDeepStrictEqual } from 'node:util';
import type { ResourceKey } from '../../domain/catalogue/entitlement.ts';
import { type CatalogueEntitlement, sameEntitlements } from '../../domain/catalogue/entitlement.ts';
import type { Store } from '../ports/store-ports.ts';

/** So many are written in one transaction: which takes some tens of milliseconds. */
const atOnce = 500;

/**
 * What the store has of one part of the catalogue; null where that is not known, because writing it
 * was cut off.
 */
export interface StoredCopy {
  list: readonly CatalogueEntitlement[] | null;
}

/**
 * Keeps a reading of the catalogue: what changed against `copy` is written first, in pieces, each
 * of which counts at once; last goes what is gone, and with the last of it the reading is as new as
 * `fetchedAt`. Cut off in between, it counts as old as it was, or as none; what is left over of it
 * goes with the next reading. Throws as the store does.
 */
export async function keepReading(
  store: Store,
  key: ResourceKey,
  {
    entitlements,
    fetchedAt,
  }: { readonly entitlements: readonly CatalogueEntitlement[]; readonly fetchedAt: Date },
  copy: StoredCopy,
): Promise<void> {
  const stored = await storedList(store, key, copy);
  const isSame = stored === entitlements;
  const before = new Map(isSame ? [] : stored.map((one) => [one.id, one]));
  const now = new Map(isSame ? [] : entitlements.map((one) => [one.id, one]));
  const changed = [...now.values()].filter((one) => {
    const earlier = before.get(one.id);
    return earlier === undefined || !sameEntitlements([earlier], [one]);
  });
  const gone = [...before.keys()].filter((id) => !now.has(id));
  const goneLast = gone.splice(Math.max(0, gone.length - atOnce));
  copy.list = null;
  for (const some of inBatches(changed))
    await store.transaction((tx) => tx.catalogue.put(key, some));
  for (const some of inBatches(gone)) await store.transaction((tx) => tx.catalogue.drop(key, some));
  await store.transaction(async (tx) => {
    await tx.catalogue.drop(key, goneLast);
    await tx.catalogue.complete(key, fetchedAt);
  });
  copy.list = entitlements;
}

/** What a reading that never was complete left is dropped. */
function storedList(
  store: Store,
  key: ResourceKey,
  { list }: StoredCopy,
): Promise<readonly CatalogueEntitlement[]> {
  return store.transaction(async (tx) => {
    if (!(await tx.catalogue.has(key))) {
      await tx.catalogue.dropAll(key);
      return [];
    }
    const copies = list === null ? await tx.catalogue.load() : [];
    return (
      copies.find((one) => isDeepStrictEqual({ ...one.key }, { ...key }))?.entitlements ??
      list ??
      []
    );
  });
}

function inBatches<Item>(items: readonly Item[]): readonly (readonly Item[])[] {
  const count = Math.ceil(items.length / atOnce);
  return Array.from({ length: count }, (_, at) => items.slice(at * atOnce, (at + 1) * atOnce));
}
