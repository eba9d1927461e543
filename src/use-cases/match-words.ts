import type { RequestableApp } from '../domain/access-settings.ts';
import { isOneTypoFrom } from '../domain/command-typos.ts';
import type { CatalogueEntitlement } from '../domain/entitlement.ts';
import { foldedWords } from '../domain/folded-text.ts';
import type { CatalogueHit } from './catalogue.ts';

/** Words as they are compared: without case, accents and what stands between them. */
export function comparable(text: string): readonly string[] {
  return foldedWords(text);
}

/** The same words in the same order. */
export function sameWords(one: string, other: string): boolean {
  return comparable(one).join(' ') === comparable(other).join(' ');
}

/** In a shorter word it would be another word: "tess" is not "test". */
const shortestMistyped = 5;

/** Whether the word is one of a name but for one typo. */
export function isMistyped(word: string, name: readonly string[]): boolean {
  return word.length >= shortestMistyped && name.some((one) => isOneTypoFrom(word, one));
}

/** Whether every word is in the app's name, as a part of a word or with a typo. */
export function namesApp(app: RequestableApp, words: readonly string[]): boolean {
  const name = comparable(app.name);
  return words.every((word) => name.some((one) => one.includes(word)) || isMistyped(word, name));
}

/**
 * Whether every word is what the entitlement says, whole or begun, or one of its names with a typo. In a description nobody
 * mistypes a word: what is found there with one is another word.
 */
export function saysAll(entitlement: CatalogueEntitlement, appName: string, words: readonly string[]): boolean {
  const names = comparable(`${entitlement.name} ${entitlement.resourceName} ${appName}`);
  const isMeant = (word: string) => saysAsTyped(entitlement, appName, [word]) || isMistyped(word, names);
  return words.every(isMeant);
}

/** Whether every word is what the entitlement says, whole or begun. */
export function saysAsTyped(
  { name, resourceName, alias, description }: CatalogueEntitlement,
  appName: string,
  words: readonly string[],
): boolean {
  const all = comparable(`${name} ${resourceName} ${appName} ${alias} ${description}`);
  return words.every((word) => all.some((one) => one.startsWith(word)));
}

/** What a word is worth where it stands whole, and where only its beginning does. */
const worth = { name: { whole: 4, part: 2 }, besides: { whole: 3, part: 1 } } as const;
/** More than any number of words: the whole name was typed. */
const wholeName = 1_000;

/**
 * Those that are meant equally well, and better than the others. The search's own scores do not say that: they hang on how
 * often a word occurs in an app, so that one of two entitlements called "admin" would always win.
 */
export function meantBest(
  hits: readonly CatalogueHit[],
  typed: string,
  apps: readonly RequestableApp[],
): readonly CatalogueEntitlement[] {
  const nameOf = new Map(apps.map((app) => [app.id, app.name]));
  const words = comparable(typed);
  const rated = hits.map(({ entitlement }) => ({
    entitlement,
    rating: rate(entitlement, words, comparable(nameOf.get(entitlement.appId) ?? '')),
  }));
  const best = Math.max(...rated.map((one) => one.rating));
  return rated.filter((one) => one.rating === best).map((one) => one.entitlement);
}

function rate(entitlement: CatalogueEntitlement, words: readonly string[], appName: readonly string[]): number {
  const name = comparable(entitlement.name);
  const besides = comparable(`${entitlement.alias} ${entitlement.resourceName}`);
  const sum = words.reduce(
    (total, word) =>
      total + Math.max(rateWord(word, [...name, ...appName], worth.name), rateWord(word, besides, worth.besides)),
    0,
  );
  const withoutApp = words.filter((word) => !appName.some((one) => one.startsWith(word)));
  const typed = [words.join(' '), withoutApp.join(' ')];
  const isWhole = typed.includes(name.join(' ')) || typed.includes(comparable(entitlement.alias).join(' ') || '-');
  return isWhole ? sum + wholeName : sum;
}

function rateWord(word: string, among: readonly string[], { whole, part }: { whole: number; part: number }): number {
  if (among.includes(word)) return whole;
  return among.some((one) => one.startsWith(word)) ? part : 0;
}
