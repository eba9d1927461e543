import { z } from 'zod';
import type { IdentityPerson, PersonAtWork } from '../../../domain/people/identity-person.ts';
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
  jobTitle: word,
  department: word,
  managerIds: z.array(z.string()).catch([]),
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

/** A person with their status and their place in the company. */
export function memberOf(user: IdentityUser): IdentityPerson {
  const status = user.status.replace(/^USER_STATUS_/, '');
  const atWork = atWorkOf(user, new Map());
  return {
    ...personOf(user),
    status: status === 'UNSPECIFIED' ? 'UNKNOWN' : status,
    ...(atWork === null ? {} : { atWork }),
  };
}

/** The most characters of a title or a department, and the most managers: this is kept. */
const longestWords = 200;
const mostManagers = 5;

/** Somebody's place in the company; null where nothing is told of it. */
function atWorkOf(
  told: Pick<IdentityUser, 'jobTitle' | 'department' | 'managerIds'>,
  known: KnownPeople,
): PersonAtWork | null {
  const jobTitle = told.jobTitle.trim().slice(0, longestWords).toWellFormed();
  const department = told.department.trim().slice(0, longestWords).toWellFormed();
  const managerIds = [...new Set(told.managerIds)].filter((id) => id !== '');
  const managers = managerIds.slice(0, mostManagers).map((id) => {
    const { name } = personIn(known, id);
    return { id, name };
  });
  const atWork = {
    ...(jobTitle === '' ? {} : { jobTitle }),
    ...(department === '' ? {} : { department }),
    ...(managers.length === 0 ? {} : { managers }),
  };
  return Object.keys(atWork).length === 0 ? null : atWork;
}

/**
 * What `expanded` tells of a person beside their name: their place in the company, and a status that
 * does not let them get access.
 */
export function memberIn(
  expanded: Expanded,
  id: string,
  known: KnownPeople,
): { readonly inactiveStatus: string | null; readonly atWork: PersonAtWork | null } {
  for (const value of expanded) {
    const user = looseUser.safeParse(value).data;
    if (user?.id !== id || typeNameOf(value) !== 'User') continue;
    const status = user.status.replace(/^USER_STATUS_/, '');
    const mayHaveAccess = ['', 'UNSPECIFIED', 'ENABLED'].includes(status);
    return { inactiveStatus: mayHaveAccess ? null : status, atWork: atWorkOf(user, known) };
  }
  return { inactiveStatus: null, atWork: null };
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
