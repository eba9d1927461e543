/** What can be asked for, and who sees it. */
import { setTimeout } from 'node:timers/promises';
import type { OpenedExtra } from '../extra.ts';
import { createEntitlementIndex } from '../store/catalogue/entitlement-index.ts';
import { type Catalogue, openCatalogue } from '../use-cases/catalogue/catalogue.ts';
import { createWhoDecides, type WhoDecides } from '../use-cases/catalogue/who-decides.ts';
import { createPace, noPace } from '../use-cases/ports/pace.ts';
import type { AccessGovernance } from '../use-cases/ports/ports.ts';
import type { Store } from '../use-cases/ports/store-ports.ts';
import type { Visibility } from '../use-cases/ports/visibility-ports.ts';
import type { Context } from './app-context.ts';

/** At most two calls a second. */
const discoverySpacingMs = 500;
/** The sandbox moves the bot's clock; the service is spared by this machine's. */
const ownClock = {
  nowMs: () => performance.now(),
  sleep: (ms: number) => setTimeout(ms, undefined, { ref: false }),
};

interface OfferedFrom {
  readonly store: Store;
  readonly governance: AccessGovernance;
  readonly extras: Pick<OpenedExtra, 'visibility'>;
}

export interface Offered {
  readonly catalogue: Catalogue;
  readonly visibility: Visibility;
  readonly whoDecides: WhoDecides;
}

export async function openOffered(
  { settings, world }: Context,
  { store, governance, extras }: OfferedFrom,
): Promise<Offered> {
  const index = createEntitlementIndex();
  const pace = settings.offer === 'all' ? createPace(discoverySpacingMs, ownClock) : noPace;
  const catalogue = await openCatalogue({
    store,
    governance,
    settings,
    index,
    world,
    pace,
  });
  return {
    catalogue,
    visibility: await extras.visibility(store),
    whoDecides: createWhoDecides({ governance, world, catalogue }),
  };
}
