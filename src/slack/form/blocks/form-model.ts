/** The data that the form is rendered from. */

import type { CatalogueEntitlement } from '../../../domain/catalogue/entitlement.ts';
import type { AccessSettings } from '../../../domain/settings/access-settings.ts';
import type { ProfileHelp } from '../../../use-cases/catalogue/visible-catalogue.ts';
import type { EntitlementHelp } from '../../../use-cases/form/entitlement-help.ts';
import type { TypedForm } from '../../../use-cases/form/typed-form.ts';

export interface PickedEntitlement {
  readonly entitlement: CatalogueEntitlement;
  readonly help: EntitlementHelp;
  readonly isForOther: boolean;
  /** The person that it is for does not see it in the tenant's catalogs. */
  readonly isHidden: boolean;
  /** They hear of the end of the open request that was made elsewhere. */
  readonly isFollowed: boolean;
  /** What the entitlement brings as an access profile; null where it is none. */
  readonly profile: ProfileHelp | null;
}

/** A form with what is said beside its fields. */
export interface ShownForm extends TypedForm {
  /** The form's `entitlements`, with what is known of each. */
  readonly picked: readonly PickedEntitlement[];
  readonly emergencies: AccessSettings['emergency'];
  /** Something to say at the top of the form; our own words. */
  readonly remark: string | null;
  readonly now: Date;
}
