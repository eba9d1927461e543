import type { AccessSettings, RequestableApp } from '../domain/access-settings.ts';
import { isOneTypoFrom } from '../domain/closest-name.ts';
import { type CatalogueEntitlement, sameEntitlements } from '../domain/entitlement.ts';
import { foldedWords } from '../domain/folded-text.ts';
import { type CatalogueSource, catalogueSources, unknownAppCheck } from './catalogue-sources.ts';
import { keepReading, type StoredCopy, storedCopy } from './keep-reading.ts';
import type { AccessGovernance } from './ports.ts';
import type { CatalogueKey, Store } from './store-ports.ts';
import type { World } from './world.ts';

/** Others are not found, as if there were none but these. */
export type WantedEntitlement = (entitlement: CatalogueEntitlement) => boolean;

/** Finds entitlements by what somebody typed. */
export interface EntitlementIndex {
  /** Resolves when it is in use; until then the one before is. */
  replace(appId: string, appName: string, entitlements: readonly CatalogueEntitlement[]): Promise<void>;
  /** While somebody types: best first; by name where nothing is typed. Words that name the app find what does not have them too, after what does. */
  search(appId: string, typed: string, limit: number, wanted?: WantedEntitlement): readonly CatalogueEntitlement[];
  /**
   * Over all apps, of words typed to their end (`foldedWords`): all that say every word with their name, alias, resource or app, up
   * to the limit an app; where there are none, those that say the most of them. Whole names come first.
   */
  find(words: readonly string[], limit: number, wanted?: WantedEntitlement): FoundEntitlements;
}

export interface FoundEntitlements {
  readonly entitlements: readonly CatalogueEntitlement[];
  /** Words that nothing says. */
  readonly unknown: readonly string[];
}

export interface Catalogue {
  apps(typed: string): readonly RequestableApp[];
  appById(appId: string): RequestableApp | null;
  entitlements: EntitlementIndex['search'];
  find: EntitlementIndex['find'];
  all(appId: string): readonly CatalogueEntitlement[];
  entitlement(appId: string, id: string): CatalogueEntitlement | null;
  /** `never`: not one reading of this app has succeeded, so an empty list means nothing. */
  freshness(appId: string): { readonly fetchedAt: Date } | 'never';
  /**
   * Whether the service has told of all that is configured of this app, once at least, or said that it is not to be had; else what is
   * not found may be there all the same.
   */
  isRead(appId: string): boolean;
  /** Reads everything configured from the service; what fails keeps its last good copy. Called while it runs, it is the same refresh. Never throws. */
  refresh(): Promise<void>;
  /** Refreshes where something was not read yet, else does nothing: people are told to try again in a minute. */
  refreshUnread(): Promise<void>;
}

export interface CatalogueDeps {
  readonly store: Store;
  readonly governance: AccessGovernance;
  readonly settings: Pick<AccessSettings, 'apps'>;
  readonly index: EntitlementIndex;
  readonly world: World;
}

/** A part of a word will do, or one typo. */
function isInName(word: string, name: readonly string[]): boolean {
  return name.some((one) => one.includes(word) || isOneTypoFrom(word, one));
}

interface KeptReading {
  readonly key: CatalogueKey;
  readonly entitlements: readonly CatalogueEntitlement[];
  readonly fetchedAt: Date;
}

interface PartRead {
  readonly isAnswered: boolean;
  /** It brought something else than before. */
  readonly isChanged: boolean;
  /** null where the service said no, or nothing. */
  readonly reading: KeptReading | null;
}

interface ServedApp {
  readonly list: readonly CatalogueEntitlement[];
  readonly byId: ReadonlyMap<string, CatalogueEntitlement>;
}

