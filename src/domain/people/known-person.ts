import { ok, type Result, refuse } from '../result.ts';
import { quotedName } from '../text/foreign-text.ts';

/** A person that an operator may mean by a name, an email or an id. */
export interface KnownPerson {
  readonly slackUserId: string | null;
  /** In the service; null where the bot does not know it. */
  readonly id: string | null;
  readonly name: string;
  readonly email: string | null;
}

/** Which id tells people apart: the service's, or the one in Slack. */
type IdKind = 'id' | 'slackUserId';

/** As many people as a sentence lists. */
const listedPeople = 8;

/** The id of `U0ANA` or `<@U0ANA|ana>`; null for anything else. */
export function slackIdIn(typed: string): string | null {
  const word = typed.replace(/^<@(\w+)(\|[^>]*)?>$/, '$1');
  return /^[UW][A-Z0-9]{2,}$/.test(word) ? word : null;
}

/**
 * `"Ben Okafor" (ben@acme.example, user-ben)`: the quotes keep a name from passing for an email or
 * an id.
 */
export function personTitle(person: KnownPerson, by: IdKind = 'id'): string {
  const email = person.email?.replaceAll(/[\s()]/g, '') ?? '';
  const apart = [email, person[by] ?? ''].filter((word) => word !== '').join(', ');
  return apart === '' ? quotedName(person.name) : `${quotedName(person.name)} (${apart})`;
}

/**
 * The only person found; else a sentence that lists everybody found, or says that there is nobody,
 * and what to type.
 */
export function onlyPerson<P extends KnownPerson>(
  typed: string,
  found: readonly P[],
  { by, nobody }: { readonly by: IdKind; readonly nobody: string },
): Result<P, string> {
  const [only, ...others] = found;
  if (only === undefined) return refuse(`Nobody is known by ${quotedName(typed)}. ${nobody}`);
  if (others.length === 0) return ok(only);
  const listed = knownPeopleList(found, by);
  return refuse(
    `${found.length} people are known by ${quotedName(typed)}: ${listed}. Type the id of the one you mean, such as ${only[by]}.`,
  );
}

/** The people one after the other, with what tells them apart. */
function knownPeopleList(people: readonly KnownPerson[], by: IdKind): string {
  const titles = people.slice(0, listedPeople).map((one) => personTitle(one, by));
  const more = people.length - titles.length;
  return `${titles.join('; ')}${more > 0 ? `; and ${more} more` : ''}`;
}

/**
 * The Slack id of the person that `--actor` names by Slack id, or by a name, email or service id
 * that the bot knows.
 */
export async function actorMeant(
  typed: string,
  knownPeople: (typed: string) => Promise<readonly KnownPerson[]>,
): Promise<Result<string, string>> {
  const slackUserId = slackIdIn(typed);
  if (slackUserId !== null) return ok(slackUserId);
  const people = (await knownPeople(typed.trim())).filter((one) => one.slackUserId !== null);
  const nobody =
    '--actor takes the display name or the email of somebody who has used the bot, or a Slack id like U0ANA.';
  const person = onlyPerson(typed, people, { by: 'slackUserId', nobody });
  return person.ok ? ok(person.value.slackUserId ?? '') : person;
}
