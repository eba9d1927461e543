import type { IdentityPerson } from '../../domain/task-snapshot.ts';
import { type Expanded, locate } from '../wire/expanded.ts';
import { personById, readPerson } from './people.ts';

const deepest = 6;

/**
 * People that a path locates, whatever form they come in (deployments.md: StepApproverUsers has no published shape): a User, several
 * or a list of Users, an object holding Users (bare or as `{ user }`) in array members, an object holding user ids. Ids are joined with
 * `known`. Empty where the path locates nothing that can be read; never throws.
 */
export function locatePeople(
  expanded: Expanded,
  path: string,
  known: ReadonlyMap<string, IdentityPerson>,
): IdentityPerson[] {
  const found = new Map<string, IdentityPerson>();
  for (const value of locate(expanded, path)) collectPeople(value, 0, known, found);
  return [...found.values()];
}

/**
 * Who may review the current step. `stepApproverIds` is documented as exactly that, so where it is told it decides who, and what
 * `stepApproversPath` locates only gives names: an undocumented shape must never widen who may decide. Without ids, the path decides.
 */
export function stepApprovers(
  expanded: Expanded,
  view: { stepApproversPath: string; task: { stepApproverIds: readonly string[] } },
  known: ReadonlyMap<string, IdentityPerson>,
): IdentityPerson[] {
  return byIds(view.task.stepApproverIds, locatePeople(expanded, view.stepApproversPath, known), known);
}

/** The people with these ids, named by `located` or `known`; without ids, those located. */
export function byIds(
  ids: readonly string[],
  located: readonly IdentityPerson[],
  known: ReadonlyMap<string, IdentityPerson>,
): IdentityPerson[] {
  const wanted = new Set(ids.filter((id) => id !== ''));
  if (wanted.size === 0) return [...located];
  const named = new Map(located.map((person) => [person.id, person]));
  return [...wanted].map((id) => named.get(id) ?? known.get(id) ?? personById(id));
}

function collectPeople(
  value: unknown,
  depth: number,
  known: ReadonlyMap<string, IdentityPerson>,
  found: Map<string, IdentityPerson>,
): void {
  if (depth > deepest) return;
  if (typeof value === 'string') {
    if (value !== '') found.set(value, found.get(value) ?? known.get(value) ?? personById(value));
    return;
  }
  if (typeof value !== 'object' || value === null) return;
  const person = readPerson(value);
  if (person !== null) {
    found.set(person.id, person);
    return;
  }
  for (const [name, member] of Object.entries(value)) {
    if (Array.isArray(member)) {
      for (const one of member)
        if (typeof one !== 'string' || namesIds(name)) collectPeople(one, depth + 1, known, found);
    } else if (name === 'user' || (typeof member === 'string' && /^user_?id$/i.test(name))) {
      collectPeople(member, depth + 1, known, found);
    }
  }
}

/** Only members that can mean the approvers: a User has `managerIds` and `roleIds` too. */
function namesIds(member: string): boolean {
  return /^(identity_?users?|users?|step_?approvers?|approvers?|reviewers?)?_?(ids?)?$/i.test(member);
}
