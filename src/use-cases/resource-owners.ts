import { OutwardFailure } from '../domain/outward-failure.ts';
import type { AccessGovernance } from './ports.ts';
import { rememberAnswers } from './remember-answers.ts';
import type { CatalogueKey } from './store-ports.ts';
import type { World } from './world.ts';

/** Names of a resource's owners; empty where they are not known before `patience` is over. */
export type ResourceOwners = (resource: CatalogueKey, patience: Promise<unknown>) => Promise<readonly string[]>;

/** Owners of resources (interface.md, endpoint 12), remembered for some minutes: every pick in the form asks for them. */
export function createResourceOwners(deps: {
  readonly governance: Pick<AccessGovernance, 'listResourceOwners'>;
  readonly world: World;
}): ResourceOwners {
  const { governance, world } = deps;
  const namesOf = rememberAnswers<CatalogueKey, readonly string[]>(
    async (resource) => {
      const owners = await governance.listResourceOwners(resource);
      return owners.ok ? owners.value.map((owner) => owner.name) : [];
    },
    { forMs: 10 * 60_000, now: world.now },
  );
  return (resource, patience) => {
    const names = namesOf(resource).catch((err: unknown): readonly string[] => {
      if (!(err instanceof OutwardFailure)) throw err;
      world.log.warn({ ...resource, err }, 'owners not read');
      return [];
    });
    return Promise.race([names, patience.then(() => [])]);
  };
}
