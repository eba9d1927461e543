/** Long because what is known of the catalogs and of people, and how it is found out, change together. */

import { LRUCache } from 'lru-cache';
import type { CatalogueEntitlement } from '../../domain/catalogue/entitlement.ts';
import { unlessFailing } from '../../domain/outward/outward-failure.ts';
import type { AccessProfile } from '../../domain/profiles/access-profile.ts';
import type { EntitlementKey } from '../../domain/request/access-request.ts';
import type { RequestCatalog } from '../../store/platform/tables.ts';
import { rowsOfExtra } from '../../store/transaction.ts';
import type { World } from '../../use-cases/ports/ports.ts';
import { answerOrNull, entries, rememberAnswers } from '../../use-cases/ports/remember-answers.ts';
import { ServedReading } from '../../use-cases/ports/served-reading.ts';
import type { Store } from '../../use-cases/ports/store-ports.ts';
import {
  type IsHidden,
  nothingHidden,
  type Visibility,
} from '../../use-cases/ports/visibility-ports.ts';
import { readCatalogs } from './read-catalogs.ts';
import { accessKey, type HoldingsByKey, VisibilityIndex } from './rules/visibility.ts';
import type { RequestCatalogs } from './tenant-catalogs.ts';
import { visibilityRows } from './visibility-tables.ts';

interface VisibilityDeps {
  readonly store: Store;
  readonly catalogs: RequestCatalogs;
  readonly world: World;
}

/** Most entitlements in one search. */
const askedAtOnce = 20;
const mostCalls = 3;
const rememberedMs = 10 * 60_000;
/** People of whom something is remembered. */
const mostPeople = 5_000;

/** Starts from the last good copy in the store. */
export async function openVisibility(deps: VisibilityDeps): Promise<Visibility> {
  const catalogs = await deps.store.transaction((tx) => rowsOfExtra(tx, visibilityRows).catalogs());
  const visibility = new KnownVisibility(deps);
  visibility.serve({ catalogs, isComplete: false });
  return visibility;
}

type Reading = Pick<ConstructorParameters<typeof VisibilityIndex>[0], 'catalogs' | 'isComplete'>;

/** Whether two readings are of the same catalogs, which keep their objects while they are. */
function isSame(one: Reading, other: Reading): boolean {
  const { length } = one.catalogs;
  return (
    one.isComplete === other.isComplete &&
    length === other.catalogs.length &&
    one.catalogs.every((catalog, at) => catalog === other.catalogs[at])
  );
}

const nothingKnown: HoldingsByKey = new Map();

/** What was found out of a person. */
interface PersonHoldings {
  readonly identityUserId: string;
  readonly held: HoldingsByKey;
  readonly at: number;
}

function keysOf(content: NonNullable<RequestCatalog['content']>): readonly EntitlementKey[] {
  return Object.entries(content).flatMap(([appId, ids]) =>
    ids.map((entitlementId) => ({ appId, entitlementId })),
  );
}

