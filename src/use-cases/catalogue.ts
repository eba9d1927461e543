import type { AccessSettings, RequestableApp } from '../domain/access-settings.ts';
import { closestName } from '../domain/closest-name.ts';
import type { CatalogueEntitlement } from '../domain/entitlement.ts';
import { type CatalogueSource, catalogueSources, unknownAppCheck } from './catalogue-sources.ts';
import { comparable } from './match-words.ts';
import type { AccessGovernance } from './ports.ts';
import type { CatalogueKey, Store } from './store-ports.ts';
import type { World } from './world.ts';

/** Finds entitlements by what somebody typed. */
export interface EntitlementIndex {
  /** Resolves when it is in use; until then the one before is. An unchanged list costs nothing. */
  replace(appId: string, appName: string, entitlements: readonly CatalogueEntitlement[]): Promise<void>;
  /** Best first; by name where nothing is typed. */
  search(appId: string, typed: string, limit: number): readonly CatalogueEntitlement[];
  /** Over all apps, best first; the app's name counts as well. */
  find(typed: string, limit: number): readonly CatalogueHit[];
}

export interface CatalogueHit {
  readonly entitlement: CatalogueEntitlement;
  /** Comparable within one answer. */
  readonly score: number;
}

export interface Catalogue {
  apps(typed: string): readonly RequestableApp[];
  appById(appId: string): RequestableApp | null;
  entitlements(appId: string, typed: string, limit: number): readonly CatalogueEntitlement[];
  find(typed: string, limit: number): readonly CatalogueHit[];
  all(appId: string): readonly CatalogueEntitlement[];
  entitlement(appId: string, id: string): CatalogueEntitlement | null;
  /** `never`: not one reading of this app has succeeded, so an empty list means nothing. */
  freshness(appId: string): { readonly fetchedAt: Date } | 'never';
  /** Reads everything configured from the service; what fails keeps its last good copy. Called while it runs, it is the same refresh. Never throws. */
  refresh(): Promise<void>;
}

export interface CatalogueDeps {
  readonly store: Store;
  readonly governance: AccessGovernance;
  readonly settings: Pick<AccessSettings, 'apps'>;
  readonly index: EntitlementIndex;
  readonly world: World;
}

/** A part of a word will do, and from four letters on a small typo. */
function isInName(word: string, name: readonly string[]): boolean {
  return name.some((one) => one.includes(word)) || (word.length > 3 && closestName(word, name) !== null);
}

/** Entitlements of everything configured, served from memory; starts from the last good copy in the store. */
export async function openCatalogue(deps: CatalogueDeps): Promise<Catalogue> {
  const kept = new Map<string, { key: CatalogueKey; entitlements: readonly CatalogueEntitlement[]; fetchedAt: Date }>();
  const keyOf = (key: CatalogueKey) => JSON.stringify([key.appId, key.resourceTypeId, key.resourceId]);
  const sources = catalogueSources(deps);
  const checkApps = unknownAppCheck(deps);
  const wantedKeys = new Set(sources.map(({ key }) => keyOf(key)));
  let refreshing: Promise<void> | null = null;
  const byApp = new Map<
    string,
    { readonly list: readonly CatalogueEntitlement[]; readonly byId: ReadonlyMap<string, CatalogueEntitlement> }
  >();

  async function rebuild(appId: string): Promise<void> {
    const entitlements = new Map<string, CatalogueEntitlement>();
    for (const part of kept.values()) {
      if (part.key.appId !== appId) continue;
      for (const entitlement of part.entitlements) entitlements.set(entitlement.id, entitlement);
    }
    const list = [...entitlements.values()];
    byApp.set(appId, { list, byId: entitlements });
    const appName = deps.settings.apps.find((one) => one.id === appId)?.name ?? '';
    await deps.index.replace(appId, appName, list);
  }

  for (const part of await deps.store.transaction((tx) => tx.catalogue.load())) {
    if (wantedKeys.has(keyOf(part.key))) kept.set(keyOf(part.key), part);
  }
  for (const one of deps.settings.apps) await rebuild(one.id);

  async function refreshPart(source: CatalogueSource): Promise<void> {
    const { key } = source;
    try {
      const answer = await source.read();
      if (!answer.ok) {
        deps.world.log.warn({ ...key, refusal: answer.refusal }, 'entitlements refused; the last good copy stays');
        return;
      }
      const fetchedAt = deps.world.now();
      kept.set(keyOf(key), { key, entitlements: answer.value, fetchedAt });
      await rebuild(key.appId);
      await deps.store.transaction((tx) => tx.catalogue.save(key, answer.value, fetchedAt));
    } catch (error) {
      deps.world.log.warn({ ...key, err: error }, 'entitlements not read; the last good copy stays');
    }
  }

  async function refreshAll(): Promise<void> {
    // Three at a time: quick enough for a company, gentle enough for a service whose limits are unpublished.
    const queue = [...sources];
    const worker = async () => {
      for (let source = queue.shift(); source !== undefined; source = queue.shift()) await refreshPart(source);
    };
    await Promise.all([worker(), worker(), worker()]);
    await checkApps();
  }

  return {
    apps(typed) {
      return deps.settings.apps.filter((one) =>
        comparable(typed).every((word) => isInName(word, comparable(one.name))),
      );
    },
    appById: (appId) => deps.settings.apps.find((one) => one.id === appId) ?? null,
    entitlements: (appId, typed, limit) => deps.index.search(appId, typed, limit),
    find: (typed, limit) => deps.index.find(typed, limit),
    all: (appId) => byApp.get(appId)?.list ?? [],
    entitlement: (appId, id) => byApp.get(appId)?.byId.get(id) ?? null,
    freshness(appId) {
      const times = [...kept.values()].filter((part) => part.key.appId === appId).map((part) => part.fetchedAt);
      const [oldest] = times.sort((a, b) => a.getTime() - b.getTime());
      return oldest === undefined ? 'never' : { fetchedAt: oldest };
    },
    refresh() {
      refreshing ??= refreshAll().finally(() => {
        refreshing = null;
      });
      return refreshing;
    },
  };
}
