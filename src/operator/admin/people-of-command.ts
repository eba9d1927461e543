/** Who is meant by the name, the email or the id that somebody typed for a person. */

import {
  actorMeant,
  knownPeopleList,
  onlyPerson,
  personTitle,
  slackIdIn,
} from '../../domain/people/known-person.ts';
import { ok, type Result, refuse } from '../../domain/result.ts';
import { foldedText } from '../../domain/text/folded-text.ts';
import { comparableEmail, quotedName } from '../../domain/text/foreign-text.ts';
import type { IdentityUser } from '../../service/client/endpoints.ts';
import { searchUsers } from '../../service/client/optional-operations.ts';
import { onlyWith } from '../../service/client/tenant-client.ts';
import { pagesOrFailure } from '../../service/client/wire/paging.ts';
import { createPeopleFinder } from '../../service/read/people/people-finder.ts';
import { isDeleted, personOf } from '../../service/read/people/read-people.ts';
import type { AdminContext, Given } from './admin-command.ts';
import { peopleSet } from './commands/connector-changes.ts';
import type { PersonMeant } from './person-meant.ts';

type PeopleContext = Pick<AdminContext, 'client' | 'operations' | 'knownPeople'>;

/** A name that so many people match is too short to be searched for. */
const mostFound = 1_000;

const typeEmailOrId = 'Type the whole display name, the email or the id, which who-has shows.';

/**
 * The command with the id of `<person>` in place of what was typed; a sentence where that names
 * nobody, or more than one.
 */
export async function withPerson(
  given: Given,
  context: PeopleContext,
): Promise<Result<Given, string>> {
  const found = await personMeant(given.argument('person').trim(), context);
  if (!found.ok) return found;
  const { id } = found.value;
  return ok({
    ...given,
    argument: (name: string) => (name === 'person' ? id : given.argument(name)),
    person: found.value,
  });
}

/**
 * The command with ids in place of the people that `--set userIds=...` names; a sentence for each
 * who is not exactly one.
 */
export async function withConnectorPeople(
  given: Given,
  context: PeopleContext,
): Promise<Result<Given, string>> {
  const sets: string[] = [];
  const people: PersonMeant[] = [];
  const mistakes: string[] = [];
  for (const set of given.values('set')) {
    const typed = peopleSet(set);
    if (typed === null) {
      sets.push(set);
      continue;
    }
    const ids: string[] = [];
    for (const one of typed) {
      const found = await personMeant(one, context);
      if (!found.ok) mistakes.push(found.refusal);
      else {
        ids.push(found.value.id);
        people.push(found.value);
      }
    }
    sets.push(`userIds=${ids.join(',')}`);
  }
  if (mistakes.length > 0) return refuse(mistakes.join('\n'));
  return ok({ ...given, values: (flag) => (flag === 'set' ? sets : given.values(flag)), people });
}

/** A person as a question names them; an id that could not be looked up stays as it was typed. */
export function personMeantTitle(person: PersonMeant): string {
  return person.isUnchecked === true ? person.id : personTitle(person);
}

/** The person as a question and a title name them. */
export function meantTitle(given: Given): string {
  const { person } = given;
  return person === undefined ? given.argument('person') : personMeantTitle(person);
}

/** The command with the Slack id of the person that `--actor` names. */
export async function withActorMeant(
  given: Given,
  { knownPeople }: Pick<AdminContext, 'knownPeople'>,
): Promise<Result<Given, string>> {
  const typed = given.value('actor');
  if (typed === null) return ok(given);
  const found = await actorMeant(typed, knownPeople);
  if (!found.ok) return found;
  return ok(withValues(given, { actor: found.value }));
}

/** The command with these values of flags in place of the typed ones. */
export function withValues(
  given: Given,
  replaced: Readonly<Record<string, string | undefined>>,
): Given {
  const values = (flag: string) => {
    const value = replaced[flag];
    return value === undefined ? given.values(flag) : [value];
  };
  return { ...given, values, value: (flag: string) => values(flag).at(-1) ?? null };
}

