import type { Administer } from '../../domain/admin-answer.ts';
import type { Catalogue } from '../../use-cases/catalogue.ts';
import type { DecisionCheck, DecisionClick } from '../../use-cases/check-right.ts';
import type { EntitlementHelpDeps } from '../../use-cases/entitlement-help.ts';
import type { Visibility } from '../../use-cases/open-visibility.ts';
import type { PersonLimits } from '../../use-cases/person-limits.ts';
import type { Resolved } from '../../use-cases/resolve-identity.ts';
import type { ReadAccounts } from '../../use-cases/service-facts.ts';
import type { Languages } from '../languages.ts';

/** The dependencies that listeners pass to use cases. */
export interface ListenerDeps extends EntitlementHelpDeps {
  /** The operator's commands. */
  readonly administer: Administer;
  readonly catalogue: Catalogue;
  readonly visibility: Visibility;
  readonly limits: PersonLimits;
  readonly languages: Languages;
  readonly accounts: ReadAccounts;
  /** Whether somebody can decide, checked afresh. */
  readonly checkDecision: (click: DecisionClick) => Promise<DecisionCheck>;
  /** The identity of a Slack account in the governance service; remembered for some minutes. */
  readonly identify: (slackUserId: string) => Promise<Resolved>;
}
