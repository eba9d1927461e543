import type { IdentityPerson } from '../../domain/people/identity-person.ts';

/** Where somebody who may answer a delivered step was found. */
export type ReviewerSource =
  | 'resource-owner'
  | 'entitlement-owner'
  | 'app-owner'
  | 'group'
  | 'manager'
  | 'named'
  | 'fallback'
  /** A reviewer passed the step on to them. */
  | 'passed-on';

export interface ReviewerFound {
  readonly person: IdentityPerson;
  readonly by: ReviewerSource;
}
