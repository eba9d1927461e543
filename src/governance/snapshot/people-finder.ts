import type { OptionalOperation } from '../../domain/access-settings.ts';
import { OutwardFailure } from '../../domain/outward-failure.ts';
import type { IdentityPerson, TaskSnapshot } from '../../domain/task-snapshot.ts';
import type { GovernanceClient } from '../client.ts';
import { type IdentityUser, readUser, searchUsers, searchUsersEndpoint } from '../users.ts';
import { chunks, needs, orFailure } from '../wire/operations.ts';
import { pageSizeBounds, pages } from '../wire/paging.ts';
import { isDeleted, memberOf, personOf } from './people.ts';

export interface PeopleFinder {
  /** The same tasks with people of whom only the id was told named by userSearch, as far as the tenant has it and it answers. */
  named(tasks: readonly TaskSnapshot[]): Promise<TaskSnapshot[]>;
  /** Needs userSearch. Exact, whatever the case; null where nobody, or more than one, has the address. Deleted users do not count. */
  findByEmail(email: string): Promise<IdentityPerson | null>;
  /** Needs userRead or userSearch. null where nobody, or a deleted user, has the id. */
  findById(id: string): Promise<IdentityPerson | null>;
}

export function createPeopleFinder(client: GovernanceClient, operations: ReadonlySet<OptionalOperation>): PeopleFinder {
  return {
    async named(tasks) {
      const ids = new Set(
        tasks
          .flatMap(everybody)
          .filter(isUnnamed)
          .map((person) => person.id),
      );
      if (ids.size === 0 || !operations.has('userSearch')) return [...tasks];
      const found = new Map<string, IdentityPerson>();
      try {
        await findInto(client, found, [...ids]);
      } catch (error) {
        // Names are a comfort: a task that was made or read must not be lost for them.
        if (!(error instanceof OutwardFailure)) throw error;
      }
      return tasks.map((task) => withNames(task, found));
    },

    async findByEmail(email) {
      needs(operations, 'userSearch');
      const wanted = email.trim().toLowerCase();
      if (wanted === '') return null;
      const found = new Map<string, IdentityPerson>();
      const all = pages(searchUsersEndpoint, (page) => searchUsers(client, { email: email.trim(), ...page }));
      for await (const page of all) {
        for (const { user } of orFailure(page, 'searchUsers').list) {
          if (user === null || user.id === '' || isDeleted(user)) continue;
          const addresses = [user.email, ...user.emails].map((address) => address.toLowerCase());
          if (addresses.includes(wanted)) found.set(user.id, memberOf(user));
        }
      }
      const [only] = found.values();
      return found.size === 1 && only !== undefined ? only : null;
    },

    async findById(id) {
      if (operations.has('userRead')) {
        const read = await readUser(client, id);
        if (!read.ok && read.refusal.kind === 'not-found') return null;
        return livingPerson(orFailure(read, 'readUser'), id);
      }
      needs(operations, 'userSearch');
      const page = await searchUsers(client, { refs: [{ id }], pageSize: pageSizeBounds.most });
      const found = orFailure(page, 'searchUsers').list.flatMap(({ user }) => (user === null ? [] : [user]));
      return found.map((user) => livingPerson(user, id)).find((person) => person !== null) ?? null;
    },
  };
}

async function findInto(
  client: GovernanceClient,
  found: Map<string, IdentityPerson>,
  ids: readonly string[],
): Promise<void> {
  for (const some of chunks(ids, pageSizeBounds.most)) {
    const refs = some.map((id) => ({ id }));
    const all = pages(searchUsersEndpoint, (page) => searchUsers(client, { refs, ...page }));
    for await (const page of all) {
      if (!page.ok) break;
      for (const { user } of page.value.list) if (user !== null) found.set(user.id, personOf(user));
    }
  }
}

/** The user, if it is the one that was asked for and was not deleted. */
function livingPerson(user: IdentityUser, id: string): IdentityPerson | null {
  return user.id === id && !isDeleted(user) ? memberOf(user) : null;
}

function everybody(task: TaskSnapshot): IdentityPerson[] {
  const { otherStep, handedOver } = task;
  const acting = otherStep !== undefined && 'people' in otherStep ? otherStep.people : [];
  return [...task.stepApprovers, ...task.approvers, ...acting, task.target, handedOver?.from ?? null].filter(
    (person) => person !== null,
  );
}

function isUnnamed(person: IdentityPerson): boolean {
  return person.name === person.id;
}

function withNames(task: TaskSnapshot, found: ReadonlyMap<string, IdentityPerson>): TaskSnapshot {
  const name = (person: IdentityPerson) => (isUnnamed(person) ? (found.get(person.id) ?? person) : person);
  const { otherStep, handedOver } = task;
  return {
    ...task,
    stepApprovers: task.stepApprovers.map(name),
    approvers: task.approvers.map(name),
    target: task.target === null ? null : name(task.target),
    ...(otherStep !== undefined && 'people' in otherStep
      ? { otherStep: { ...otherStep, people: otherStep.people.map(name) } }
      : {}),
    ...(handedOver === undefined ? {} : { handedOver: { ...handedOver, from: name(handedOver.from) } }),
  };
}
