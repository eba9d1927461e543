/** Long because it is all that reads, keeps and serves what can be asked for. */

import {
  type CatalogueEntitlement,
  type ResourceKey,
  sameEntitlements,
} from '../../domain/catalogue/entitlement.ts';
import type { RequestPolicy } from '../../domain/catalogue/policy-steps.ts';
import type { AccessSettings, RequestableApp } from '../../domain/settings/access-settings.ts';
import { isOneTypoFrom, typedWords, wordsOfName } from '../../domain/text/folded-text.ts';
import { noPace, type Pace } from '../ports/pace.ts';
import type { AccessGovernance, World } from '../ports/ports.ts';
import { answerOrNull } from '../ports/remember-answers.ts';
import { ServedReading } from '../ports/served-reading.ts';
import type { Store } from '../ports/store-ports.ts';
import {
  type CatalogueSource,
  catalogueSources,
  keepReading,
  type OfferedApps,
  openOfferedApps,
  type StoredCopy,
} from './catalogue-sources.ts';
import { TenantSettings } from './tenant-settings.ts';

/** Finds entitlements by what somebody typed. */
export interface EntitlementIndex {
  /** Resolves when it is in use; until then the one before is. */
  replace(
    appId: string,
    appName: string,
    entitlements: readonly CatalogueEntitlement[],
  ): Promise<void>;
  /**
   * Best first; by name where nothing is typed. Words that name the app find what does not have
   * them too, after what does. Others than those wanted are not found, as if they were not there.
   * `as-typed`: nothing is found by a typo, which takes longer to look for.
   */
  search(
    appId: string,
    typed: string,
    limit: number,
    isWanted?: (entitlement: CatalogueEntitlement) => boolean,
    spelling?: 'as-typed' | 'any',
  ): readonly CatalogueEntitlement[];
}

/** What can be asked for. */
export type Catalogue = Omit<ServedCatalogue, 'serveStored'>;

interface CatalogueDeps {
  readonly store: Store;
  readonly governance: AccessGovernance;
  readonly settings: AccessSettings;
  readonly world: World;
  readonly index: EntitlementIndex;
  /** Awaited before each call that reads the apps of a tenant; by default nothing is. */
  readonly pace?: Pace;
}

interface ServedDeps extends CatalogueDeps {
  readonly offered: OfferedApps;
  readonly pace: Pace;
}

/** After how long an app of a whole tenant is read again: most of a tenant does not change. */
const readAgainMs = 3_600_000;
/** A little less than the time between two refreshes: what failed, and the list of apps. */
const tryAgainMs = 9 * 60_000;

/** What the form's lists are made of. */
export type OfferedCatalogue = Pick<Catalogue, 'apps' | 'entitlements' | 'entitlement'>;

const canBeHad = (entitlement: CatalogueEntitlement) => entitlement.emergencyGrantEnabled;

/**
 * Only what can be had as an emergency (`emergencyGrantEnabled`), and the apps that have such a
 * thing.
 */
export function emergencyCatalogue(catalogue: Catalogue): OfferedCatalogue {
  return {
    // An app that was not read yet may have such a thing.
    apps: (typed) =>
      catalogue
        .apps(typed)
        .filter(({ id }) => catalogue.ages().get(id) === null || catalogue.all(id).some(canBeHad)),
    entitlements: (appId, typed, limit) => catalogue.entitlements(appId, typed, limit, canBeHad),
    entitlement(appId, id) {
      const one = catalogue.entitlement(appId, id);
      return one !== null && canBeHad(one) ? one : null;
    },
  };
}

/** How many apps were read, of how many. */
export function readApps(ages: ReturnType<Catalogue['ages']>): {
  readonly read: number;
  readonly apps: number;
} {
  const readings = [...ages.values()].filter((age) => age !== null).length;
  return { read: readings, apps: ages.size };
}

/** A part of a word will do, or one typo. */
function isInName(word: string, name: readonly string[]): boolean {
  return name.some((one) => one.includes(word) || isOneTypoFrom(word, one));
}

/** What is known of one source. */
interface Part {
  readonly source: CatalogueSource;
  readonly copy: StoredCopy;
  /** The last that succeeded; null where none has. */
  reading: {
    readonly entitlements: readonly CatalogueEntitlement[];
    readonly fetchedAt: Date;
  } | null;
  /** When it was last asked for, by this process; 0 where it never was. */
  triedMs: number;
}

/**
 * Entitlements of everything configured, served from memory; starts from the last good copy in the
 * store.
 */
export async function openCatalogue(deps: CatalogueDeps): Promise<Catalogue> {
  const loaded = await deps.store.transaction((tx) => tx.catalogue.load());
  const stored = new Map(loaded.map((one) => [keyOf(one.key), one]));
  const offered = await openOfferedApps(deps);
  const served = new ServedCatalogue(
    { pace: noPace, ...deps, offered },
    ({ key }) => stored.get(keyOf(key)) ?? null,
  );
  await served.serveStored();
  return served;
}

