import MiniSearch from 'minisearch';
import type { CatalogueEntitlement } from '../domain/entitlement.ts';
import type { CatalogueHit, EntitlementIndex } from '../use-cases/catalogue.ts';

interface AppIndex {
  readonly byName: readonly CatalogueEntitlement[];
  readonly byId: ReadonlyMap<string, CatalogueEntitlement>;
  readonly appWords: readonly string[];
  readonly search: MiniSearch<CatalogueEntitlement>;
}

/** Without accents and case: "Über" is found by "uber". */
function fold(term: string): string {
  return term.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase();
}

function indexOf(appName: string, entitlements: readonly CatalogueEntitlement[]): AppIndex {
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
  return {
    byId,
    search,
    appWords: fold(appName)
      .split(/[^\p{L}\p{N}]+/u)
      .filter(Boolean),
    byName: [...byId.values()].sort((a, b) => collator.compare(a.name, b.name)),
  };
}

/** Words that name the app need not be in the entitlement too. */
function hitsIn(index: AppIndex, typed: string): readonly CatalogueHit[] {
  const words = typed.split(/\s+/).filter(Boolean);
  const others = words.filter((word) => !index.appWords.some((one) => one.startsWith(fold(word))));
  const named = 1 + (words.length - others.length);
  if (others.length === 0) return named === 1 ? [] : index.byName.map((entitlement) => ({ entitlement, score: named }));
  return index.search.search(others.join(' ')).flatMap((hit) => {
    const entitlement = index.byId.get(String(hit.id));
    return entitlement === undefined ? [] : [{ entitlement, score: hit.score * named }];
  });
}

/** In memory, an index for each app: words in any order, prefixes, one typo. */
export function createEntitlementIndex(): EntitlementIndex {
  const apps = new Map<string, AppIndex>();
  return {
    replace(appId, appName, entitlements) {
      apps.set(appId, indexOf(appName, entitlements));
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
    find(typed, limit) {
      const hits = [...apps.values()].flatMap((index) => hitsIn(index, typed));
      return hits.sort((a, b) => b.score - a.score).slice(0, limit);
    },
  };
}
