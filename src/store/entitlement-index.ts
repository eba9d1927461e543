import { setImmediate as turn } from 'node:timers/promises';
import type { CatalogueEntitlement } from '../domain/entitlement.ts';
import { foldedText, foldedWords } from '../domain/folded-text.ts';
import type { CatalogueHit, EntitlementIndex, WantedEntitlement } from '../use-cases/catalogue.ts';
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

interface Asked {
  readonly typed: string;
  readonly limit: number;
  readonly wanted: WantedEntitlement;
}

/** The first of these places that are wanted. */
function wantedOf(index: AppIndex, places: Iterable<number>, { limit, wanted }: Asked): number[] {
  const found: number[] = [];
  for (const place of places) {
    if (found.length >= limit) break;
    const entitlement = index.byName[place];
    if (entitlement !== undefined && wanted(entitlement)) found.push(place);
  }
  return found;
}

/** Whole names, then `ranked`, each once. */
function hitsOf(
  index: AppIndex,
  asked: Asked,
  ranked: readonly { readonly doc: number; readonly score: number }[],
): CatalogueHit[] {
  const places = new Map<number, number>();
  const wholeName = (ranked[0]?.score ?? 0) + 1;
  const named = index.named.get(foldedText(asked.typed).trim()) ?? [];
  for (const place of wantedOf(index, named, asked)) places.set(place, wholeName);
  for (const { doc, score } of ranked) if (!places.has(doc)) places.set(doc, score);
  const hits: CatalogueHit[] = [];
  for (const [place, score] of places) {
    const entitlement = index.byName[place];
    if (entitlement !== undefined && hits.length < asked.limit) hits.push({ entitlement, score });
  }
  return hits;
}

/** The words, parted by whether they name the app; those that do need not be in the entitlement too. */
function partedWords(index: AppIndex, words: readonly string[]) {
  const namesApp = (word: string) => index.appWords.some((one) => one.startsWith(word));
  return { ofApp: words.filter(namesApp), others: words.filter((word) => !namesApp(word)) };
}

interface Words {
  readonly needed: readonly string[];
  readonly besides: readonly string[];
}

function hitsIn(index: AppIndex, { needed, besides }: Words, asked: Asked, typing: boolean): CatalogueHit[] {
  if (needed.length + besides.length === 0) return hitsOf(index, asked, []);
  const isWanted = (doc: number) => {
    const entitlement = index.byName[doc];
    return entitlement !== undefined && asked.wanted(entitlement);
  };
  const ranked = rankedDocs(index.terms, index.room, needed, { limit: asked.limit, typing, besides, isWanted });
  return hitsOf(index, asked, ranked);
}

function hitsOfApp(index: AppIndex, words: readonly string[], asked: Asked): CatalogueHit[] {
  const { ofApp, others } = partedWords(index, words);
  const named = ofApp.length * weights.name;
  if (others.length > 0 || named === 0) {
    return hitsIn(index, { needed: others, besides: [] }, asked, false).map((hit) => ({
      ...hit,
      score: hit.score + named,
    }));
  }
  const all = wantedOf(index, index.byName.keys(), asked).map((doc) => ({ doc, score: named }));
  return hitsOf(index, asked, all);
}

const anyWanted: WantedEntitlement = () => true;

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
    search(appId, typed, limit, wanted = anyWanted) {
      const index = apps.get(appId);
      if (index === undefined) return [];
      const asked = { typed, limit, wanted };
      if (typed.trim() !== '') {
        const { ofApp, others } = partedWords(index, foldedWords(typed));
        return hitsIn(index, { needed: others, besides: ofApp }, asked, true).map((hit) => hit.entitlement);
      }
      return wantedOf(index, index.byName.keys(), asked).flatMap((place) => index.byName[place] ?? []);
    },
    find(typed, limit, wanted = anyWanted) {
      const words = foldedWords(typed);
      const hits = [...apps.values()].flatMap((index) => hitsOfApp(index, words, { typed, limit, wanted }));
      return hits.sort((a, b) => b.score - a.score).slice(0, limit);
    },
  };
}
