import type { IdentityRefusal } from '../../domain/access-request.ts';
import type { AccessSettings } from '../../domain/access-settings.ts';
import type { Administer } from '../../domain/admin-answer.ts';
import type { Result } from '../../domain/result.ts';
import type { IdentityPerson } from '../../domain/task-snapshot.ts';
import type { Catalogue } from '../../use-cases/catalogue.ts';
import type { DecisionCheck, DecisionClick } from '../../use-cases/check-review.ts';
import type { PersonLimits } from '../../use-cases/person-limits.ts';
import type { AccessGovernance, World } from '../../use-cases/ports.ts';
import type { ResourceOwners, RiskNamesSource } from '../../use-cases/service-facts.ts';
import type { Store } from '../../use-cases/store-ports.ts';
import type { Languages } from '../languages.ts';

/** What listeners hand on to use cases. */
export interface ListenerDeps {
  readonly store: Store;
  /** The operator's commands. */
  readonly administer: Administer;
  readonly catalogue: Catalogue;
  readonly settings: AccessSettings;
  readonly world: World;
  readonly limits: PersonLimits;
  readonly languages: Languages;
  readonly governance: Pick<AccessGovernance, 'operations'>;
  readonly riskNames: RiskNamesSource;
  /** Whether somebody can decide, checked afresh. */
  readonly checkDecision: (click: DecisionClick) => Promise<DecisionCheck>;
  readonly owners: ResourceOwners;
  /** Who a Slack account is to the governance service; remembered for some minutes. */
  readonly identify: (slackUserId: string) => Promise<Result<IdentityPerson, IdentityRefusal>>;
}
