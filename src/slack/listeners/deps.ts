import type { AccessSettings } from '../../domain/access-settings.ts';
import type { AdminDesk } from '../../use-cases/admin-desk.ts';
import type { Catalogue } from '../../use-cases/catalogue.ts';
import type { Store } from '../../use-cases/store-ports.ts';
import type { World } from '../../use-cases/world.ts';
import type { Languages } from '../languages.ts';

/** What listeners hand on to use cases. */
export interface ListenerDeps {
  readonly store: Store;
  readonly adminDesk: AdminDesk;
  readonly catalogue: Catalogue;
  readonly settings: AccessSettings;
  readonly world: World;
  readonly languages: Languages;
}
