/** Who is meant by the name, the email or the id that somebody typed for a person. */
import { type KnownPerson, personTitle, slackIdIn } from '../../../domain/people/known-person.ts';
import type { Result } from '../../../domain/result.ts';
import { onlyWith } from '../../../service/capabilities.ts';
import { readUser, searchUsers } from '../../../service/client/optional-operations.ts';
import { pages } from '../../../service/client/wire/paging.ts';
import { createPeopleFinder } from '../../../service/read/people/people-finder.ts';
import { isDeleted, personOf } from '../../../service/read/people/read-people.ts';
import { idMark, type Listing, listingOf, meant, type Unclear, type WhoOrWhat } from './named.ts';
import type { NamingDeps } from './named-access.ts';

export interface PeopleDeps extends Pick<NamingDeps, 'client' | 'capabilities'> {
  /** People that the bot knows by exactly this Slack id, email, name or id in the service. */
  readonly knownPeople: (typed: string) => Promise<readonly KnownPerson[]>;
}

/** A name that so many people match is too short to be searched for. */
const mostFound = 1_000;

/**
 * Throws `OutwardFailure` where the service cannot be asked: a guess could take access from the
 * wrong person.
 */
export async function personMeant(
  typed: string,
  deps: PeopleDeps,
): Promise<Result<WhoOrWhat, Unclear>> {
  const slackUserId = slackIdIn(typed);
  const accounts = slackUserId === null ? [] : await deps.knownPeople(slackUserId);
  const account = accounts.find((one) => one.slackUserId === slackUserId && one.id !== null);
  const words = account === undefined ? typed : `${idMark}${account.id}`;
  const isSearched = deps.capabilities.mayCall(searchUsers);
  const canBeRead = deps.capabilities.mayCall(readUser);
  const canBeId = (word: string) => !/[\s@<>]/.test(word);
  return meant(words, {
    what: ['person', 'Person'],
    here: isSearched ? [] : await met(words.replace(idMark, '').trim(), deps),
    read: (word) => {
      if (isSearched) return searched(word, deps);
      return canBeRead && canBeId(word) ? readById(word, deps) : Promise.resolve(nobody);
    },
    unlisted: (id) =>
      isSearched || canBeRead || !canBeId(id)
        ? null
        : { id, title: `${id} (the bot could not look up whose id this is)`, names: [] },
  });
}

const nobody: Listing = { list: [], isWhole: true };

/** Deleted users still hold access: by their id they are found. */
async function searched(word: string, deps: PeopleDeps): Promise<Listing> {
  const byId = await usersFound(deps, { refs: [{ id: word }] }, true);
  const list = byId.list.filter(({ id }) => id === word);
  if (list.length > 0) return { list, isWhole: true };
  return usersFound(deps, word.includes('@') ? { email: word } : { query: word }, false);
}

function usersFound(
  { client, capabilities }: PeopleDeps,
  body: Readonly<Record<string, unknown>>,
  areDeletedMeant: boolean,
): Promise<Listing> {
  const all = pages(onlyWith(capabilities, client), searchUsers, { path: {}, body });
  return listingOf([all], mostFound, ({ user }) =>
    user === null || user.id === '' || (!areDeletedMeant && isDeleted(user))
      ? null
      : namedPerson(personOf(user), user.emails),
  );
}

/** Without a search by name the bot knows only the people it has met. */
async function met(word: string, { knownPeople }: PeopleDeps): Promise<readonly WhoOrWhat[]> {
  const people = (await knownPeople(word)).flatMap((one) =>
    one.id === null ? [] : [namedPerson({ ...one, id: one.id })],
  );
  return [...new Map(people.map((one) => [one.id, one])).values()];
}

async function readById(id: string, { client, capabilities }: PeopleDeps): Promise<Listing> {
  const user = await createPeopleFinder(onlyWith(capabilities, client)).findPersonById(id);
  return user === 'none' ? nobody : { list: [namedPerson(user)], isWhole: true };
}

function namedPerson(
  {
    id,
    name,
    email,
  }: { readonly id: string; readonly name: string; readonly email: string | null },
  emails: readonly string[] = [],
): WhoOrWhat {
  const title = personTitle({ slackUserId: null, id, name, email });
  return { id, title, names: [name, email ?? '', ...emails] };
}
