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
import { onlyWith } from '../../service/capabilities.ts';
import type { IdentityUser } from '../../service/client/endpoints.ts';
import { readUser, searchUsers } from '../../service/client/optional-operations.ts';
import { pagesOrFailure } from '../../service/client/wire/paging.ts';
import { createPeopleFinder } from '../../service/read/people/people-finder.ts';
import { isDeleted, personOf } from '../../service/read/people/read-people.ts';
import type { AdminContext, CommandInput } from './admin-command.ts';
import { peopleSet } from './commands/connector-changes.ts';
import type { PersonMeant } from './person-meant.ts';

type PeopleContext = Pick<AdminContext, 'client' | 'capabilities' | 'knownPeople'>;

/** A name that so many people match is too short to be searched for. */
const mostFound = 1_000;

const typeEmailOrId = 'Type the whole display name, the email or the id, which who-has shows.';

/**
 * The command with the id of `<person>` in place of what was typed; a sentence where that names
 * nobody, or more than one.
 */
export async function withPerson(
  input: CommandInput,
  context: PeopleContext,
): Promise<Result<CommandInput, string>> {
  const person = await personMeant(input.argument('person').trim(), context);
  if (!person.ok) return person;
  const { id } = person.value;
  return ok({
    ...input,
    argument: (name: string) => (name === 'person' ? id : input.argument(name)),
    person: person.value,
  });
}

/**
 * The command with ids in place of the people that `--set userIds=...` names; a sentence for each
 * who is not exactly one.
 */
export async function withConnectorPeople(
  input: CommandInput,
  context: PeopleContext,
): Promise<Result<CommandInput, string>> {
  const sets: string[] = [];
  const people: PersonMeant[] = [];
  const mistakes: string[] = [];
  for (const set of input.values('set')) {
    const typed = peopleSet(set);
    if (typed === null) {
      sets.push(set);
      continue;
    }
    const ids: string[] = [];
    for (const one of typed) {
      const person = await personMeant(one, context);
      if (!person.ok) mistakes.push(person.refusal);
      else {
        ids.push(person.value.id);
        people.push(person.value);
      }
    }
    sets.push(`userIds=${ids.join(',')}`);
  }
  if (mistakes.length > 0) return refuse(mistakes.join('\n'));
  return ok({ ...input, values: (flag) => (flag === 'set' ? sets : input.values(flag)), people });
}

/** A person as a question names them; an id that could not be looked up stays as it was typed. */
export function personMeantTitle(person: PersonMeant): string {
  return person.isUnchecked === true ? person.id : personTitle(person);
}

/** The person as a question and a title name them. */
export function meantTitle(input: CommandInput): string {
  const { person } = input;
  return person === undefined ? input.argument('person') : personMeantTitle(person);
}

/** The command with the Slack id of the person that `--actor` names. */
export async function withActorMeant(
  input: CommandInput,
  { knownPeople }: Pick<AdminContext, 'knownPeople'>,
): Promise<Result<CommandInput, string>> {
  const typed = input.value('actor');
  if (typed === null) return ok(input);
  const actor = await actorMeant(typed, knownPeople);
  if (!actor.ok) return actor;
  return ok(withValues(input, { actor: actor.value }));
}

/** The command with these values of flags in place of the typed ones. */
export function withValues(
  input: CommandInput,
  replaced: Readonly<Record<string, string | undefined>>,
): CommandInput {
  const values = (flag: string) => {
    const value = replaced[flag];
    return value === undefined ? input.values(flag) : [value];
  };
  return { ...input, values, value: (flag: string) => values(flag).at(-1) ?? null };
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
  const words = account?.id ?? typed;
  return context.capabilities.mayCall(searchUsers)
    ? searched(words, context)
    : unsearched(words, context);
}

async function searched(
  words: string,
  context: PeopleContext,
): Promise<Result<PersonMeant, string>> {
  const byId = await usersFound(context, { refs: [{ id: words }] });
  const theirs = byId.find((user) => user.id === words);
  // Deleted users still hold access: by their id they are found.
  if (theirs !== undefined) return ok(meantUser(theirs));
  const isEmail = words.includes('@');
  const all = await usersFound(context, isEmail ? { email: words } : { query: words });
  if (all.length >= mostFound)
    return refuse(`Too many people match ${quotedName(words)}. ${typeEmailOrId}`);
  const living = all.filter((user) => !isDeleted(user));
  const exact = living.filter((user) => (isEmail ? hasEmail(user, words) : hasName(user, words)));
  const close = exact.length > 0 || isEmail ? [] : living.map(meantUser);
  const nobody =
    close.length === 0 ? typeEmailOrId : `Close: ${knownPeopleList(close, 'id')}. ${typeEmailOrId}`;
  return onlyPerson(words, exact.map(meantUser), { by: 'id', nobody });
}

/** Without a search by name the bot knows only the people it has met. */
async function unsearched(
  words: string,
  context: PeopleContext,
): Promise<Result<PersonMeant, string>> {
  const people = new Map<string, PersonMeant>();
  for (const one of await context.knownPeople(words)) {
    if (one.id !== null) people.set(one.id, { ...one, id: one.id });
  }
  const byId = people.get(words);
  if (byId !== undefined) return ok(byId);
  const canBeId = people.size === 0 && !/[\s@<>]/.test(words);
  if (canBeId && !context.capabilities.mayCall(readUser)) {
    return ok({ slackUserId: null, id: words, name: words, email: null, isUnchecked: true });
  }
  const user = canBeId
    ? await createPeopleFinder(onlyWith(context.capabilities, context.client)).findPersonById(words)
    : null;
  if (user !== null)
    return ok({ slackUserId: null, id: user.id, name: user.name, email: user.email });
  const nobody = `${typeEmailOrId} The bot cannot search people in the access service (operation userSearch), so it knows only those who have used it.`;
  return onlyPerson(words, [...people.values()], { by: 'id', nobody });
}

/** The users that match, each once; at most about `mostFound` of them are read. */
async function usersFound(
  { client, capabilities }: PeopleContext,
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
