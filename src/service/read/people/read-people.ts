import { z } from 'zod';
import type { IdentityPerson } from '../../../domain/people/identity-person.ts';
import type { IdentityUser } from '../../client/endpoints.ts';
import { type Expanded, locate, typeNameOf } from '../../client/wire/expanded.ts';
import { nameWord, word } from '../../client/wire/wire-fields.ts';

/** By id. */
export type KnownPeople = ReadonlyMap<string, IdentityPerson>;

const looseUser = z.object({
  id: z.string().min(1),
  displayName: nameWord,
  email: nameWord,
  username: nameWord,
  delegatedUserId: word,
  status: word,
});

/** A person out of what the service tells of one; the id stands in for a missing name. */
export function personOf(
  told: Pick<IdentityUser, 'id' | 'displayName' | 'email' | 'delegatedUserId'>,
): IdentityPerson {
  const person = {
    id: told.id,
    name: told.displayName.trim() || told.id,
    email: told.email || null,
  };
  return told.delegatedUserId === '' ? person : { ...person, isDelegated: true };
}

/** A person with their status. */
export function memberOf(user: IdentityUser): IdentityPerson {
  const status = user.status.replace(/^USER_STATUS_/, '');
  return { ...personOf(user), status: status === 'UNSPECIFIED' ? 'UNKNOWN' : status };
}

/**
 * The status of a person in `expanded`, if the service tells one that does not let them get access.
 */
export function inactiveStatusIn(expanded: Expanded, id: string): string | null {
  for (const value of expanded) {
    const parsed = looseUser.safeParse(value);
    if (!parsed.success || typeNameOf(value) !== 'User' || parsed.data.id !== id) continue;
    const status = parsed.data.status.replace(/^USER_STATUS_/, '');
    return ['', 'UNSPECIFIED', 'ENABLED'].includes(status) ? null : status;
  }
  return null;
}

/** Deleted users exist for nobody. */
export function isDeleted({ deletedAt, status }: IdentityUser): boolean {
  return deletedAt !== null || /^(?:USER_STATUS_)?DELETED$/.test(status);
}

/** The person with an id, of whom more than the id may be known. */
export function personIn(known: KnownPeople, id: string): IdentityPerson {
  return known.get(id) ?? { id, name: id, email: null };
}

/**
 * A person, if this piece of `expanded` is a User: by its `@type`, or, where it carries none, by
 * having an id beside a name or an email. Odd members are ignored. null for anything else.
 */
function readPerson(value: unknown): IdentityPerson | null {
  const typeName = typeNameOf(value);
  if (typeName !== '' && typeName !== 'User') return null;
  const parsed = looseUser.safeParse(value);
  if (!parsed.success) return null;
  const { displayName, email, username } = parsed.data;
  return typeName === 'User' || displayName + email + username !== ''
    ? personOf(parsed.data)
    : null;
}

/** Everybody in `expanded`. */
export function peopleIn(expanded: Expanded): KnownPeople {
  const people = new Map<string, IdentityPerson>();
  for (const value of expanded) {
    const person = typeNameOf(value) === 'User' ? readPerson(value) : null;
    if (person !== null) people.set(person.id, person);
  }
  return people;
}

/**
 * The people with these ids. What the path locates only gives names: an undocumented shape must
 * never widen who may decide. Without ids, the path decides.
 */
export function peopleAt(
  expanded: Expanded,
  path: string,
  known: KnownPeople,
  ids: readonly string[] = [],
): IdentityPerson[] {
  const located = new Map<string, IdentityPerson>();
  for (const value of locate(expanded, path)) collectPeople(value, 0, known, located);
  const userIds = new Set(ids.filter((id) => id !== ''));
  if (userIds.size === 0) return [...located.values()];
  const named = new Map([...known, ...located]);
  return [...userIds].map((id) => personIn(named, id));
}

const deepest = 6;

/**
 * People in whatever form they come (StepApproverUsers has no published shape:
 * docs/spec/deployments.md#expanded-objects): a User, several or a list of Users, an object holding
 * Users (bare or as `{ user }`) in array members, an object holding user ids.
 */
function collectPeople(
  value: unknown,
  depth: number,
  known: KnownPeople,
  found: Map<string, IdentityPerson>,
): void {
  if (depth > deepest || value === null || value === '') return;
  if (typeof value === 'string') found.set(value, found.get(value) ?? personIn(known, value));
  if (typeof value !== 'object') return;
  const person = readPerson(value);
  if (person !== null) {
    found.set(person.id, person);
    return;
  }
  for (const [name, member] of Object.entries(value)) {
    const isPerson = name === 'user' || (typeof member === 'string' && /^user_?id$/i.test(name));
    const inside = Array.isArray(member)
      ? member.filter((one) => typeof one !== 'string' || namesIds.test(name))
      : [];
    for (const one of isPerson && !Array.isArray(member) ? [member] : inside)
      collectPeople(one, depth + 1, known, found);
  }
}

/** Only members that can mean the approvers: a User has `managerIds` and `roleIds` too. */
const namesIds = /^(identity_?users?|users?|step_?approvers?|approvers?|reviewers?)?_?(ids?)?$/i;

const appUser = z.object({ id: word, identityUserId: z.string() });
/** Accounts come bare or inside a view. */
const locatedAccount = z.union([z.object({ appUser }).transform((view) => view.appUser), appUser]);

/** Who owns the account at a path; null where that is not told, or the account has another id. */
export function ownerOfAccount(expanded: Expanded, path: string, accountId: string): string | null {
  const [account] = locate(expanded, path).map((one) => locatedAccount.safeParse(one).data);
  const isIt = account !== undefined && ['', accountId].includes(account.id);
  return isIt ? account.identityUserId || null : null;
}