/** 0 where something of it never was. */
function oldestReadMs(parts: readonly Part[]): number {
  return Math.min(...parts.map(({ reading }) => reading?.fetchedAt.getTime() ?? 0));
}

function keyOf({ appId, resourceTypeId, resourceId }: ResourceKey): string {
  return JSON.stringify([appId, resourceTypeId, resourceId]);
}

interface ServedApp {
  readonly list: readonly CatalogueEntitlement[];
  readonly byId: ReadonlyMap<string, CatalogueEntitlement>;
  /** Whether all of it was read, so that an empty list means that there is nothing. */
  readonly isWhole: boolean;
}

/** Reads the parts and gives the index what they bring. */
class ServedCatalogue extends ServedReading {
  readonly #deps: ServedDeps;
  #parts: readonly Part[] = [];
  readonly #settings: TenantSettings;
  /** With the tenant's questions: made once a reading, because forms ask at every keystroke. */
  #apps: readonly RequestableApp[];
  /** What the index finds, in its order and by id, of apps of which something was read. */
  readonly #served = new Map<string, ServedApp>();
  /** When the list of apps was last asked for. */
  #listedMs = 0;

  constructor(deps: ServedDeps, storedOf: (source: CatalogueSource) => Part['reading']) {
    super();
    this.#deps = deps;
    this.#settings = new TenantSettings(deps);
    this.#apps = deps.offered.all();
    this.#follow(storedOf);
  }