/** A catalog that reads empty keeps its last good copy, too. */
class KnownVisibility extends ServedReading implements Visibility {
  readonly #deps: VisibilityDeps;
  #reading: Reading = { catalogs: [], isComplete: false };
  #index = new VisibilityIndex(this.#reading);
  readonly #people = new LRUCache<string, PersonHoldings>(entries(mostPeople));
  /** Keeps one function while nothing changes: lists remember what it said of apps. */
  readonly #hidden = new WeakMap<HoldingsByKey, { index: VisibilityIndex; isHidden: IsHidden }>();
  readonly #identities = new LRUCache<string, string>(entries(mostPeople));
  /** Every change of a form asks for it. */
  readonly #heldItems: (query: {
    readonly identityUserId: string;
    readonly among: readonly EntitlementKey[];
  }) => ReturnType<RequestCatalogs['heldOf']>;
  readonly #learning = new Map<string, Promise<void>>();
  /** Whether the service answered to all of a reading since the start. */
  #wasAnswered = false;

  constructor(deps: VisibilityDeps) {
    super();
    this.#deps = deps;
    this.#heldItems = rememberAnswers(
      ({ identityUserId, among }) => deps.catalogs.heldOf(identityUserId, among),
      { forMs: rememberedMs, now: deps.world.now },
    );
  }

  serve(reading: Reading): void {
    // Made again it takes some tens of milliseconds for 100,000 entitlements.
    if (isSame(reading, this.#reading)) return;
    // While there was no catalog, nobody asked for what people hold.
    if (this.#reading.catalogs.length === 0) this.#people.clear();
    this.#reading = reading;
    this.#index = new VisibilityIndex(reading);
  }

  learn(slackUserId: string, identityUserId: string): void {
    this.#identities.set(slackUserId, identityUserId);
    if (this.#people.get(slackUserId)?.identityUserId !== identityUserId)
      this.#people.delete(slackUserId);
    if (this.#isRecent(slackUserId) || this.#learning.has(slackUserId)) return;
    // Nobody waits for it, so nobody else would hear of a bug in it.
    const learning = this.#find(slackUserId, identityUserId)
      .catch((err: unknown) => this.#deps.world.log.error({ err }, 'holdings not found out'))
      .finally(() => this.#learning.delete(slackUserId));
    this.#learning.set(slackUserId, learning);
  }

  isLearned(slackUserId: string): boolean {
    if (this.#reading.catalogs.length === 0) return true;
    return this.#isRecent(slackUserId);
  }

  #isRecent(slackUserId: string): boolean {
    const person = this.#people.get(slackUserId);
    return person !== undefined && this.#nowMs() - person.at < rememberedMs;
  }

  async settled(slackUserId: string, patience: Promise<unknown>): Promise<void> {
    await Promise.race([this.#learning.get(slackUserId), patience]);
  }

  hiddenFrom(slackUserId: string): IsHidden {
    if (this.#reading.catalogs.length === 0) return nothingHidden;
    const holdings = this.#people.get(slackUserId)?.held ?? nothingKnown;
    const earlier = this.#hidden.get(holdings);
    if (earlier?.index === this.#index) return earlier.isHidden;
    const visibilityOf = this.#index.seenBy(holdings);
    const isHidden: IsHidden = (entitlement) => visibilityOf(entitlement) === 'hidden';
    this.#hidden.set(holdings, { index: this.#index, isHidden });
    return isHidden;
  }

  profileOf({ resourceId }: Pick<CatalogueEntitlement, 'resourceId'>): AccessProfile | null {
    const { catalogs } = this.#reading;
    const profile = catalogs.find(({ id, isProfile }) => isProfile && id === resourceId);
    if (profile === undefined) return null;
    const { id, name, content, unenrolment } = profile;
    return { id, name, unenrolment, items: content === null ? null : keysOf(content) };
  }

  async heldAmong(
    slackUserId: string,
    among: readonly EntitlementKey[],
  ): Promise<readonly EntitlementKey[] | null> {
    const identityUserId = this.#identities.get(slackUserId);
    if (identityUserId === undefined || among.length === 0) return null;
    const query = this.#heldItems({ identityUserId, among: among.slice(0, askedAtOnce) });
    const what = 'what somebody holds of a profile not read';
    return (await answerOrNull(this.#deps.world, query, what))?.held ?? null;
  }

  protected isUnread(): boolean {
    return !this.#wasAnswered;
  }

  protected async readAll(): Promise<void> {
    const before = this.#reading;
    const { reading, hadOutage } = await readCatalogs(this.#deps, before.catalogs);
    if (!hadOutage) this.#wasAnswered = true;
    this.serve(reading ?? before);
    await this.#showChanged(before.catalogs);
  }

  /** Those who have a profile read on Home and in messages what giving it back does. */
  async #showChanged(before: readonly RequestCatalog[]): Promise<void> {
    const now = new Map(this.#reading.catalogs.map((one) => [one.id, one]));
    const changed = before.filter(
      (one) => one.isProfile && now.get(one.id)?.unenrolment !== one.unenrolment,
    );
    if (changed.length === 0) return;
    await this.#deps.store.transaction(async (tx) => {
      const ids = changed.map(({ id }) => id);
      for (const requestId of await rowsOfExtra(tx, visibilityRows).heldOf(ids))
        tx.marks.mark(requestId);
    });
  }

  /** What cannot be found out keeps what was known. */
  async #find(slackUserId: string, identityUserId: string): Promise<void> {
    const { world } = this.#deps;
    const answer = await unlessFailing(this.#heldBy(identityUserId), (err) => {
      world.log.warn({ err, slackUserId }, 'access that opens catalogs not read; all is shown');
      return 'unread' as const;
    });
    if (answer === 'unread' || (answer === null && this.#people.has(slackUserId))) return;
    this.#people.set(slackUserId, {
      identityUserId,
      held: answer ?? nothingKnown,
      at: this.#nowMs(),
    });
  }

  /**
   * A person who holds none of the access entitlements reads as empty as one whose grants the bot
   * may not see. Where nothing is found, another call shows that something of them can be seen.
   */
  async #heldBy(identityUserId: string): Promise<HoldingsByKey | null> {
    const { catalogs } = this.#deps;
    const entitlements = this.#index.accessEntitlements();
    const holdings = new Map<string, boolean>();
    let isAnyHeld = false;
    for (let call = 0; call < mostCalls && call * askedAtOnce < entitlements.length; call += 1) {
      // The last call is kept for the person of whom nothing was found.
      if (call === mostCalls - 1 && !isAnyHeld) break;
      const among = entitlements.slice(call * askedAtOnce, (call + 1) * askedAtOnce);
      const answer = await catalogs.heldOf(identityUserId, among);
      isAnyHeld ||= answer.held.length > 0;
      for (const one of answer.held) holdings.set(accessKey(one), true);
      if (!answer.isAll) continue;
      for (const one of among)
        if (!holdings.has(accessKey(one))) holdings.set(accessKey(one), false);
    }
    if (isAnyHeld || entitlements.length === 0) return holdings;
    return (await catalogs.holdsAnything(identityUserId)) ? holdings : null;
  }

  #nowMs(): number {
    return this.#deps.world.now().getTime();
  }
}
