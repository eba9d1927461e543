import type { ResourceKey } from '../../../domain/catalogue/entitlement.ts';
import { OutwardFailure } from '../../../domain/outward/outward-failure.ts';
import type { IdentityPerson } from '../../../domain/people/identity-person.ts';
import type { TaskSnapshot } from '../../../domain/task/task-snapshot.ts';
import { comparableEmail } from '../../../domain/text/foreign-text.ts';
import type { AccessGovernance } from '../../../use-cases/ports/ports.ts';
import type { TenantClient } from '../../capabilities.ts';
import { type IdentityUser, listAppResourceOwners } from '../../client/endpoints.ts';
import { orFailure } from '../../client/http/service-errors.ts';
import { readUser, searchUsers } from '../../client/optional-operations.ts';
import { chunks, type Page, pageSizeBounds, pages, unusable } from '../../client/wire/paging.ts';
import { isDeleted, memberOf, personOf } from './read-people.ts';

const mostManagers = 20;

export type PeopleFinder = ReturnType<typeof createPeopleFinder>;

export function createPeopleFinder(client: TenantClient) {
  return {
    /**
     * Gives names to people of these tasks whose id alone was told: userSearch is asked, where the
     * tenant has it, and may not answer.
     */
    async named(tasks: readonly TaskSnapshot[]): Promise<readonly TaskSnapshot[]> {
      const unnamed = new Set<string>();
      for (const task of tasks) {
        withPeople(task, (person) => {
          if (person.name === person.id) unnamed.add(person.id);
          return person;
        });
      }
      const ids = [...unnamed];
      const searching = client.having(searchUsers);
      if (ids.length === 0 || searching === null) return tasks;
      const personById = new Map<string, IdentityPerson>();
      try {
        for (const some of chunks(ids, pageSizeBounds.most)) {
          const refs = some.map((id) => ({ id }));
          for await (const user of search(searching, { refs }))
            personById.set(user.id, personOf(user));
        }
      } catch (error) {
        // Names are a comfort: a task that was made or read must not be lost for them.
        if (!(error instanceof OutwardFailure)) throw error;
      }
      return tasks.map((task) =>
        withPeople(task, (person) =>
          unnamed.has(person.id) ? (personById.get(person.id) ?? person) : person,
        ),
      );
    },

    /**
     * Needs userSearch. Exact, whatever the case; `none` where nobody, or more than one, has the
     * address. Deleted users do not count.
     */
    async findPersonByEmail(email: string): Promise<IdentityPerson | 'none'> {
      const comparable = comparableEmail(email);
      if (comparable === '') return 'none';
      const members = new Map<string, IdentityPerson>();
      for await (const user of search(client, { email: email.trim() })) {
        const isTheirs = [user.email, ...user.emails].some(
          (address) => comparableEmail(address) === comparable,
        );
        if (isTheirs && !isDeleted(user)) members.set(user.id, memberOf(user));
      }
      const [only, ...others] = members.values();
      return only === undefined || others.length > 0 ? 'none' : only;
    },

    /**
     * Needs userRead or userSearch. Nobody where the person has no manager, is not there, or has
     * more managers than anybody has: each may be one call.
     */
    async managersOf(identityUserId: string): Promise<readonly IdentityPerson[]> {
      const [person] = await livingUsers(client, [identityUserId]);
      const ids = [...new Set(person?.managerIds)].filter((id) => id !== '');
      const isReadable = ids.length > 0 && ids.length <= mostManagers;
      const managers = isReadable ? await livingUsers(client, ids) : [];
      return managers.map(memberOf);
    },

    /** Needs userRead or userSearch. `none` where nobody, or a deleted user, has the id. */
    async findPersonById(id: string): Promise<IdentityPerson | 'none'> {
      const [user] = await livingUsers(client, [id]);
      return user === undefined ? 'none' : memberOf(user);
    },
  };
}

/** All users that match; deleted ones too. */
async function* search(
  client: TenantClient,
  body: Readonly<Record<string, unknown>>,
): AsyncGenerator<IdentityUser, void> {
  for await (const { list } of pages(client, searchUsers, { path: {}, body })) {
    for (const { user } of list) if (user !== null && user.id !== '') yield user;
  }
}

/** Those of these users who are there and were not deleted. Read one by one where that is there. */
export async function livingUsers(
  client: TenantClient,
  ids: readonly string[],
): Promise<readonly IdentityUser[]> {
  const users: IdentityUser[] = [];
  if (client.having(readUser) === null) {
    for await (const user of search(client, { refs: ids.map((id) => ({ id })) }))
      if (ids.some((id) => isLiving(user, id))) users.push(user);
    return users;
  }
  for (const id of ids) {
    const answer = await client.call(readUser, { path: { id } });
    if (!answer.ok && answer.refusal.kind === 'not-found') continue;
    const user = orFailure(answer, readUser);
    if (isLiving(user, id)) users.push(user);
  }
  return users;
}

/** The user is the one that was asked for and was not deleted. */
function isLiving(user: IdentityUser, id: string): boolean {
  return user.id === id && !isDeleted(user);
}

export function resourceOwners(
  client: TenantClient,
  { appId, resourceTypeId, resourceId }: ResourceKey,
  most?: number,
): ReturnType<AccessGovernance['listResourceOwners']> {
  const path = { app_id: appId, resource_type_id: resourceTypeId, resource_id: resourceId };
  const all = pages(client, listAppResourceOwners, { path });
  return listedPeople(all, ({ list }) => list, most);
}

/**
 * The people of a list, each once, without deleted users. An id with two email addresses is listed
 * with both: who it is, is not known then. Throws `OutwardFailure` if the list breaks off, or has
 * more than `most` pages with fewer people: somebody may have several accounts, but a list that
 * never ends must not keep the bot reading.
 *
 * @param most reading stops where the list has more people than this: then the answer is longer
 * than `most`, and not complete
 */
export async function listedPeople<P extends Page<unknown>>(
  all: AsyncIterable<P>,
  usersOf: (page: P) => readonly IdentityUser[],
  most: number = Number.POSITIVE_INFINITY,
): Promise<readonly IdentityPerson[]> {
  const people = new Map<string, IdentityPerson>();
  let pagesRead = 0;
  for await (const page of all) {
    for (const user of usersOf(page)) {
      if (user.id === '' || isDeleted(user)) continue;
      const person = memberOf(user);
      people.set(JSON.stringify([person.id, person.email]), person);
    }
    pagesRead += 1;
    if (page.incomplete !== undefined) throw unusable(page.incomplete);
    if (page.nextPageToken !== '' && pagesRead >= most)
      throw unusable(`a list of people has still another page after ${pagesRead}`);
    if (people.size > most) break;
  }
  return [...people.values()];
}

/** The task with what becomes of everybody in it. */
function withPeople(
  task: TaskSnapshot,
  become: (person: IdentityPerson) => IdentityPerson,
): TaskSnapshot {
  const { otherStep, handedOver, stepDeadline } = task;
  return {
    ...task,
    stepApprovers: task.stepApprovers.map(become),
    approvers: task.approvers.map(become),
    target: task.target === null ? null : become(task.target),
    ...(otherStep !== undefined && 'people' in otherStep
      ? { otherStep: { ...otherStep, people: otherStep.people.map(become) } }
      : {}),
    ...(handedOver === undefined ? {} : { handedOver: { from: become(handedOver.from) } }),
    ...(stepDeadline?.result.kind === 'goes-to'
      ? {
          stepDeadline: {
            ...stepDeadline,
            result: { ...stepDeadline.result, people: stepDeadline.result.people.map(become) },
          },
        }
      : {}),
  };
}
