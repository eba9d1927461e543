import type { EntitlementKey } from '../../src/domain/request/access-request.ts';
import { accessKey } from '../../src/extras/catalogs/rules/visibility.ts';
import type { ListedCatalog, RequestCatalogs } from '../../src/extras/catalogs/tenant-catalogs.ts';
import type { RequestCatalog } from '../../src/store/platform/tables.ts';
import { failing, refusedRead } from './failures.ts';

/** The tenant's catalogs as a test wrote them, with what it lies about. */
export class FakeCatalogs implements RequestCatalogs {
  /** Catalogs that can be read by id, and those of them that the list leaves out. */
  readonly catalogs = new Map<string, RequestCatalog>();
  readonly unlisted = new Set<string>();
  readonly unpublished = new Set<string>();
  own: readonly string[] | null = [];
  /** Catalogs whose content or audience reads as empty. */
  readonly empty = new Set<string>();
  /** What is refused: `list`, or the id of a catalog. */
  readonly refused = new Set<string>();
  /** What people hold, by identity. */
  readonly held = new Map<string, readonly EntitlementKey[]>();
  /** Entitlements of each search, or null for the one that asks for anything. */
  readonly searches: (readonly EntitlementKey[] | null)[] = [];

  #listed({ id, access: told, ...listed }: RequestCatalog): ListedCatalog {
    const access = this.empty.has(id) ? [] : told;
    return { ...listed, id, access, isOffered: !this.unpublished.has(id) };
  }

  /** Whether the service does not answer when it is asked for the list. */
  isDown = false;
  listings = 0;

  async list() {
    this.listings += 1;
    if (this.isDown) throw failing('network', true);
    if (this.refused.has('list')) throw refusedRead('forbidden');
    const all = [...this.catalogs.values()].filter(({ id }) => !this.unlisted.has(id));
    return all.map((one) => this.#listed(one));
  }

  async ownOfApps() {
    return this.own;
  }

  async read(id: string) {
    if (this.refused.has(id)) throw refusedRead('forbidden');
    const one = this.catalogs.get(id);
    return one === undefined ? 'none' : this.#listed(one);
  }

  async content(id: string) {
    if (this.refused.has(id)) throw refusedRead('forbidden');
    return this.empty.has(id) ? {} : (this.catalogs.get(id)?.content ?? null);
  }

  async audience(id: string) {
    return this.empty.has(id) ? [] : (this.catalogs.get(id)?.access ?? []);
  }

  async heldOf(identityUserId: string, among: readonly EntitlementKey[]) {
    this.searches.push(among);
    const held = new Set((this.held.get(identityUserId) ?? []).map(accessKey));
    return { held: among.filter((one) => held.has(accessKey(one))), isAll: true };
  }

  async holdsAnything(identityUserId: string) {
    this.searches.push(null);
    return (this.held.get(identityUserId) ?? []).length > 0;
  }
}
