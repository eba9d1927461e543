import type { AccessSettings } from '../domain/access-settings.ts';
import type { CatalogueEntitlement } from '../domain/entitlement.ts';
import type { Result } from '../domain/result.ts';
import type { ServiceRefusal } from '../domain/service-refusal.ts';
import type { AccessGovernance, World } from './ports.ts';
import type { CatalogueKey } from './store-ports.ts';

export interface SourceDeps {
  readonly governance: Pick<AccessGovernance, 'operations' | 'listEntitlements' | 'searchEntitlements' | 'listApps'>;
  readonly settings: Pick<AccessSettings, 'apps'>;
  readonly world: World;
}

/** Something that the catalogue reads at one go, and keeps under a key. */
export interface CatalogueSource {
  readonly key: CatalogueKey;
  /** Throws as the port does. */
  read(): Promise<Result<readonly CatalogueEntitlement[], ServiceRefusal>>;
}

/**
 * Where the entitlements of everything configured come from: each resource of an app; for an app without resources entitlementSearch,
 * kept under empty resource ids. An app that has neither is named in the log, with what to do.
 */
export function catalogueSources({ governance, settings, world }: SourceDeps): readonly CatalogueSource[] {
  return settings.apps.flatMap(({ id, name, resources }): CatalogueSource[] => {
    if (resources.length > 0) {
      return resources.map((resource) => {
        const key = { appId: id, ...resource };
        return { key, read: () => governance.listEntitlements(key) };
      });
    }
    if (governance.operations.has('entitlementSearch')) {
      const key = { appId: id, resourceTypeId: '', resourceId: '' };
      return [{ key, read: () => governance.searchEntitlements(id) }];
    }
    world.log.warn(
      { appId: id, name },
      'nothing can be asked for in this app: give it resources in access.yaml, or add entitlementSearch to governance.operations if the tenant has it',
    );
    return [];
  });
}

/** A check that warns, once each, of configured apps that the service does not know. Needs appList, else does nothing. Never throws. */
export function unknownAppCheck({ governance, settings, world }: SourceDeps): () => Promise<void> {
  const warned = new Set<string>();
  return async () => {
    if (!governance.operations.has('appList')) return;
    try {
      const answer = await governance.listApps();
      if (!answer.ok) {
        world.log.warn({ refusal: answer.refusal }, 'apps refused; their ids were not checked');
        return;
      }
      const known = new Set(answer.value.map((one) => one.id));
      for (const { id, name } of settings.apps) {
        if (known.has(id) || warned.has(id)) continue;
        warned.add(id);
        world.log.warn(
          { appId: id, name },
          'the service does not tell of this app: check its id in access.yaml, and what the bot may see',
        );
      }
    } catch (err) {
      world.log.warn({ err }, 'apps not read; their ids were not checked');
    }
  };
}
