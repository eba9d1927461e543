import type { AccessSettings, RequestableApp } from '../domain/access-settings.ts';
import { isOneTypoFrom } from '../domain/closest-name.ts';
import { type CatalogueEntitlement, sameEntitlements } from '../domain/entitlement.ts';
import { foldedWords } from '../domain/folded-text.ts';
import { OutwardFailure } from '../domain/outward-failure.ts';
import { type CatalogueSource, catalogueSources, unknownAppCheck } from './catalogue-sources.ts';
import { keepReading, type StoredCopy, storedCopy } from './keep-reading.ts';
import type { AccessGovernance, World } from './ports.ts';
import { createSchemaQuestions } from './schema-questions.ts';
import type { CatalogueKey, Store } from './store-ports.ts';

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
  /**
   * How old the copy that is served is, in whole seconds by app id; null where not one reading has succeeded, so that an empty
   * list means nothing.
   */
  ages(): ReadonlyMap<string, number | null>;
  /**
   * Whether the service has told of all that is configured of this app, once at least, or said that it is not to be had; else what is
   * not found may be there all the same.
   */
  isRead(appId: string): boolean;
  /** Reads everything configured from the service; what fails keeps its last good copy. Called while it runs, it is the same refresh. */
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

interface Reading {
  readonly entitlements: readonly CatalogueEntitlement[];
  readonly fetchedAt: Date;
}

/** What is known of one source. */
interface Part {
  readonly source: CatalogueSource;
  readonly copy: StoredCopy;
  /** The last that succeeded; null where none has. */
  reading: Reading | null;
  /** Whether the service has told of it, or refused to. */
  isAnswered: boolean;
}

interface ServedApp {
  readonly list: readonly CatalogueEntitlement[];
  readonly byId: ReadonlyMap<string, CatalogueEntitlement>;
}

/** Entitlements of everything configured, served from memory; starts from the last good copy in the store. */
export async function openCatalogue(deps: CatalogueDeps): Promise<Catalogue> {
  const loaded = await deps.store.transaction((tx) => tx.catalogue.load());
  const stored = new Map(loaded.map((one) => [keyOf(one.key), one]));
  const parts = catalogueSources(deps).map((source): Part => {
    const reading = stored.get(keyOf(source.key)) ?? null;
    return { source, reading, copy: storedCopy(reading?.entitlements ?? null), isAnswered: reading !== null };
  });
  const served = new ServedCatalogue(deps, parts);
  await served.serveStored();
  const { apps } = deps.settings;
  return {
    apps: (typed) =>
      served.apps().filter((one) => foldedWords(typed).every((word) => isInName(word, foldedWords(one.name)))),
    appById: (appId) => served.apps().find((one) => one.id === appId) ?? null,
    entitlements: (...asked) => deps.index.search(...asked),
    find: (...asked) => deps.index.find(...asked),
    all: (appId) => served.app(appId)?.list ?? [],
    entitlement: (appId, id) => served.app(appId)?.byId.get(id) ?? null,
    ages: () => new Map(apps.map(({ id }) => [id, served.ageSeconds(id)])),
    isRead: (appId) => served.isRead(appId),
    refresh: () => served.refresh(),
    async refreshUnread() {
      if (parts.some((part) => !part.isAnswered)) await served.refresh();
    },
  };
}

function keyOf({ appId, resourceTypeId, resourceId }: CatalogueKey): string {
  return JSON.stringify([appId, resourceTypeId, resourceId]);
}

/** Reads the parts and gives the index what they bring. */
class ServedCatalogue {
  readonly #deps: CatalogueDeps;
  readonly #parts: readonly Part[];
  readonly #questions: ReturnType<typeof createSchemaQuestions>;
  readonly #checkApps: () => Promise<void>;
  /** What the index finds, of apps of which something was read. */
  readonly #served = new Map<string, ServedApp>();
  /** How many entitlements of an app the index was given last, ready or not. */
  readonly #given = new Map<string, number>();
  #refreshing: Promise<void> | null = null;

  constructor(deps: CatalogueDeps, parts: readonly Part[]) {
    this.#deps = deps;
    this.#parts = parts;
    this.#questions = createSchemaQuestions(deps);
    this.#checkApps = unknownAppCheck(deps);
  }

  app(appId: string): ServedApp | undefined {
    return this.#served.get(appId);
  }

