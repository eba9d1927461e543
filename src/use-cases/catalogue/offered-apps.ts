import type {
  AccessSettings,
  RequestableApp,
  TenantApp,
} from '../../domain/settings/access-settings.ts';
import { answerOrNull } from '../ports/answer-or-null.ts';
import type { AccessGovernance, World } from '../ports/ports.ts';
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
