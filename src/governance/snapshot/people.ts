import { z } from 'zod';
import type { IdentityPerson } from '../../domain/task-snapshot.ts';
import type { IdentityUser } from '../users.ts';
import { type Expanded, typeNameOf } from '../wire/expanded.ts';

const looseUser = z.object({
  id: z.string().min(1),
  displayName: z.string().catch(''),
  email: z.string().catch(''),
  username: z.string().catch(''),
  delegatedUserId: z.string().catch(''),
});

/** A person out of what the service tells of one; the id stands in for a missing name. */
export function personOf(told: {
  id: string;
  displayName: string;
  email: string;
  delegatedUserId?: string;
}): IdentityPerson {
  const person = { id: told.id, name: told.displayName.trim() || told.id, email: told.email || null };
  return told.delegatedUserId ? { ...person, isDelegated: true } : person;
}

/** A person with their status and what tells their team; an empty department is none. */
export function memberOf(told: IdentityUser): IdentityPerson {
  const department = told.department.trim();
  const status = told.status.replace(/^USER_STATUS_/, '');
  const member = { ...personOf(told), status: status === 'UNSPECIFIED' ? 'UNKNOWN' : status };
  return department === '' ? member : { ...member, department };
}

/** Deleted users exist for nobody. */
export function isDeleted({ deletedAt, status }: IdentityUser): boolean {
  return deletedAt !== null || /^(?:USER_STATUS_)?DELETED$/.test(status);
}

/** A person of whom only the id is known. */
export function personById(id: string): IdentityPerson {
  return { id, name: id, email: null };
}

/**
 * A person, if this piece of `expanded` is a User: by its `@type`, or, where it carries none, by having an id beside a name or an
 * email. Odd members are ignored. null for anything else.
 */
export function readPerson(value: unknown): IdentityPerson | null {
  const typeName = typeNameOf(value);
  if (typeName !== '' && typeName !== 'User') return null;
  const read = looseUser.safeParse(value);
  if (!read.success) return null;
  const { displayName, email, username } = read.data;
  return typeName === 'User' || displayName + email + username !== '' ? personOf(read.data) : null;
}

/** Everybody in `expanded`, by id. */
export function peopleIn(expanded: Expanded): ReadonlyMap<string, IdentityPerson> {
  const people = new Map<string, IdentityPerson>();
  for (const value of expanded) {
    const person = typeNameOf(value) === 'User' ? readPerson(value) : null;
    if (person !== null) people.set(person.id, person);
  }
  return people;
}
