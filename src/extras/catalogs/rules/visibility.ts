import type { EntitlementKey } from '../../../domain/request/access-request.ts';
import type { RequestCatalog } from '../../../store/platform/tables.ts';

/**
 * Whether somebody sees an entitlement in a catalog. The rule is partly inferred, and roles with
 * few rights read empty lists, so `unknown` counts as shown.
 */
export type Seen = 'shown' | 'hidden' | 'unknown';

/** What is known of the access entitlements that a person holds; others are unknown. */
export type HoldingsByKey = ReadonlyMap<string, boolean>;

export function accessKey({ appId, entitlementId }: EntitlementKey): string {
  return JSON.stringify([appId, entitlementId]);
}

interface VisibilityFacts {
  readonly catalogs: readonly RequestCatalog[];
  /**
   * Whether the catalogs of single apps were found as well, which a list of catalogs may leave out.
   * Otherwise what is in no catalog may be in one of those.
   */
  readonly isComplete: boolean;
}

/** The catalogs that hold an entitlement. Entitlements of the same catalogs share one. */
type Holders = readonly RequestCatalog[];

/** From entitlements to the catalogs that hold them, which the service does not tell. */
export class VisibilityIndex {
  readonly #facts: VisibilityFacts;
  readonly #holders = new Map<string, Map<string, Holders>>();
  /** Catalogs that may hold anything. */
  readonly #unread: Holders;

  constructor(facts: VisibilityFacts) {
    this.#facts = facts;
    this.#unread = facts.catalogs.filter(({ content }) => content === null);
    const shared = new Map<Holders, Map<RequestCatalog, Holders>>();
    const none: Holders = [];
    const withOne = (before: Holders, catalog: RequestCatalog): Holders => {
      const index = shared.get(before)?.get(catalog);
      if (index !== undefined) return index;
      const longer = [...before, catalog];
      const next = shared.get(before) ?? new Map<RequestCatalog, Holders>();
      shared.set(before, next.set(catalog, longer));
      return longer;
    };
    for (const catalog of facts.catalogs) {
      for (const [appId, ids] of Object.entries(catalog.content ?? {})) {
        const ofApp = this.#holders.get(appId) ?? new Map<string, Holders>();
        this.#holders.set(appId, ofApp);
        for (const id of new Set(ids)) ofApp.set(id, withOne(ofApp.get(id) ?? none, catalog));
      }
    }
  }

  /** The access entitlements that decide what people see, each once. */
  accessEntitlements(): readonly EntitlementKey[] {
    const all = this.#facts.catalogs
      .filter(({ visibleToEveryone }) => !visibleToEveryone)
      .flatMap(({ access }) => access);
    return [...new Map(all.map((one) => [accessKey(one), one])).values()];
  }

  /**
   * How somebody sees entitlements, by what they hold. Lists ask it of a hundred thousand, so it
   * looks at the same catalogs once.
   */
  seenBy(held: HoldingsByKey): (entitlement: EntitlementKey) => Seen {
    const answers = new Map<Holders | null, Seen>();
    return ({ appId, entitlementId }) => {
      const ofApp = this.#holders.get(appId);
      // Nothing can be said of an app in no catalog: perhaps its catalogs cannot be read.
      if (ofApp === undefined) return 'unknown';
      const holders = ofApp.get(entitlementId) ?? null;
      const answer = answers.get(holders) ?? this.#seenIn(holders, held);
      answers.set(holders, answer);
      return answer;
    };
  }

  /** @param holders null where no catalog is known to hold it */
  #seenIn(holders: Holders | null, held: HoldingsByKey): Seen {
    const ways = (holders ?? []).map((catalog) => sees(catalog, held));
    if (ways.includes('shown')) return 'shown';
    const others = this.#unread.map((catalog) => sees(catalog, held));
    const isUnsure = ways.includes('unknown') || others.some((way) => way !== 'hidden');
    return isUnsure || (holders === null && !this.#facts.isComplete) ? 'unknown' : 'hidden';
  }
}

function sees({ visibleToEveryone, access }: RequestCatalog, held: HoldingsByKey): Seen {
  if (visibleToEveryone) return 'shown';
  const holdings = access.map((one) => held.get(accessKey(one)));
  if (holdings.includes(true)) return 'shown';
  return access.length === 0 || holdings.includes(undefined) ? 'unknown' : 'hidden';
}
