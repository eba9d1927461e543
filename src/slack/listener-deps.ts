import type { Catalogue } from '../use-cases/catalogue/catalogue.ts';
import type { ReadAccounts } from '../use-cases/catalogue/who-decides.ts';
import type { EntitlementHelpDeps } from '../use-cases/form/entitlement-help.ts';
import type { OpenHomeDeps } from '../use-cases/home/sync-home.ts';
import type { Resolved } from '../use-cases/people/resolve-identity.ts';
import type { Visibility } from '../use-cases/ports/visibility-ports.ts';
import type { Administer } from './admin/admin-answer.ts';
import type { HelpLine } from './home/standing.ts';
import type { Languages } from './people/languages.ts';
import type { GroupHandles } from './people/user-groups.ts';

/** The dependencies that listeners pass to use cases. */
export interface ListenerDeps extends EntitlementHelpDeps {
  /** The operator's commands. */
  readonly administer: Administer;
  readonly catalogue: Catalogue;
  readonly visibility: Visibility;
  /** What extras show on Home. */
  readonly homeSections: OpenHomeDeps['homeSections'];
  /** What extras add to the answer to `help`. */
  readonly helpLines: readonly HelpLine[];
  /** Counts forms in which somebody asked for access; `not-kept`: the database failed. */
  readonly submitted: (outcome: 'kept' | 'refused' | 'not-kept') => void;
  readonly languages: Languages;
  readonly groupHandles: GroupHandles;
  readonly accounts: ReadAccounts;
  /** The identity of a Slack account in the governance service; remembered for some minutes. */
  readonly identify: (slackUserId: string) => Promise<Resolved>;
}
