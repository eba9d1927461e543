import { isDeepStrictEqual } from 'node:util';
import { ifFailing, RefusedRead } from '../../domain/outward/outward-failure.ts';
import type { RequestCatalog } from '../../store/platform/tables.ts';
import { rowsOfExtra } from '../../store/transaction.ts';
import type { World } from '../../use-cases/ports/ports.ts';
import type { Store } from '../../use-cases/ports/store-ports.ts';
import type { ListedCatalog, RequestCatalogs } from './tenant-catalogs.ts';
import { visibilityRows } from './visibility-tables.ts';

interface CatalogDeps {
  readonly store: Store;
  readonly catalogs: RequestCatalogs;
  readonly world: World;
}

interface ReadingDeps extends CatalogDeps {
  /** Called if the service did not answer, because it may soon; a refusal is final. */
  readonly noteOutage: () => void;
}

export interface ReadCatalogs {
  /** The catalogs as they are known now; null where nothing was read. */
  readonly reading: {
    readonly catalogs: readonly RequestCatalog[];
    readonly isComplete: boolean;
  } | null;
  /** Whether something was not read because the service did not answer. */
  readonly hadOutage: boolean;
}

/** Gentle to a service whose limits are unpublished. */
const atOnce = 3;

/**
 * Reads the tenant's catalogs and keeps them. What fails or reads empty keeps its last good copy: a
 * role with few rights reads empty lists. A catalog that is no longer listed is looked up by its
 * id, and dropped only if the service says that it is not there.
 *
 * @param copies the last good copies
 */
export async function readCatalogs(
  deps: CatalogDeps,
  copies: readonly RequestCatalog[],
): Promise<ReadCatalogs> {
  let hadOutage = false;
  const noteOutage = (): void => {
    hadOutage = true;
  };
  const reading = await readAll({ ...deps, noteOutage }, copies);
  return { reading, hadOutage };
}

async function readAll(
  deps: ReadingDeps,
  copies: readonly RequestCatalog[],
): Promise<ReadCatalogs['reading']> {
  const { catalogs: service, store, world } = deps;
  const hasCopies = copies.length > 0;
  const listed = await answerTo(deps, { name: 'list', hasCopy: hasCopies }, service.list());
  if (listed === null || listed.length === 0) {
    const what = hasCopies ? 'the last good copies stay' : 'there are no earlier copies';
    world.log.warn({ kept: copies.length }, `no catalogs read; ${what}`);
    return null;
  }
  const ofApps = await answerTo(deps, { name: 'of apps', hasCopy: hasCopies }, service.ownOfApps());
  const copyOf = new Map(copies.map((one) => [one.id, one]));
  const listedIds = new Set(listed.map(({ id }) => id));
  const unlistedIds = [...new Set([...copyOf.keys(), ...(ofApps ?? [])])].filter(
    (id) => !listedIds.has(id),
  );
  const catalogs = [...listed];
  const unreadCopies: RequestCatalog[] = [];
  let isComplete = ofApps !== null;
  for (const id of unlistedIds) {
    const copy = copyOf.get(id);
    const part = { name: id, hasCopy: copy !== undefined };
    const catalog = await answerTo(deps, part, service.read(id));
    if (catalog === null && copy !== undefined) unreadCopies.push(copy);
    if (catalog === null && copy === undefined) isComplete = false;
    if (catalog !== null && catalog !== 'none') catalogs.push(catalog);
  }
  const offered = catalogs.filter((one) => one.isOffered);
  const catalogsNow: RequestCatalog[] = [...unreadCopies];
  for (let at = 0; at < offered.length; at += atOnce) {
    const some = offered.slice(at, at + atOnce);
    const full = await Promise.all(some.map((one) => withContent(deps, one, copyOf.get(one.id))));
    catalogsNow.push(...full);
  }
  await keep(store, copyOf, catalogsNow);
  return { catalogs: catalogsNow, isComplete };
}

async function withContent(
  deps: ReadingDeps,
  listed: ListedCatalog,
  copy: RequestCatalog | undefined,
): Promise<RequestCatalog> {
  const { catalogs: service } = deps;
  const { id, name, visibleToEveryone, isProfile, unenrolment } = listed;
  const isUntold = !visibleToEveryone && listed.access.length === 0;
  const part = { name: id, hasCopy: copy !== undefined };
  const audience = isUntold ? await answerTo(deps, part, service.audience(id)) : null;
  const access = isUntold ? (audience ?? []) : listed.access;
  const content = await answerTo(deps, part, service.content(id));
  const isRead = content !== null && Object.keys(content).length > 0;
  const catalog = {
    id,
    name,
    visibleToEveryone,
    isProfile,
    unenrolment,
    access: access.length > 0 || visibleToEveryone ? access : (copy?.access ?? []),
    content: isRead ? content : (copy?.content ?? null),
  };
  // An unchanged catalog stays the same object.
  return copy !== undefined && isDeepStrictEqual(copy, catalog) ? copy : catalog;
}

/** What the service answers; null, with a line in the log, where it refuses or fails. */
async function answerTo<T>(
  { world, noteOutage }: ReadingDeps,
  { name: catalog, hasCopy }: { readonly name: string; readonly hasCopy: boolean },
  asked: Promise<T | null>,
): Promise<T | null> {
  return asked.catch(
    ifFailing((err) => {
      const isOutage = ['network', 'timeout', 'http', 'rate-limited'].includes(err.kind);
      if (isOutage && !(err instanceof RefusedRead)) noteOutage();
      const what = hasCopy ? 'the last good copy stays' : 'there is no earlier copy';
      world.log.warn({ catalog, err }, `catalogs not read; ${what}`);
      return null;
    }),
  );
}

/** Writes what changed, a catalog a transaction, because one can hold a hundred thousand ids. */
async function keep(
  store: Store,
  before: ReadonlyMap<string, RequestCatalog>,
  read: readonly RequestCatalog[],
): Promise<void> {
  const ids = new Set(read.map(({ id }) => id));
  for (const one of read) {
    if (before.get(one.id) === one) continue;
    await store.transaction((tx) => rowsOfExtra(tx, visibilityRows).put([one]));
  }
  const gone = [...before.keys()].filter((id) => !ids.has(id));
  await store.transaction((tx) => rowsOfExtra(tx, visibilityRows).drop(gone));
}
