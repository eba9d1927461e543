/** What is meant by a name or an id that somebody typed: nobody guesses. */
import { ok, type Result, refuse } from '../../../domain/result.ts';
import { foldedText } from '../../../domain/text/folded-text.ts';
import { comparableEmail, isBlank, quotedName } from '../../../domain/text/foreign-text.ts';
import type { Sentence } from '../../../domain/text/sentence.ts';

/** An app, an entitlement or a person. */
export interface WhoOrWhat {
  readonly id: string;
  /** As a question names it. */
  readonly title: string;
  /** What people call it, emails too. */
  readonly names: readonly string[];
}

export interface Unclear {
  readonly kind: 'unclear';
  readonly says: Sentence;
  /** What may be meant; a few. */
  readonly choices: readonly WhoOrWhat[];
}

/** What was read to find a name. */
export interface Listing {
  readonly list: readonly WhoOrWhat[];
  readonly isWhole: boolean;
}

/** Where something of a kind is looked for. */
interface Places {
  readonly what: Sentence;
  /** What this process knows. */
  readonly here: readonly WhoOrWhat[];
  /** Asks the service. */
  readonly read: (word: string) => Promise<Listing>;
  /** What is listed nowhere and may be an id; null where that would be a guess. */
  readonly unlisted: (word: string) => WhoOrWhat | null;
}

/** Before a word that is an id and no name, whatever has that name. */
export const idMark = 'id:';

/** As many as anybody reads. */
export const mostChoices = 8;

const wordOf = (typed: string): string => typed.replace(idMark, '').trim();

/** All with this id or this name. */
export function calledSo(typed: string, all: readonly WhoOrWhat[]): readonly WhoOrWhat[] {
  const word = wordOf(typed);
  const isSame = (name: string): boolean =>
    word.includes('@')
      ? comparableEmail(name) === comparableEmail(word)
      : name.trim() !== '' && foldedText(name.trim()) === foldedText(word);
  const isId = typed.startsWith(idMark);
  return all.filter(({ id, names }) => id === word || (!isId && names.some(isSame)));
}

/**
 * An id that this process knows is meant without a call. For anything else the service is asked:
 * another one may have the same name, or the name for its id, which people can give.
 */
export async function meant(typed: string, places: Places): Promise<Result<WhoOrWhat, Unclear>> {
  const { here, read, unlisted } = places;
  const word = wordOf(typed);
  const isId = typed.startsWith(idMark) && !isBlank(word);
  const [own, ...others] = calledSo(typed, here);
  if (own?.id === word && others.length === 0) return ok(own);
  const unread = isId ? unlisted(word) : null;
  if (unread !== null) return ok(unread);
  const { list, isWhole } = await read(word);
  // The own names first: each is shown once.
  const all = [...here, ...list.filter(({ id }) => here.every((one) => one.id !== id))];
  const matches = calledSo(typed, all);
  const [only] = matches;
  if (only !== undefined && matches.length === 1 && (isWhole || only.id === word)) return ok(only);
  const isPart = (name: string): boolean => foldedText(name).includes(foldedText(word));
  const choices =
    only === undefined && !isId ? all.filter(({ names }) => names.some(isPart)) : matches;
  const other = choices.length > 0 || isBlank(word) ? null : unlisted(word);
  if (other !== null) return ok(other);
  const [what, was] = places.what;
  const name = quotedName(word);
  const says: Sentence =
    only === undefined
      ? [
          `I know no ${what} called ${name}: it takes the whole name or the id.`,
          `Ich kenne keine ${was} namens ${name}: Es braucht den ganzen Namen oder die ID.`,
        ]
      : [
          `More than one ${what} may be meant by ${name}.`,
          `Mit ${name} kann mehr als eine ${was} gemeint sein.`,
        ];
  return refuse({ kind: 'unclear', says, choices: choices.slice(0, mostChoices) });
}

/** Reads until there is no more, or too much. */
export async function listingOf<Item>(
  readings: readonly AsyncIterable<{ readonly list: readonly Item[] }>[],
  most: number,
  namedIn: (item: Item) => WhoOrWhat | null,
): Promise<Listing> {
  const list = new Map<string, WhoOrWhat>();
  for (const pages of readings) {
    for await (const page of pages) {
      if (list.size >= most) return { list: [...list.values()], isWhole: false };
      for (const one of page.list.map(namedIn)) if (one !== null) list.set(one.id, one);
    }
  }
  return { list: [...list.values()], isWhole: true };
}

/** On a line: the choices with their ids. */
export function unclearWords({ says: [words], choices }: Unclear): string {
  if (choices.length === 0) return words;
  const listed = choices.map(({ title }) => title).join('; ');
  return `${words} Perhaps: ${listed}. Type ${idMark} and the id of the one you mean.`;
}
