import { type CatalogueEntitlement, sameEntitlements } from '../domain/entitlement.ts';
import type { CatalogueKey, Store } from './store-ports.ts';

/** So many are written in one transaction: some tens of milliseconds, in which nobody else gets an embedded database. */
const atOnce = 500;

/** What the store is known to have of one part of the catalogue. `keepReading` keeps it true, whatever fails in between. */
export interface StoredCopy {
  /** null: it was being written, and how that ended nobody knows. */
  readonly byId: Map<string, CatalogueEntitlement | null>;
  /** The list that the store has all of, and nothing else; null where there is none. */
  list: readonly CatalogueEntitlement[] | null;
}

/** @param list as it was loaded; null where nothing was */
export function storedCopy(list: readonly CatalogueEntitlement[] | null): StoredCopy {
  return { byId: new Map(list?.map((one) => [one.id, one])), list };
}

/**
 * Keeps a reading of the catalogue: what changed against `copy` is written first, in pieces, each of which counts at once; last goes
 * what is gone, and with the last of it the reading is as new as `fetchedAt`. Cut off in between, it counts as old as it was, or as
 * none; what is left over of it goes with the next reading. Throws as the store does.
 */
export async function keepReading(
  store: Store,
  key: CatalogueKey,
  reading: { readonly entitlements: readonly CatalogueEntitlement[]; readonly fetchedAt: Date },
  copy: StoredCopy,
): Promise<void> {
  const { entitlements, fetchedAt } = reading;
  const isThere = await store.transaction(async (tx) => {
    const has = await tx.catalogue.has(key);
    if (!has) await tx.catalogue.dropAll(key);
    return has;
  });
  if (!isThere) {
    copy.byId.clear();
    copy.list = null;
  }
  const isSameList = copy.list === entitlements;
  const now = new Map(isSameList ? [] : entitlements.map((one) => [one.id, one]));
  const changed = [...now.values()].filter((one) => !isSame(copy.byId.get(one.id), one));
  const gone = isSameList ? [] : [...copy.byId.keys()].filter((id) => !now.has(id));
  copy.list = null;
  for (const some of inBatches(changed)) {
    for (const { id } of some) copy.byId.set(id, null);
    await store.transaction((tx) => tx.catalogue.put(key, some));
    for (const one of some) copy.byId.set(one.id, one);
  }
  const goneLast = gone.splice(Math.max(0, gone.length - atOnce));
  for (const id of [...gone, ...goneLast]) copy.byId.set(id, null);
  for (const some of inBatches(gone)) await store.transaction((tx) => tx.catalogue.drop(key, some));
  await store.transaction(async (tx) => {
    await tx.catalogue.drop(key, goneLast);
    await tx.catalogue.complete(key, fetchedAt);
  });
  for (const id of [...gone, ...goneLast]) copy.byId.delete(id);
  copy.list = entitlements;
}

function isSame(before: CatalogueEntitlement | null | undefined, now: CatalogueEntitlement): boolean {
  return before !== undefined && before !== null && sameEntitlements([before], [now]);
}

function inBatches<Item extends string | object>(items: readonly Item[]): readonly (readonly Item[])[] {
  const batches: (readonly Item[])[] = [];
  for (let from = 0; from < items.length; from += atOnce) batches.push(items.slice(from, from + atOnce));
  return batches;
}
