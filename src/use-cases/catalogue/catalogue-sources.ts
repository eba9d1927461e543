import type { CatalogueEntitlement, ResourceKey } from '../../domain/catalogue/entitlement.ts';
import type { RequestableApp } from '../../domain/settings/access-settings.ts';
import type { Pace } from '../ports/pace.ts';
import type { AccessGovernance, World } from '../ports/ports.ts';

interface SourceDeps {
  readonly governance: AccessGovernance;
  readonly world: World;
  /** Awaited before each call of discovery. */
  readonly pace: Pace;
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
 * named in the log, with what to do.
 */
export function catalogueSources(
  { governance, world, pace }: SourceDeps,
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
