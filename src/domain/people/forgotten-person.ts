/** Takes a person out of what is kept, wherever it names them. */

/** Somebody of whom nothing is kept any more, by everything that may name them. */
export interface ForgottenPerson {
  /** Ids in Slack and in the service, each with the pseudonym that takes its place. */
  readonly pseudonyms: ReadonlyMap<string, string>;
  readonly emails: readonly string[];
  /** In Slack and in the service. */
  readonly names: readonly string[];
}

/** Stands where a name or an email was. */
const erasedWord = '(erased)';

/** Takes the person out of the value: ids become pseudonyms, names and emails go. */
export function withoutPerson(value: unknown, person: ForgottenPerson): unknown {
  if (typeof value === 'string') return textWithoutPerson(value, person);
  if (Array.isArray(value)) return value.map((one: unknown) => withoutPerson(one, person));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([key, one]) => [
      textWithoutPerson(key, person),
      withoutPerson(one, person),
    ]),
  );
}

/** A name goes only where it is all of the text: as a part of one it may be any word. */
function textWithoutPerson(text: string, { pseudonyms, emails, names }: ForgottenPerson): string {
  if (names.includes(text)) return erasedWord;
  let remainder = text;
  for (const email of emails)
    remainder = remainder.replaceAll(new RegExp(emailPattern(email), 'gi'), erasedWord);
  for (const [id, pseudonym] of pseudonyms)
    remainder = remainder.replaceAll(new RegExp(idPattern(id), 'g'), pseudonym);
  return remainder;
}

/** Whether this text of the trail names the person, also by a name among other words. */
export function namesPerson(text: string, person: ForgottenPerson): boolean {
  const { pseudonyms, emails, names } = person;
  return (
    emails.some((email) => new RegExp(emailPattern(email), 'i').test(text)) ||
    names.some((name) => wordPattern(name).test(text)) ||
    [...pseudonyms.keys()].some((id) => new RegExp(idPattern(id)).test(text))
  );
}

/** Not as the end of another address: `ben@` is in `reuben@`. */
const emailPattern = (email: string): string => `(?<![\\w.+-])${literal(email)}(?![\\w-])`;

/** Finds an id, and not a part of a longer one; for PostgreSQL as well. */
export function idPattern(id: string): string {
  return `(?<![\\w-])${literal(id)}(?![\\w-])`;
}

/** Not as a part of a longer word: many texts have “al” in them. */
function wordPattern(name: string): RegExp {
  return new RegExp(`(?<![\\p{L}\\p{N}])${literal(name)}(?![\\p{L}\\p{N}])`, 'iu');
}

function literal(text: string): string {
  return text.replaceAll(/[.*+?^${}()|[\]\\/]/g, '\\$&');
}