/**
 * Throws `OutwardFailure` where the service cannot be asked: a guess could take access from the
 * wrong person.
 */
async function personMeant(
  typed: string,
  context: PeopleContext,
): Promise<Result<PersonMeant, string>> {
  const slackUserId = slackIdIn(typed);
  const accounts = slackUserId === null ? [] : await context.knownPeople(slackUserId);
  const account = accounts.find((one) => one.slackUserId === slackUserId && one.id !== null);
  const wanted = account?.id ?? typed;
  return context.operations.has('userSearch')
    ? searched(wanted, context)
    : unsearched(wanted, context);
}

async function searched(
  wanted: string,
  context: PeopleContext,
): Promise<Result<PersonMeant, string>> {
  const byId = await usersFound(context, { refs: [{ id: wanted }] });
  const theirs = byId.find((user) => user.id === wanted);
  // Deleted users still hold access: by their id they are found.
  if (theirs !== undefined) return ok(meantUser(theirs));
  const isEmail = wanted.includes('@');
  const all = await usersFound(context, isEmail ? { email: wanted } : { query: wanted });
  if (all.length >= mostFound)
    return refuse(`Too many people match ${quotedName(wanted)}. ${typeEmailOrId}`);
  const living = all.filter((user) => !isDeleted(user));
  const exact = living.filter((user) => (isEmail ? hasEmail(user, wanted) : hasName(user, wanted)));
  const close = exact.length > 0 || isEmail ? [] : living.map(meantUser);
  const nobody =
    close.length === 0 ? typeEmailOrId : `Close: ${knownPeopleList(close, 'id')}. ${typeEmailOrId}`;
  return onlyPerson(wanted, exact.map(meantUser), { by: 'id', nobody });
}

/** Without a search by name the bot knows only the people it has met. */
async function unsearched(
  wanted: string,
  context: PeopleContext,
): Promise<Result<PersonMeant, string>> {
  const people = new Map<string, PersonMeant>();
  for (const one of await context.knownPeople(wanted)) {
    if (one.id !== null) people.set(one.id, { ...one, id: one.id });
  }
  const byId = people.get(wanted);
  if (byId !== undefined) return ok(byId);
  const canBeId = people.size === 0 && !/[\s@<>]/.test(wanted);
  if (canBeId && !context.operations.has('userRead')) {
    return ok({ slackUserId: null, id: wanted, name: wanted, email: null, isUnchecked: true });
  }
  const read = canBeId
    ? await createPeopleFinder(onlyWith(context.operations, context.client)).findPersonById(wanted)
    : null;
  if (read !== null)
    return ok({ slackUserId: null, id: read.id, name: read.name, email: read.email });
  const nobody = `${typeEmailOrId} Without userSearch in governance.operations the bot knows only people who have used it.`;
  return onlyPerson(wanted, [...people.values()], { by: 'id', nobody });
}

/** The users that match, each once; at most about `mostFound` of them are read. */
async function usersFound(
  { client, operations }: PeopleContext,
  body: Readonly<Record<string, unknown>>,
): Promise<readonly IdentityUser[]> {
  const found = new Map<string, IdentityUser>();
  for await (const { list } of pagesOrFailure(onlyWith(operations, client), searchUsers, {
    path: {},
    body,
  })) {
    for (const { user } of list) if (user !== null && user.id !== '') found.set(user.id, user);
    if (found.size >= mostFound) break;
  }
  return [...found.values()];
}

function meantUser(user: IdentityUser): PersonMeant {
  const { id, name, email } = personOf(user);
  return { slackUserId: null, id, name, email };
}

function hasEmail(user: IdentityUser, email: string): boolean {
  const wanted = comparableEmail(email);
  return [user.email, ...user.emails].some((one) => comparableEmail(one) === wanted);
}

function hasName(user: IdentityUser, name: string): boolean {
  return foldedText(user.displayName.trim()) === foldedText(name);
}
