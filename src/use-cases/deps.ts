import type { AccessSettings } from '../domain/access-settings.ts';
import type { Catalogue } from './catalogue.ts';
import type { Chat, ChatDirectory } from './chat-ports.ts';
import type { Visibility } from './open-visibility.ts';
import type { AccessGovernance, World } from './ports.ts';
import type { ReadRiskNames } from './service-facts.ts';
import type { Store } from './store-ports.ts';

/** What use cases work with that people wait for: of the service only what it is said to have. */
export interface LocalDeps {
  readonly store: Store;
  readonly settings: AccessSettings;
  readonly world: World;
  readonly governance: Pick<AccessGovernance, 'operations' | 'knownOwnUserId'>;
  readonly catalogue: Pick<Catalogue, 'appById' | 'apps' | 'entitlement'>;
  readonly visibility: Pick<Visibility, 'profileOf'>;
  readonly riskNames: ReadRiskNames;
}

/** What those work with that call outward. */
export interface UseCaseDeps extends LocalDeps {
  readonly governance: AccessGovernance;
  readonly chat: Chat;
  readonly directory: ChatDirectory;
  readonly visibility: Pick<Visibility, 'disproved' | 'profileOf'>;
}
