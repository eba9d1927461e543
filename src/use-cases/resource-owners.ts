import type { AccessGovernance } from './ports.ts';
import type { CatalogueKey } from './store-ports.ts';
import type { World } from './world.ts';

export interface ResourceOwners {
  /** Names of a resource's owners; empty where they are not known before `patience` is over. Never throws. */
  names(resource: CatalogueKey, patience: Promise<unknown>): Promise<readonly string[]>;
}

const rememberedMs = 10 * 60_000;
const mostRemembered = 2_000;

/** Owners of resources (interface.md, endpoint 12), remembered for some minutes: every pick in the form asks for them. */
export function createResourceOwners(deps: {
  readonly governance: Pick<AccessGovernance, 'listResourceOwners'>;
  readonly world: World;
}): ResourceOwners {
  const remembered = new Map<string, { readonly names: Promise<readonly string[]>; readonly atMs: number }>();

  async function read(key: string, resource: CatalogueKey): Promise<readonly string[]> {
    try {
      const owners = await deps.governance.listResourceOwners(resource);
      return owners.ok ? owners.value.map((owner) => owner.name) : [];
    } catch (error) {
      deps.world.log.warn({ ...resource, err: error }, 'owners not read');
      remembered.delete(key);
      return [];
    }
  }

  return {
    async names(resource, patience) {
      const key = JSON.stringify([resource.appId, resource.resourceTypeId, resource.resourceId]);
      const nowMs = deps.world.now().getTime();
      let known = remembered.get(key);
      if (known === undefined || nowMs - known.atMs > rememberedMs) {
        if (remembered.size >= mostRemembered) remembered.clear();
        known = { names: read(key, resource), atMs: nowMs };
        remembered.set(key, known);
      }
      return Promise.race([known.names, patience.then(() => [])]);
    },
  };
}
