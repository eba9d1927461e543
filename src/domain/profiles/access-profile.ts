import type { EntitlementKey } from '../request/access-request.ts';

/**
 * What happens to the items of an access profile when somebody leaves it
 * (docs/spec/deployments.md#leaving-an-access-profile).
 * - `stays`: nothing
 * - `goes`: they are asked to be taken away as well
 * - `goes-unless-shared`: the same, but for what another profile of the person holds too
 * - `unknown`: the service does not tell, or in a word that nobody knows yet
 */
export const unenrolments = ['stays', 'goes', 'goes-unless-shared', 'unknown'] as const;
export type Unenrolment = (typeof unenrolments)[number];

/** A catalog that can be asked for as a whole. */
export interface AccessProfile {
  readonly id: string;
  readonly name: string;
  /** What it contains; null where nobody could read that. */
  readonly items: readonly EntitlementKey[] | null;
  readonly unenrolment: Unenrolment;
}

/** What a person who gives back an access profile has to know. */
export interface LeavingProfile extends Pick<AccessProfile, 'unenrolment'> {
  /** Names of its items that the person was seen to hold; none where that was not read. */
  readonly held: readonly string[];
}