  /** The configured apps, with what the tenant asks for their entitlements. */
  apps(): readonly RequestableApp[] {
    return this.#deps.settings.apps.map((app) => this.#questions.of(app, this.app(app.id)?.list ?? []));
  }

  isRead(appId: string): boolean {
    return this.#partsOf(appId).every((part) => part.isAnswered);
  }

  /** Of the oldest part that is served; null where nothing is. */
  ageSeconds(appId: string): number | null {
    const readAtMs = this.#partsOf(appId).flatMap(({ reading }) => reading?.fetchedAt.getTime() ?? []);
    if (readAtMs.length === 0 || !this.#served.has(appId)) return null;
    const ageMs = this.#deps.world.now().getTime() - Math.min(...readAtMs);
    // Another process with another clock may have written the copy.
    return Math.max(0, Math.floor(ageMs / 1_000));
  }

  async serveStored(): Promise<void> {
    const ofApps = this.#parts.flatMap(({ source, reading }) => (reading === null ? [] : source.key.appId));
    for (const appId of new Set(ofApps)) await this.#serve(appId);
  }

  refresh(): Promise<void> {
    this.#refreshing ??= this.#refreshAll().finally(() => {
      this.#refreshing = null;
    });
    return this.#refreshing;
  }

  async #refreshAll(): Promise<void> {
    // Three at a time: quick enough for a company, gentle enough for a service whose limits are unpublished.
    const queue = [...this.#parts];
    const left = Map.groupBy(this.#parts, ({ source }) => source.key.appId);
    const changed = new Set<string>();
    const worker = async () => {
      for (let part = queue.shift(); part !== undefined; part = queue.shift()) {
        const { appId } = part.source.key;
        const before = part.reading;
        const isAnswered = await this.#read(part);
        if (before?.entitlements !== part.reading?.entitlements) changed.add(appId);
        left.get(appId)?.pop();
        const isLast = left.get(appId)?.length === 0;
        if ((isLast || this.#hasDoubled(appId)) && changed.delete(appId)) await this.#serve(appId);
        if (isAnswered) part.isAnswered = true;
        // Served first: a database that is slow keeps nobody waiting for the list.
        if (part.reading !== null && part.reading !== before) await this.#store(part, part.reading);
      }
    };
    await Promise.all([worker(), worker(), worker()]);
    await this.#questions.read(this.#parts.flatMap(({ reading }) => reading?.entitlements ?? []));
    await this.#checkApps();
  }

  /** Returns whether the service answered. An unchanged list stays the same object. */
  async #read(part: Part): Promise<boolean> {
    const { log, now } = this.#deps.world;
    const { key } = part.source;
    try {
      const answer = await part.source.read();
      if (!answer.ok) {
        log.warn({ ...key, refusal: answer.refusal }, 'entitlements refused; the last good copy stays');
        return true;
      }
      const before = part.reading?.entitlements ?? null;
      const isSame = before !== null && sameEntitlements(before, answer.value);
      part.reading = { entitlements: isSame ? before : answer.value, fetchedAt: now() };
      return true;
    } catch (err) {
      if (!(err instanceof OutwardFailure)) throw err;
      log.warn({ ...key, err }, 'entitlements not read; the last good copy stays');
      return false;
    }
  }

  async #store({ source, copy }: Part, reading: Reading): Promise<void> {
    try {
      await keepReading(this.#deps.store, source.key, reading, copy);
    } catch (err) {
      this.#deps.world.log.warn({ ...source.key, err }, 'entitlements not stored; they are served all the same');
    }
  }

  async #serve(appId: string): Promise<void> {
    const all = this.#partsOf(appId).flatMap(({ reading }) => reading?.entitlements ?? []);
    const byId = new Map(all.map((one) => [one.id, one]));
    const list = [...byId.values()];
    const appName = this.#deps.settings.apps.find((one) => one.id === appId)?.name ?? '';
    this.#given.set(appId, list.length);
    await this.#deps.index.replace(appId, appName, list);
    this.#served.set(appId, { list, byId });
  }

  #partsOf(appId: string): readonly Part[] {
    return this.#parts.filter(({ source }) => source.key.appId === appId);
  }

  /** First readings are served as they come, each time twice as much: an app of many resources is not indexed for each of them. */
  #hasDoubled(appId: string): boolean {
    const read = this.#partsOf(appId).reduce((sum, { reading }) => sum + (reading?.entitlements.length ?? 0), 0);
    return read >= 2 * (this.#given.get(appId) ?? 0);
  }
}
