import MiniSearch from 'minisearch';
import type { CatalogueEntitlement } from '../domain/entitlement.ts';
import type { EntitlementIndex } from '../use-cases/catalogue.ts';

interface AppIndex {
  readonly byName: readonly CatalogueEntitlement[];
  readonly byId: ReadonlyMap<string, CatalogueEntitlement>;
  readonly search: MiniSearch<CatalogueEntitlement>;
}

/** Without accents and case: "Über" is found by "uber". */
function fold(term: string): string {
  return term.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase();
}

function indexOf(entitlements: readonly CatalogueEntitlement[]): AppIndex {
  const search = new MiniSearch<CatalogueEntitlement>({
    fields: ['name', 'alias', 'resourceName', 'description'],
    processTerm: (term) => fold(term) || null,
    searchOptions: {
      boost: { name: 4, alias: 2, resourceName: 2 },
      combineWith: 'AND',
      prefix: true,
      // One typo in a word of four letters or more; in a shorter one it would be another word.
      fuzzy: (term) => (term.length > 3 ? 1 : false),
    },
  });
  const byId = new Map(entitlements.map((entitlement) => [entitlement.id, entitlement]));
  search.addAll([...byId.values()]);
  const collator = new Intl.Collator('en', { numeric: true });
  return { byId, search, byName: [...byId.values()].sort((a, b) => collator.compare(a.name, b.name)) };
}

/** In memory, an index for each app: words in any order, prefixes, one typo. */
export function createEntitlementIndex(): EntitlementIndex {
  const apps = new Map<string, AppIndex>();
  return {
    replace(appId, entitlements) {
      apps.set(appId, indexOf(entitlements));
    },
    search(appId, typed, limit) {
      const index = apps.get(appId);
      if (index === undefined) return [];
      if (typed.trim() === '') return index.byName.slice(0, limit);
      return index.search
        .search(typed)
        .slice(0, limit)
        .flatMap((hit) => index.byId.get(String(hit.id)) ?? []);
    },
  };
}
