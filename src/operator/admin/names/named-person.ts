/** Who is meant by the name, the email or the id that somebody typed for a person. */

import { type KnownPerson, personTitle, slackIdIn } from '../../../domain/people/known-person.ts';
import { ok, type Result, refuse } from '../../../domain/result.ts';
import { foldedText } from '../../../domain/text/folded-text.ts';
import { comparableEmail, isBlank, quotedName } from '../../../domain/text/foreign-text.ts';
import { onlyWith } from '../../../service/capabilities.ts';
import type { IdentityUser } from '../../../service/client/endpoints.ts';
import { readUser, searchUsers } from '../../../service/client/optional-operations.ts';
import { pagesOrFailure } from '../../../service/client/wire/paging.ts';
import { createPeopleFinder } from '../../../service/read/people/people-finder.ts';
import { isDeleted, personOf } from '../../../service/read/people/read-people.ts';
import type { NamingDeps } from './named-access.ts';
import { idMark, mostChoices, type Unclear } from './unclear.ts';

export interface PeopleDeps extends Pick<NamingDeps, 'client' | 'capabilities'> {
  /** People that the bot knows by exactly this Slack id, email, name or id in the service. */
  readonly knownPeople: (typed: string) => Promise<readonly KnownPerson[]>;
}

/** Somebody in the service. */
export interface PersonMeant extends KnownPerson {
  readonly id: string;
  /** The id is as it was typed: nobody could be asked whose it is. */
  readonly isUnchecked?: true;
}

/** A name that so many people match is too short to be searched for. */
const mostFound = 1_000;

interface People {
  readonly byId: PersonMeant | null;
  readonly exact: readonly PersonMeant[];
  readonly close: readonly PersonMeant[];
}

/** As a question names them. */
export function personMeantTitle(person: PersonMeant): string {
  return person.isUnchecked === true
    ? `${person.id} (the bot could not look up whose id this is)`
    : personTitle(person);
}

/**
 * Throws `OutwardFailure` where the service cannot be asked: a guess could take access from the
 * wrong person.
 */
export async function personMeant(
  typed: string,
  deps: PeopleDeps,
): Promise<Result<PersonMeant, Unclear>> {
  const isMarked = typed.startsWith(idMark);
  const slackUserId = slackIdIn(typed);
  const accounts = slackUserId === null ? [] : await deps.knownPeople(slackUserId);
  const account = accounts.find((one) => one.slackUserId === slackUserId && one.id !== null);
  const words = account?.id ?? typed.replace(idMark, '').trim();
  const isSearched = deps.capabilities.mayCall(searchUsers);
  const { byId, exact, close } = await (isSearched ? searched(words, deps) : met(words, deps));
  if (byId !== null) return ok(byId);
  const [only, ...others] = isMarked ? [] : exact;
  if (only !== undefined && others.length === 0) return ok(only);
  const name = quotedName(words);
  return refuse({
    kind: 'unclear',
    says: [
      `I do not know one person by ${name}: it takes the whole display name, the email or the id.`,
      `Ich kenne nicht genau eine Person als ${name}: Es braucht den ganzen Anzeigenamen, die E-Mail oder die ID.`,
    ],
    choices: (exact.length > 0 ? exact : close)
      .slice(0, mostChoices)
      .map((one) => ({ id: one.id, title: personTitle(one) })),
  });
}

async function searched(words: string, deps: PeopleDeps): Promise<People> {
  const byRef = await usersFound(deps, { refs: [{ id: words }] });
  // Deleted users still hold access: by their id they are found.
  const theirs = byRef.find((user) => user.id === words);
  if (theirs !== undefined) return { byId: meantUser(theirs), exact: [], close: [] };
  const isEmail = words.includes('@');
  const all = await usersFound(deps, isEmail ? { email: words } : { query: words });
  if (all.length >= mostFound) return { byId: null, exact: [], close: [] };
  const living = all.filter((user) => !isDeleted(user));
  const exact = living.filter((user) => (isEmail ? hasEmail(user, words) : hasName(user, words)));
  return {
    byId: null,
    exact: exact.map(meantUser),
    close: isEmail ? [] : living.map(meantUser),
  };
}

/** Without a search by name the bot knows only the people it has met. */
async function met(
  words: string,
  { capabilities, client, knownPeople }: PeopleDeps,
): Promise<People> {
  const people = new Map<string, PersonMeant>();
  for (const one of await knownPeople(words))
    if (one.id !== null) people.set(one.id, { ...one, id: one.id });
  const exact = [...people.values()];
  const byId = people.get(words) ?? null;
  if (byId !== null || exact.length > 0 || isBlank(words) || /[\s@<>]/.test(words))
    return { byId, exact, close: [] };
  const asTyped = { slackUserId: null, id: words, name: words, email: null };
  if (!capabilities.mayCall(readUser))
    return { byId: { ...asTyped, isUnchecked: true }, exact, close: [] };
  const user = await createPeopleFinder(onlyWith(capabilities, client)).findPersonById(words);
  if (user === null) return { byId: null, exact, close: [] };
  const { id, name, email } = user;
  return { byId: { slackUserId: null, id, name, email }, exact, close: [] };
}

/** The users that match, each once; at most about `mostFound` of them are read. */
async function usersFound(
  { client, capabilities }: PeopleDeps,
  body: Readonly<Record<string, unknown>>,
): Promise<readonly IdentityUser[]> {
  const users = new Map<string, IdentityUser>();
  for await (const { list } of pagesOrFailure(onlyWith(capabilities, client), searchUsers, {
    path: {},
    body,
  })) {
    for (const { user } of list) if (user !== null && user.id !== '') users.set(user.id, user);
    if (users.size >= mostFound) break;
  }
  return [...users.values()];
}

function meantUser(user: IdentityUser): PersonMeant {
  const { id, name, email } = personOf(user);
  return { slackUserId: null, id, name, email };
}

function hasEmail(user: IdentityUser, email: string): boolean {
  const comparable = comparableEmail(email);
  return [user.email, ...user.emails].some((one) => comparableEmail(one) === comparable);
}

function hasName(user: IdentityUser, name: string): boolean {
  return foldedText(user.displayName.trim()) === foldedText(name);
}
