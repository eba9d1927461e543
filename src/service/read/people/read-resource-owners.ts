import type { ResourceKey } from '../../../domain/catalogue/entitlement.ts';
import type { IdentityPerson } from '../../../domain/people/identity-person.ts';
import type { AccessGovernance } from '../../../use-cases/ports/ports.ts';
import type { TenantClient } from '../../capabilities.ts';
import { type IdentityUser, listAppResourceOwners } from '../../client/endpoints.ts';
import { collect, type Page, pages } from '../../client/wire/paging.ts';
import { isDeleted, memberOf } from './read-people.ts';

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
  await collect(untilTooLong(), () => []);
  return [...people.values()];

  async function* untilTooLong(): AsyncGenerator<P, void> {
    let pagesRead = 0;
    for await (const page of all) {
      addLiving(people, usersOf(page));
      pagesRead += 1;
      const isEndless = page.nextPageToken !== '' && pagesRead >= most;
      const incomplete = `a list of people has still another page after ${pagesRead}`;
      yield isEndless ? { ...page, incomplete } : page;
      if (people.size > most) return;
    }
  }
}

function addLiving(people: Map<string, IdentityPerson>, users: readonly IdentityUser[]): void {
  for (const user of users)
    if (user.id !== '' && !isDeleted(user)) {
      const person = memberOf(user);
      people.set(JSON.stringify([person.id, person.email]), person);
    }
}
