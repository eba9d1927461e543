/**
 * Who may answer a step that the service hands to the bot, out of the lists that the operator
 * chose.
 */
import { type IdentityPerson, inactiveStatus } from '../../../domain/people/identity-person.ts';

/**
 * More people than this are no reviewers: the service itself then asks a step's fallback
 * (docs/spec/deployments.md#who-reviews).
 */
export const mostReviewers = 128;

/** Whom no list may make a reviewer. */
export interface ReviewerRule {
  /** Identities of the requester and the target. */
  readonly without: readonly string[];
  /** Whether somebody counts whose status the service does not tell. */
  readonly unknownStatus: 'refuse' | 'allow';
}

/**
 * Why nobody of a list reviews.
 * - `empty`: it holds nobody, or the service hides it from the bot's role
 * - `too-long`: it holds more people than a step may have
 * - `inactive`: nobody of them is enabled
 * - `own-request`: whoever is enabled asked for the access, or gets it
 */
export type NobodyReason = 'empty' | 'too-long' | 'inactive' | 'own-request';

export type ReviewersIn =
  | { readonly people: readonly IdentityPerson[]; readonly nobody: null }
  | { readonly people: readonly []; readonly nobody: NobodyReason };

/** The people of one list who may answer, each once. */
export function reviewersIn(
  listed: readonly IdentityPerson[],
  { without, unknownStatus }: ReviewerRule,
): ReviewersIn {
  const each = [...new Map(listed.map((person) => [person.id, person])).values()];
  if (each.length > mostReviewers) return nobodyFor('too-long');
  if (each.length === 0) return nobodyFor('empty');
  const active = each.filter((person) => inactiveStatus(person, unknownStatus) === null);
  if (active.length === 0) return nobodyFor('inactive');
  const people = active.filter(({ id }) => !without.includes(id));
  return people.length === 0 ? nobodyFor('own-request') : { people, nobody: null };
}

/**
 * The people who stand on each of these lists; nobody where there is none. A list that is too long
 * was not read to its end: then it is the answer, so that nobody of it is taken.
 */
export function onEveryList(
  lists: readonly (readonly IdentityPerson[])[],
): readonly IdentityPerson[] {
  const tooLong = lists.find((list) => list.length > mostReviewers);
  if (tooLong !== undefined) return tooLong;
  const [first = [], ...others] = lists;
  return first.filter(({ id }) => others.every((list) => list.some((one) => one.id === id)));
}

function nobodyFor(nobody: NobodyReason): ReviewersIn {
  return { people: [], nobody };
}
