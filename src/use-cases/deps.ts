import type { HeldAccess } from '../domain/access/held-access.ts';
import type { PersonLimits } from '../domain/people/limit.ts';
import type { AccessSettings } from '../domain/settings/access-settings.ts';
import type { TaskSnapshot } from '../domain/task/task-snapshot.ts';
import type { Catalogue } from './catalogue/catalogue.ts';
import type { ReadRiskNames } from './catalogue/who-decides.ts';
import type { Chat, ChatDirectory } from './ports/chat-ports.ts';
import type { DeliveredSteps } from './ports/delivered-steps.ts';
import type { AccessGovernance, World } from './ports/ports.ts';
import type { RequestedProfiles } from './ports/requested-profiles.ts';
import type { Store, StoreTransaction } from './ports/store-ports.ts';
import type { Visibility } from './ports/visibility-ports.ts';

/** What use cases work with that people wait for: of the service only what it is said to have. */
export interface LocalDeps {
  readonly store: Store;
  readonly settings: AccessSettings;
  readonly world: World;
  readonly limits: PersonLimits;
  readonly governance: Pick<
    AccessGovernance,
    'actionsOn' | 'mayRevoke' | 'knownOwnUserId' | 'isRefused'
  >;
  readonly catalogue: Pick<Catalogue, 'appById' | 'apps' | 'entitlement'>;
  readonly visibility: Pick<Visibility, 'profileOf'>;
  readonly riskNames: ReadRiskNames;
  readonly followTask: FollowTask;
  readonly deliveredSteps: DeliveredSteps;
  readonly lastHoldings: LastHoldings;
  readonly profiles: RequestedProfiles;
  readonly showUnlessOver: ShowUnlessOver;
}

/**
 * From now on the person hears of the end of this open task, which was not made through the bot.
 * False where they do not: then nothing may say that they will.
 */
export type FollowTask = (
  deps: Pick<LocalDeps, 'store' | 'governance'>,
  follow: { readonly slackUserId: string; readonly task: TaskSnapshot },
) => Promise<boolean>;

/**
 * What somebody holds by the search for grants, wherever it was granted, as it was read last; nothing
 * where nobody reads it.
 */
export type LastHoldings = (
  tx: StoreTransaction,
  slackUserId: string,
) => Promise<readonly HeldAccess[]>;

/**
 * Has cards say that somebody is deciding, unless the decision is over in a moment. Called where it
 * is kept and where it is carried out, which may be another process: whichever is alive then does it.
 */
export type ShowUnlessOver = (actionId: string) => void;

/** What those work with that call outward. */
export interface UseCaseDeps extends LocalDeps {
  readonly governance: AccessGovernance;
  readonly chat: Chat;
  readonly directory: ChatDirectory;
}