/** Entitlements of everything configured, served from memory; starts from the last good copy in the store. */
export async function openCatalogue(deps: CatalogueDeps): Promise<Catalogue> {
  const kept = new Map<string, KeptReading>();
  const keyOf = (key: CatalogueKey) => JSON.stringify([key.appId, key.resourceTypeId, key.resourceId]);
  const sources = catalogueSources(deps);
  const checkApps = unknownAppCheck(deps);
  const wantedKeys = new Set(sources.map(({ key }) => keyOf(key)));
  let refreshing: Promise<void> | null = null;
  /** What the index finds, of apps of which something was read. */
  const served = new Map<string, ServedApp>();

  /** How many entitlements of an app the index was given last, ready or not. */
  const given = new Map<string, number>();

  const partsOf = (appId: string) => [...kept.values()].filter((part) => part.key.appId === appId);

  async function rebuild(appId: string): Promise<void> {
    const byId = new Map(partsOf(appId).flatMap((part) => part.entitlements.map((one) => [one.id, one] as const)));
    const list = [...byId.values()];
    const appName = deps.settings.apps.find((one) => one.id === appId)?.name ?? '';
    given.set(appId, list.length);
    await deps.index.replace(appId, appName, list);
    served.set(appId, { list, byId });
  }

  for (const part of await deps.store.transaction((tx) => tx.catalogue.load())) {
    if (wantedKeys.has(keyOf(part.key))) kept.set(keyOf(part.key), part);
  }
  for (const appId of new Set([...kept.values()].map((part) => part.key.appId))) await rebuild(appId);
  const copies = new Map<string, StoredCopy>();
  for (const { key } of sources) copies.set(keyOf(key), storedCopy(kept.get(keyOf(key))?.entitlements ?? null));
  /** Keys that the service has told of, or refused to. */
  const answered = new Set(kept.keys());

  async function readPart(source: CatalogueSource): Promise<PartRead> {
    const { key } = source;
    const before = kept.get(keyOf(key));
    try {
      const answer = await source.read();
      if (!answer.ok) {
        deps.world.log.warn({ ...key, refusal: answer.refusal }, 'entitlements refused; the last good copy stays');
        return { isAnswered: true, isChanged: false, reading: null };
      }
      const isSame = before !== undefined && sameEntitlements(before.entitlements, answer.value);
      const entitlements = isSame ? before.entitlements : answer.value;
      const reading = { key, entitlements, fetchedAt: deps.world.now() };
      kept.set(keyOf(key), reading);
      return { isAnswered: true, isChanged: !isSame, reading };
    } catch (error) {
      deps.world.log.warn({ ...key, err: error }, 'entitlements not read; the last good copy stays');
      return { isAnswered: false, isChanged: false, reading: null };
    }
  }

  async function storePart(reading: KeptReading): Promise<void> {
    const { key } = reading;
    const copy = copies.get(keyOf(key)) ?? storedCopy(null);
    try {
      await keepReading(deps.store, key, reading, copy);
    } catch (error) {
      deps.world.log.warn({ ...key, err: error }, 'entitlements not stored; they are served all the same');
    }
  }

  /** First readings are served as they come, each time twice as much: an app of many resources is not indexed for each of them. */
  function hasDoubled(appId: string): boolean {
    const read = partsOf(appId).reduce((sum, part) => sum + part.entitlements.length, 0);
    return read >= 2 * (given.get(appId) ?? 0);
  }

  async function refreshAll(): Promise<void> {
    // Three at a time: quick enough for a company, gentle enough for a service whose limits are unpublished.
    const queue = [...sources];
    const left = Map.groupBy(sources, ({ key }) => key.appId);
    const changed = new Set<string>();
    const worker = async () => {
      for (let source = queue.shift(); source !== undefined; source = queue.shift()) {
        const { appId } = source.key;
        const { isChanged, isAnswered, reading } = await readPart(source);
        if (isChanged) changed.add(appId);
        left.get(appId)?.pop();
        const isLast = left.get(appId)?.length === 0;
        if ((isLast || hasDoubled(appId)) && changed.delete(appId)) await rebuild(appId);
        if (isAnswered) answered.add(keyOf(source.key));
        // Served first: a database that is slow keeps nobody waiting for the list.
        if (reading !== null) await storePart(reading);
      }
    };
    await Promise.all([worker(), worker(), worker()]);
    await checkApps();
  }

  function refresh(): Promise<void> {
    refreshing ??= refreshAll().finally(() => {
      refreshing = null;
    });
    return refreshing;
  }

  return {
    apps(typed) {
      return deps.settings.apps.filter((one) =>
        foldedWords(typed).every((word) => isInName(word, foldedWords(one.name))),
      );
    },
    appById: (appId) => deps.settings.apps.find((one) => one.id === appId) ?? null,
    entitlements: (...asked) => deps.index.search(...asked),
    find: (...asked) => deps.index.find(...asked),
    all: (appId) => served.get(appId)?.list ?? [],
    entitlement: (appId, id) => served.get(appId)?.byId.get(id) ?? null,
    freshness(appId) {
      const [oldest] = partsOf(appId)
        .map((part) => part.fetchedAt)
        .sort((a, b) => a.getTime() - b.getTime());
      return oldest === undefined || !served.has(appId) ? 'never' : { fetchedAt: oldest };
    },
    isRead: (appId) => sources.every(({ key }) => key.appId !== appId || answered.has(keyOf(key))),
    refresh,
    async refreshUnread() {
      if (sources.some(({ key }) => !answered.has(keyOf(key)))) await refresh();
    },
  };
}
