import { setImmediate as turn } from 'node:timers/promises';
import type { CatalogueEntitlement } from '../domain/entitlement.ts';
import { foldedText, foldedWords } from '../domain/folded-text.ts';
import type { CatalogueHit, EntitlementIndex } from '../use-cases/catalogue.ts';
import { rankedDocs, SearchRoom } from './search/ranking.ts';
import { sortedInTurns } from './search/sorted-in-turns.ts';
import { type TermIndex, TermIndexBuilder } from './search/term-index.ts';

interface AppIndex {
  readonly appName: string;
  /** As it was taken up. */
  readonly list: readonly CatalogueEntitlement[];
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
const renewedAtOnce = 10_000;

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
    const name = foldedText(entitlement.name).trim();
    const places = named.get(name);
    if (places === undefined) named.set(name, [place]);
    else places.push(place);
  }
  const terms = await builder.build();
  return {
    appName,
    list: entitlements,
    appWords: foldedWords(appName),
    byName,
    named,
    terms,
    room: new SearchRoom(byName.length),
  };
}

/** Whole names, then `ranked`, each once. */
function hitsOf(
  index: AppIndex,
  typed: string,
  ranked: readonly { readonly doc: number; readonly score: number }[],
  limit: number,
): CatalogueHit[] {
  const places = new Map<number, number>();
  const wholeName = (ranked[0]?.score ?? 0) + 1;
  for (const place of (index.named.get(foldedText(typed).trim()) ?? []).slice(0, limit)) places.set(place, wholeName);
  for (const { doc, score } of ranked) if (!places.has(doc)) places.set(doc, score);
  const hits: CatalogueHit[] = [];
  for (const [place, score] of places) {
    const entitlement = index.byName[place];
    if (entitlement !== undefined && hits.length < limit) hits.push({ entitlement, score });
  }
  return hits;
}

function hitsIn(
  index: AppIndex,
  words: readonly string[],
  typed: string,
  how: { readonly limit: number; readonly typing: boolean },
): CatalogueHit[] {
  return hitsOf(index, typed, words.length === 0 ? [] : rankedDocs(index.terms, index.room, words, how), how.limit);
}

/** Words that name the app need not be in the entitlement too. */
function hitsOfApp(index: AppIndex, words: readonly string[], typed: string, limit: number): CatalogueHit[] {
  const others = words.filter((word) => !index.appWords.some((one) => one.startsWith(word)));
  const named = (words.length - others.length) * weights.name;
  if (others.length > 0 || named === 0) {
    return hitsIn(index, others, typed, { limit, typing: false }).map(({ entitlement, score }) => ({
      entitlement,
      score: score + named,
    }));
  }
  const all = index.byName.slice(0, limit).map((_, doc) => ({ doc, score: named }));
  return hitsOf(index, typed, all, limit);
}

function isSame(one: CatalogueEntitlement, other: CatalogueEntitlement | undefined): boolean {
  return other !== undefined && one.id === other.id && fields.every((field) => one[field] === other[field]);
}

/** The same texts: what else the service says of the entitlements is as new as the list. */
async function renewed(index: AppIndex, entitlements: readonly CatalogueEntitlement[]): Promise<AppIndex> {
  const newest = new Map<string, CatalogueEntitlement>();
  for (const [at, one] of entitlements.entries()) {
    if (at % renewedAtOnce === renewedAtOnce - 1) await turn();
    newest.set(one.id, one);
  }
  const byName: CatalogueEntitlement[] = [];
  for (const [at, one] of index.byName.entries()) {
    if (at % renewedAtOnce === renewedAtOnce - 1) await turn();
    byName.push(newest.get(one.id) ?? one);
  }
  return { ...index, list: entitlements, byName };
}

/**
 * In memory, an index for each app: words in any order, begun or whole, one typo; made in pieces, so that everything else goes on
 * meanwhile, with the one before in use until then. `minisearch` finds what has a typo.
 */
export function createEntitlementIndex(): EntitlementIndex {
  const apps = new Map<string, AppIndex>();
  /** One list of an app after the other: the newest is the last. */
  const making = new Map<string, Promise<void>>();

  async function make(appId: string, appName: string, entitlements: readonly CatalogueEntitlement[]): Promise<void> {
    const kept = apps.get(appId);
    const isKept =
      kept?.appName === appName &&
      kept.list.length === entitlements.length &&
      entitlements.every((one, at) => isSame(one, kept.list[at]));
    apps.set(appId, await (isKept ? renewed(kept, entitlements) : indexOf(appName, entitlements)));
  }

  return {
    replace(appId, appName, entitlements) {
      const before = making.get(appId) ?? Promise.resolve();
      const mine = before.catch(() => undefined).then(() => make(appId, appName, entitlements));
      making.set(appId, mine);
      return mine;
    },
    search(appId, typed, limit) {
      const index = apps.get(appId);
      if (index === undefined) return [];
      if (typed.trim() === '') return index.byName.slice(0, limit);
      return hitsIn(index, foldedWords(typed), typed, { limit, typing: true }).map((hit) => hit.entitlement);
    },
    find(typed, limit) {
      const words = foldedWords(typed);
      const hits = [...apps.values()].flatMap((index) => hitsOfApp(index, words, typed, limit));
      return hits.sort((a, b) => b.score - a.score).slice(0, limit);
    },
  };
}
