/** The data that the form is rendered from. */

import type { CatalogueEntitlement } from '../../../domain/catalogue/entitlement.ts';
import type { AccessSettings, RequestableApp } from '../../../domain/settings/access-settings.ts';
import type { EntitlementHelp } from '../../../use-cases/form/entitlement-help.ts';
import type { SubmittedForm } from '../../../use-cases/form/submit-request.ts';
import type { FormMemory } from './request-form-fields.ts';

export interface PickedEntitlement {
  readonly entitlement: CatalogueEntitlement;
  readonly help: EntitlementHelp;
  readonly isForOther: boolean;
  /** The person that it is for does not see it in the tenant's catalogs. */
  readonly isHidden: boolean;
  /** They hear of the end of the open request that was made elsewhere. */
  readonly isFollowed: boolean;
  /** null where it is no access profile. */
  readonly profile: ProfileHelp | null;
}

/** What an access profile brings. */
export interface ProfileHelp {
  /** Names of items that can be asked for here. */
  readonly items: readonly string[];
  readonly others: number;
  /** Names of those that the person who asks for themselves has; null where nothing is known. */
  readonly held: readonly string[] | null;
}

/** The values typed and picked so far. They are shown again after every change of the form. */
export interface FilledForm
  extends Pick<
    SubmittedForm,
    'justification' | 'timeText' | 'durationSeconds' | 'targetSlackId' | 'emergency' | 'answers'
  > {
  /** The option value of the account that was picked; null where none was. */
  readonly accountValue: string | null;
  /**
   * Whether `timeText` counts. It is kept while a duration is picked, in case the person changes
   * their mind.
   */
  readonly isTimeTyped: boolean;
}

export interface RequestForm {
  /** Without the candidates, which are the ones shown. */
  readonly memory: FormMemory;
  readonly app: RequestableApp | null;
  readonly picked: readonly PickedEntitlement[];
  /** What the typed words could mean; one alone where a mistyped word was read as another. */
  readonly candidates: readonly {
    readonly app: RequestableApp;
    readonly entitlement: CatalogueEntitlement;
  }[];
  readonly filled: FilledForm;
  readonly emergency: AccessSettings['emergency'];
  readonly now: Date;
  /** Something to say at the top of the form; our own words. */
  readonly remark: string | null;
}
