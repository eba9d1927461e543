import type { RequestableApp } from '../domain/access-settings.ts';
import { type WordMatch, wordMatch, wordMatches } from '../domain/closest-name.ts';
import type { CatalogueEntitlement } from '../domain/entitlement.ts';
import { foldedText, foldedWords, joiningWords, littleWords } from '../domain/folded-text.ts';

/** What somebody wants, as words that can be compared. */
export interface WantedWords {
  /** As typed, one blank between them. */
  readonly text: string;
  readonly words: readonly string[];
  /** Those that have to be accounted for. */
  readonly telling: readonly string[];
}

export function wantedWords(text: string): WantedWords {
  const words = foldedWords(text);
  const telling = words.filter((word) => !littleWords.has(word) && !joiningWords.has(word));
  return { text, words, telling };
}

/** How an entitlement and its app account for what is wanted. */
export interface Accounted {
  readonly entitlement: CatalogueEntitlement;
  /** Of each telling word; null where nothing says it. */
  readonly matches: readonly (WordMatch | null)[];
  /** Whole name or alias, without what names the app. */
  readonly isWhole: boolean;
  readonly isComplete: boolean;
}

/** Descriptions account for nothing: they mention anything. */
export function accountFor(entitlement: CatalogueEntitlement, app: RequestableApp, wanted: WantedWords): Accounted {
  const appWords = foldedWords(app.name);
  const name = foldedWords(entitlement.name);
  const own = [...name, ...foldedWords(`${entitlement.alias} ${entitlement.resourceName}`)];
  const matches = wanted.telling.map((word) => wordMatch(word, [...own, ...appWords]));
  const rest = wanted.telling.filter((word) => wordMatch(word, appWords) === null).join(' ');
  const isName = [wanted.telling.join(' '), rest].includes(name.filter((word) => !littleWords.has(word)).join(' '));
  const alias = foldedText(entitlement.alias);
  const isAlias = alias !== '' && wanted.text.split(' ').some((token) => foldedText(token) === alias) && rest !== '';
  // "this and that" are two things, unless one is called so.
  const isOne = wanted.words.every((word) => !joiningWords.has(word) || own.includes(word));
  return {
    entitlement,
    matches,
    isWhole: isName || (isAlias && foldedWords(entitlement.alias).join(' ') === rest),
    isComplete: isOne && matches.every((match) => match !== null),
  };
}

/** Better by its whole name, or in one word and worse in none: exact beats prefix beats typo. */
export function isBetter(one: Accounted, other: Accounted): boolean {
  if (one.isWhole !== other.isWhole) return one.isWhole;
  const ranks = one.matches.map((match, at) => rankOf(other.matches[at]) - rankOf(match));
  return ranks.every((rank) => rank >= 0) && ranks.some((rank) => rank > 0);
}

function rankOf(match: WordMatch | null | undefined): number {
  return match === null || match === undefined ? wordMatches.length : wordMatches.indexOf(match);
}
