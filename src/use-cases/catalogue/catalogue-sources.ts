import { isDeepStrictEqual } from 'node:util';
import {
  type CatalogueEntitlement,
  type ResourceKey,
  sameEntitlements,
} from '../../domain/catalogue/entitlement.ts';
import type {
  AccessSettings,
  RequestableApp,
  TenantApp,
} from '../../domain/settings/access-settings.ts';
import type { Pace } from '../ports/pace.ts';
import type { AccessGovernance, World } from '../ports/ports.ts';
import { answerOrNull } from '../ports/remember-answers.ts';
import type { Store } from '../ports/store-ports.ts';

/** The apps that people can ask for something in, with what is configured of them. */
export interface OfferedApps {
  all(): readonly RequestableApp[];
  byId(appId: string): RequestableApp | null;
  /** Reads again which there are; whatever fails, those of before stay. */
  refresh(): Promise<void>;
}

interface OfferedAppsDeps {
  readonly store: Store;
  readonly governance: AccessGovernance;
  readonly settings: Pick<AccessSettings, 'offer' | 'apps' | 'otherApps'>;
  readonly world: World;
}

/** Those of `access.yaml`, or those of the tenant, which begin with the last good copy. */
export async function openOfferedApps(deps: OfferedAppsDeps): Promise<OfferedApps> {
  const { store, settings } = deps;
  const stored = await store.transaction((tx) => tx.tenantApps.load());
  if (settings.offer === 'listed') {
    // Nobody shall read in them how far a discovery is that is over.
    if (stored.length > 0) await store.transaction((tx) => tx.tenantApps.replace([]));
    return offered(
      () => settings.apps,
      async () => undefined,
    );
  }
  let apps = stored.map((app) => configured(settings, app));
  return offered(
    () => apps,
    async () => {
      const listed = await listedApps(deps, apps.length);
      if (listed === null) return;
      apps = listed.map((app) => configured(settings, app));
      await keep(deps, listed);
    },
  );
}

function offered(all: OfferedApps['all'], refresh: OfferedApps['refresh']): OfferedApps {
  return { all, refresh, byId: (appId) => all().find(({ id }) => id === appId) ?? null };
}

/** What the operator wrote counts; the tenant's name where no other one is written. */
function configured(
  { apps, otherApps }: OfferedAppsDeps['settings'],
  app: TenantApp,
): RequestableApp {
  const written = apps.find(({ id }) => id === app.id);
  if (written === undefined) return { ...otherApps, ...app };
  return written.name === written.id ? { ...written, name: app.name } : written;
}

/**
 * The tenant's apps; null where the list cannot be believed: a role with few rights reads empty
 * pages instead of a refusal (docs/spec/deployments.md#who-reviews).
 */
async function listedApps(
  { governance, world }: OfferedAppsDeps,
  knownCount: number,
): Promise<readonly TenantApp[] | null> {
  const what = knownCount === 0 ? 'there is no earlier copy' : 'the last good copy stays';
  const reading = governance.listApps();
  const apps = await answerOrNull(world, reading, `apps of the tenant not read; ${what}`);
  if (apps?.length !== 0) return apps;
  world.log.warn({}, `the tenant’s list of apps is empty; ${what}`);
  return null;
}

async function keep({ store, world }: OfferedAppsDeps, apps: readonly TenantApp[]): Promise<void> {
  try {
    await store.transaction((tx) => tx.tenantApps.replace(apps));
  } catch (err) {
    world.log.warn({ err }, 'apps of the tenant not stored; they are offered all the same');
  }
}

/** Something that the catalogue reads at one go, and keeps under a key. */
export interface CatalogueSource {
  readonly key: ResourceKey;
  /** Throws as the port does. */
  read(): Promise<readonly CatalogueEntitlement[]>;
}

/**
 * Where the entitlements of these apps come from: each resource of an app; for an app
 * without resources entitlementSearch, kept under empty resource ids. An app that has neither is
 * named in the log, with what to do. Each call waits for `pace` before.
 */
export function catalogueSources(
  {
    governance,
    world,
    pace,
  }: Pick<OfferedAppsDeps, 'governance' | 'world'> & { readonly pace: Pace },
  apps: readonly RequestableApp[],
): readonly CatalogueSource[] {
  return apps.flatMap(({ id, name, resources }): CatalogueSource[] => {
    if (resources.length > 0) {
      return resources.map((resource) => {
        const key = { appId: id, ...resource };
        return { key, read: () => pace().then(() => governance.listEntitlements(key)) };
      });
    }
    const search = governance.entitlementSearch(id, pace);
    if (search !== null)
      return [{ key: { appId: id, resourceTypeId: '', resourceId: '' }, read: search }];
    world.log.warn(
      { appId: id, name },
      'nothing can be asked for in this app: give it resources in access.yaml, or let the bot use entitlementSearch if the tenant has it (npm run doctor says how)',
    );
    return [];
  });
}

/** So many are written in one transaction: which takes some tens of milliseconds. */
const atOnce = 500;

/**
 * What the store has of one part of the catalogue; null where that is not known, because writing it
 * was cut off.
 */
export interface StoredCopy {
  list: readonly CatalogueEntitlement[] | null;
}

/**
 * Keeps a reading of the catalogue: what changed against `copy` is written first, in pieces, each
 * of which counts at once; last goes what is gone, and with the last of it the reading is as new as
 * `fetchedAt`. Cut off in between, it counts as old as it was, or as none; what is left over of it
 * goes with the next reading. Throws as the store does.
 */
export async function keepReading(
  store: Store,
  key: ResourceKey,
  {
    entitlements,
    fetchedAt,
  }: { readonly entitlements: readonly CatalogueEntitlement[]; readonly fetchedAt: Date },
  copy: StoredCopy,
): Promise<void> {
  const stored = await storedList(store, key, copy);
  const isSame = stored === entitlements;
  const before = new Map(isSame ? [] : stored.map((one) => [one.id, one]));
  const now = new Map(isSame ? [] : entitlements.map((one) => [one.id, one]));
  const changed = [...now.values()].filter((one) => {
    const earlier = before.get(one.id);
    return earlier === undefined || !sameEntitlements([earlier], [one]);
  });
  const gone = [...before.keys()].filter((id) => !now.has(id));
  const goneLast = gone.splice(Math.max(0, gone.length - atOnce));
  copy.list = null;
  for (const some of inBatches(changed))
    await store.transaction((tx) => tx.catalogue.put(key, some));
  for (const some of inBatches(gone)) await store.transaction((tx) => tx.catalogue.drop(key, some));
  await store.transaction(async (tx) => {
    await tx.catalogue.drop(key, goneLast);
    await tx.catalogue.complete(key, fetchedAt);
  });
  copy.list = entitlements;
}

/** What a reading that never was complete left is dropped. */
function storedList(
  store: Store,
  key: ResourceKey,
  { list }: StoredCopy,
): Promise<readonly CatalogueEntitlement[]> {
  return store.transaction(async (tx) => {
    if (!(await tx.catalogue.has(key))) {
      await tx.catalogue.dropAll(key);
      return [];
    }
    const copies = list === null ? await tx.catalogue.load() : [];
    return (
      copies.find((one) => isDeepStrictEqual({ ...one.key }, { ...key }))?.entitlements ??
      list ??
      []
    );
  });
}

function inBatches<Item>(items: readonly Item[]): readonly (readonly Item[])[] {
  const count = Math.ceil(items.length / atOnce);
  return Array.from({ length: count }, (_, at) => items.slice(at * atOnce, (at + 1) * atOnce));
}
