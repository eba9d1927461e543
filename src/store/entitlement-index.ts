import { setImmediate as turn } from 'node:timers/promises';
import type { CatalogueEntitlement } from '../domain/entitlement.ts';
import type { CatalogueHit, EntitlementIndex } from '../use-cases/catalogue.ts';
import { rankedDocs, SearchRoom } from './search/ranking.ts';
import { sortedInTurns } from './search/sorted-in-turns.ts';
import { type TermIndex, TermIndexBuilder } from './search/term-index.ts';
import { folded, wordsIn } from './search/words.ts';

interface AppIndex {
  readonly appWords: readonly string[];
  /** By name; a document of the term index is a place in this list. */
  readonly byName: readonly CatalogueEntitlement[];
  /** Places by folded name. */
  readonly named: ReadonlyMap<string, readonly number[]>;
  readonly terms: TermIndex;
  readonly room: SearchRoom;
}

/** So many are taken up before the event loop has a turn again: some milliseconds of work. */
const atOnce = 250;

const weights = { name: 8, alias: 3, resourceName: 3, description: 1 } as const;
const fields = ['name', 'alias', 'resourceName', 'description'] as const;

const collator = new Intl.Collator('en', { numeric: true });

async function indexOf(appName: string, entitlements: readonly CatalogueEntitlement[]): Promise<AppIndex> {
  const byName = await sortedInTurns(entitlements, (a, b) => collator.compare(a.name, b.name));
  const builder = new TermIndexBuilder();
  const named = new Map<string, number[]>();
  for (const [place, entitlement] of byName.entries()) {
    if (place % atOnce === atOnce - 1) await turn();
    builder.add(
      place,
      fields.map((field) => ({ text: entitlement[field], weight: weights[field] })),
    );
    const name = folded(entitlement.name).trim();
    named.set(name, [...(named.get(name) ?? []), place]);
  }
  const terms = await builder.build();
  return { appWords: wordsIn(appName), byName, named, terms, room: new SearchRoom(byName.length) };
}

/** Best first: whole names before everything else. */
function hitsIn(index: AppIndex, words: readonly string[], typed: string, limit: number): CatalogueHit[] {
  const places = new Map<number, number>();
  const ranked = rankedDocs(index.terms, index.room, words, limit);
  const highest = ranked[0]?.score ?? 0;
  for (const place of index.named.get(folded(typed).trim()) ?? []) places.set(place, highest + 1);
  for (const { doc, score } of ranked) if (!places.has(doc)) places.set(doc, score);
  const hits: CatalogueHit[] = [];
  for (const [place, score] of places) {
    const entitlement = index.byName[place];
    if (entitlement !== undefined && hits.length < limit) hits.push({ entitlement, score });
  }
  return hits;
}

/** Words that name the app need not be in the entitlement too. */
function hitsOfApp(index: AppIndex, words: readonly string[], typed: string, limit: number): CatalogueHit[] {
  const others = words.filter((word) => !index.appWords.some((one) => one.startsWith(word)));
  const named = (words.length - others.length) * weights.name;
  if (others.length > 0) {
    return hitsIn(index, others, typed, limit).map(({ entitlement, score }) => ({ entitlement, score: score + named }));
  }
  return index.byName.slice(0, limit).map((entitlement) => ({ entitlement, score: named }));
}

function isSame(one: CatalogueEntitlement, other: CatalogueEntitlement | undefined): boolean {
  return other !== undefined && one.id === other.id && fields.every((field) => one[field] === other[field]);
}

/** The same texts: what else the service says of the entitlements is as new as the list. */
function renewed(index: AppIndex, entitlements: readonly CatalogueEntitlement[]): AppIndex {
  const newest = new Map(entitlements.map((one) => [one.id, one]));
  return { ...index, byName: index.byName.map((one) => newest.get(one.id) ?? one) };
}

/**
 * In memory, an index for each app: words in any order, begun or whole, one typo; made in pieces, so that everything else goes on
 * meanwhile, with the one before in use until then. `minisearch` finds the words with a typo.
 */
export function createEntitlementIndex(): EntitlementIndex {
  const apps = new Map<string, AppIndex>();
  /** What was last asked to be taken up, by app: an older one that ends later is not used. */
  const wanted = new Map<string, readonly CatalogueEntitlement[]>();
  return {
    async replace(appId, appName, entitlements) {
      const before = wanted.get(appId);
      const changed =
        before?.length !== entitlements.length || !entitlements.every((one, at) => isSame(one, before[at]));
      wanted.set(appId, entitlements);
      const kept = apps.get(appId);
      const index = !changed && kept !== undefined ? renewed(kept, entitlements) : await indexOf(appName, entitlements);
      if (wanted.get(appId) === entitlements) apps.set(appId, index);
    },
    search(appId, typed, limit) {
      const index = apps.get(appId);
      if (index === undefined) return [];
      if (typed.trim() === '') return index.byName.slice(0, limit);
      const words = wordsIn(typed);
      return words.length === 0 ? [] : hitsIn(index, words, typed, limit).map((hit) => hit.entitlement);
    },
    find(typed, limit) {
      const words = wordsIn(typed);
      if (words.length === 0) return [];
      const hits = [...apps.values()].flatMap((index) => hitsOfApp(index, words, typed, limit));
      return hits.sort((a, b) => b.score - a.score).slice(0, limit);
    },
  };
}