  /** Keeps a part for everything that the offered apps have, and what is known of it. */
  #follow(storedOf: (source: CatalogueSource) => Part['reading']): void {
    const partsByKey = new Map(this.#parts.map((part) => [keyOf(part.source.key), part]));
    this.#parts = catalogueSources(this.#deps, this.#apps).map((source) => {
      const part = partsByKey.get(keyOf(source.key));
      if (part !== undefined) return part;
      const reading = storedOf(source);
      return { source, reading, copy: { list: reading?.entitlements ?? null }, triedMs: 0 };
    });
  }

  apps(typed: string): readonly RequestableApp[] {
    const words = typedWords(typed);
    return this.#apps.filter(
      (app) => words.every((one) => isInName(one, wordsOfName(app))) && !this.#hasNothing(app.id),
    );
  }

  /**
   * With a whole tenant nobody chose the apps that are offered: one in which nothing can be
   * requested would lead to an empty list.
   */
  #hasNothing(appId: string): boolean {
    const served = this.#served.get(appId);
    return this.#isDiscovering && served?.isWhole === true && served.list.length === 0;
  }

  appById(appId: string): RequestableApp | null {
    return this.#apps.find((one) => one.id === appId) ?? null;
  }

  entitlements(...asked: Parameters<EntitlementIndex['search']>): readonly CatalogueEntitlement[] {
    return this.#deps.index.search(...asked);
  }

  all(appId: string): readonly CatalogueEntitlement[] {
    return this.#served.get(appId)?.list ?? [];
  }

  entitlement(appId: string, id: string): CatalogueEntitlement | null {
    return this.#served.get(appId)?.byId.get(id) ?? null;
  }

  /** A policy that decides requests; null where it is not known. */
  policy(id: string): RequestPolicy | null {
    return this.#settings.policy(id);
  }

  /**
   * How old the copy that is served is, in whole seconds by app id; null where not one reading has
   * succeeded, so that an empty list means nothing.
   */
  ages(): ReadonlyMap<string, number | null> {
    return new Map(this.#apps.map(({ id }) => [id, this.#ageSeconds(id)]));
  }

  /** The age of the oldest part that is served; null where nothing is. */
  #ageSeconds(appId: string): number | null {
    const readAtMs = this.#partsOf(appId).flatMap(
      ({ reading }) => reading?.fetchedAt.getTime() ?? [],
    );
    if (readAtMs.length === 0 || !this.#served.has(appId)) return null;
    const ageMs = this.#deps.world.now().getTime() - Math.min(...readAtMs);
    // Another process with another clock may have written the copy.
    return Math.max(0, Math.floor(ageMs / 1_000));
  }

  async serveStored(): Promise<void> {
    const ofApps = this.#parts.flatMap(({ source, reading }) =>
      reading === null ? [] : source.key.appId,
    );
    for (const appId of new Set(ofApps)) await this.#serve(appId);
  }

  /** Whether something was not read yet: people are told to try again in a minute. */
  protected isUnread(): boolean {
    const isAnyUnread = this.#parts.some(({ reading }) => reading === null);
    return isAnyUnread || (this.#isDiscovering && this.#apps.length === 0);
  }

  protected async readAll(): Promise<void> {
    await this.#refreshApps();
    const byApp = Map.groupBy(this.#parts, ({ source }) => source.key.appId);
    const inTurn = [...byApp].filter(([, parts]) => this.#isDue(parts));
    // What was never read first: people wait for it.
    if (this.#isDiscovering)
      inTurn.sort(([, one], [, other]) => oldestReadMs(one) - oldestReadMs(other));
    for (const [appId, parts] of inTurn) {
      // A whole tenant takes long enough for apps to come and go.
      await this.#refreshApps();
      if (parts.every((part) => this.#parts.includes(part))) await this.#refreshApp(appId, parts);
    }
  }

  #nowMs(): number {
    return this.#deps.world.now().getTime();
  }

  get #isDiscovering(): boolean {
    return this.#deps.settings.offer === 'all';
  }

  #isDue(parts: readonly Part[]): boolean {
    if (!this.#isDiscovering) return true;
    const nowMs = this.#nowMs();
    const wasTried = parts.some(({ triedMs }) => nowMs - triedMs < tryAgainMs);
    return !wasTried && nowMs - oldestReadMs(parts) >= readAgainMs;
  }

  /** Offers new apps, shows new names, and drops apps that are gone. */
  async #refreshApps(): Promise<void> {
    const { offered, index } = this.#deps;
    if (this.#apps.length > 0 && this.#nowMs() - this.#listedMs < tryAgainMs) return;
    this.#listedMs = this.#nowMs();
    const before = new Map(this.#apps.map((app) => [app.id, app.name]));
    await offered.refresh();
    const now = offered.all();
    const names = new Map(now.map((app) => [app.id, app.name]));
    const isSame =
      before.size === names.size && now.every(({ id, name }) => before.get(id) === name);
    if (isSame) return;
    this.#apps = now.map((app) => this.#settings.asking(app, this.all(app.id)));
    this.#follow(() => null);
    for (const [appId, name] of before) {
      if (names.get(appId) === name) continue;
      if (names.has(appId)) {
        await this.#serve(appId);
        continue;
      }
      this.#served.delete(appId);
      await index.replace(appId, name, []);
    }
  }

  async #refreshApp(appId: string, parts: readonly Part[]): Promise<void> {
    const before = parts.map(({ reading }) => reading);
    // Three at a time: quick enough for a company, gentle enough for a service whose limits are
    // unpublished.
    for (let at = 0; at < parts.length; at += 3) {
      await Promise.all(parts.slice(at, at + 3).map((part) => this.#read(part)));
    }
    // An entitlement is offered with its questions.
    await this.#settings.readQuestions(parts.flatMap(({ reading }) => reading?.entitlements ?? []));
    const isNew = parts.some(
      ({ reading }, at) => reading?.entitlements !== before[at]?.entitlements,
    );
    if ((await this.#settings.readRules(appId)) || isNew) await this.#serve(appId);
    this.#askQuestions(appId);
    // Served first: a database that is slow keeps nobody waiting for the list.
    for (const [at, part] of parts.entries())
      if (part.reading !== before[at]) await this.#store(part);
    if (await this.#settings.readPolicies(appId, this.all(appId))) await this.#serve(appId);
  }

  /** With the questions of an app that was read; with those of all where nothing is discovered. */
  #askQuestions(appId: string): void {
    const { offered } = this.#deps;
    this.#apps = this.#apps.map((app) => {
      if (this.#isDiscovering && app.id !== appId) return app;
      return this.#settings.asking(offered.byId(app.id) ?? app, this.all(app.id));
    });
  }

  /** An unchanged list stays the same object. */
  async #read(part: Part): Promise<void> {
    const { log, now } = this.#deps.world;
    const { key } = part.source;
    part.triedMs = now().getTime();
    const copy =
      part.reading === null ? 'there is no earlier copy of them' : 'the last good copy stays';
    const what = `entitlements not read; ${copy}`;
    const entitlements = await answerOrNull(this.#deps.world, part.source.read(), what, { ...key });
    if (entitlements === null) return;
    const before = part.reading?.entitlements ?? null;
    if (this.#isDiscovering && entitlements.length === 0 && before !== null && before.length > 0) {
      // A role that lost its rights reads empty pages, not a refusal.
      log.warn({ ...key }, 'entitlements read as empty; the last good copy stays');
      part.reading = { entitlements: before, fetchedAt: now() };
      return;
    }
    const isSame = before !== null && sameEntitlements(before, entitlements);
    part.reading = { entitlements: isSame ? before : entitlements, fetchedAt: now() };
  }

  async #store({ source, copy, reading }: Part): Promise<void> {
    try {
      if (reading !== null) await keepReading(this.#deps.store, source.key, reading, copy);
    } catch (err) {
      this.#deps.world.log.warn(
        { ...source.key, err },
        'entitlements not stored; they are served all the same',
      );
    }
  }

  async #serve(appId: string): Promise<void> {
    const parts = this.#partsOf(appId);
    const isWhole = parts.every(({ reading }) => reading !== null);
    const all = parts.flatMap(({ reading }) => reading?.entitlements ?? []);
    const byId = new Map(all.map((one) => [one.id, one]));
    const list = this.#settings.applied(appId, [...byId.values()]);
    const appName = this.#deps.offered.byId(appId)?.name ?? '';
    await this.#deps.index.replace(appId, appName, list);
    this.#served.set(appId, { list, byId: new Map(list.map((one) => [one.id, one])), isWhole });
  }

  #partsOf(appId: string): readonly Part[] {
    return this.#parts.filter(({ source }) => source.key.appId === appId);
  }
}
