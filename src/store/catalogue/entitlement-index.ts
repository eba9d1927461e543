import type { CatalogueEntitlement } from '../../domain/catalogue/entitlement.ts';
import {
  foldedWords,
  isOneTypoFrom,
  littleWords,
  typoAllowance,
} from '../../domain/text/folded-text.ts';
import type { EntitlementIndex } from '../../use-cases/catalogue/catalogue.ts';
import { takingTurns } from '../../use-cases/ports/pace.ts';

/** More than anybody types; the rest of a pasted text does not count. */
const mostWords = 12;
const longestTyped = 1_000;
const longestWord = 40;

/** Where a word stands: what comes first counts more. */
const inName = 0;
const inAliasOrResource = 1;
const inDescription = 2;

/**
 * An app's entitlements by name, and the words of each as numbers. The different words are looked
 * through, which are far fewer than the texts. Numbers are kept in long arrays: an object
 * for each entitlement would survive, and moving 100,000 of them stops the event loop for the time
 * that a collection of garbage takes.
 */
type AppWords = Awaited<ReturnType<typeof appWordsOf>>;

function wordsOf(text: string): string[] {
  return foldedWords(text).map((word) => word.slice(0, longestWord));
}

/**
 * Sorted by what their names begin with, then each of these by the rest, so that no step of it is
 * long.
 */
async function byName(
  entitlements: readonly CatalogueEntitlement[],
): Promise<readonly CatalogueEntitlement[]> {
  const othersTurn = takingTurns();
  const keys: string[] = [];
  const groups = new Map<string, number[]>();
  for (const [at, { name }] of entitlements.entries()) {
    await othersTurn();
    // Numbers are sorted by their value.
    const key = wordsOf(name)
      .join(' ')
      .replace(/\d+/g, (digits) => digits.padStart(12, '0'));
    const group = groups.get(key.slice(0, 12));
    if (group === undefined) groups.set(key.slice(0, 12), [at]);
    else group.push(at);
    keys.push(key);
  }
  const compared = (one: number, other: number) =>
    (keys[one] ?? '') < (keys[other] ?? '') ? -1 : 1;
  const sorted: CatalogueEntitlement[] = [];
  for (const beginning of [...groups.keys()].sort()) {
    await othersTurn();
    for (const at of groups.get(beginning)?.sort(compared) ?? [])
      sorted.push(...entitlements.slice(at, at + 1));
  }
  return sorted;
}

async function appWordsOf(appName: string, unsorted: readonly CatalogueEntitlement[]) {
  const entitlements = await byName(unsorted);
  // Where the words of each entitlement end, and how many words each name has.
  const [ends, nameLengths]: [number[], number[]] = [[], []];
  const numbers = new Map<string, number>();
  // One entitlement after the other: the number of a word, times four, and where it stands.
  const words: number[] = [];
  const othersTurn = takingTurns();
  for (const { name, alias, resourceName, description } of entitlements) {
    await othersTurn();
    const fields = new Map<string, number>();
    for (const word of wordsOf(description))
      if (!littleWords.has(word)) fields.set(word, inDescription);
    for (const word of wordsOf(`${alias} ${resourceName}`)) fields.set(word, inAliasOrResource);
    const named = new Set(wordsOf(name));
    for (const word of named) fields.set(word, inName);
    for (const [word, field] of fields) {
      const number = numbers.get(word) ?? numbers.size;
      numbers.set(word, number);
      words.push(number * 4 + field);
    }
    ends.push(words.length);
    nameLengths.push(named.size);
  }
  // The different words by their first letter, which is never mistyped.
  const byLetter = Map.groupBy(numbers.keys(), (word) => word.charAt(0));
  return {
    appWords: foldedWords(appName),
    entitlements,
    numbers,
    byLetter,
    words,
    ends,
    nameLengths,
  };
}

/**
 * Words of the index that say the typed one, which may be the beginning of a word that is still
 * being typed.
 */
function saying({ byLetter }: AppWords, word: string, withTypos: boolean): string[] {
  const others = byLetter.get(word.charAt(0)) ?? [];
  const literal = others.filter((other) => other.startsWith(word));
  const allowed = typoAllowance(word);
  if (!withTypos || !allowed.swapped) return literal;
  const isMistyped = (other: string) =>
    [-1, 0, 1].some((more) => isOneTypoFrom(word, other.slice(0, word.length + more), allowed));
  return [...literal, ...others.filter(isMistyped)];
}

/**
 * Words that name the app, and little ones, are not needed in its entitlements: what has them too
 * only comes first.
 */
function neededOf({ appWords }: AppWords, typed: readonly string[]): readonly string[] {
  const others = typed.filter(
    (word) => !appWords.some((one) => one.startsWith(word) || isOneTypoFrom(word, one)),
  );
  const telling = others.filter((word) => !littleWords.has(word));
  return telling.length === 0 && others.length === typed.length ? typed : telling;
}

/** How many of these places say all of the wanted words; a bit for each word. */
function coverage(words: readonly number[], wanted: number): number {
  return words.filter((bits) => (bits & wanted) === wanted).length;
}

/**
 * The entitlements that say the needed words, best first, and equals by name. `says`: of each typed
 * word the words that say it.
 */
function ranked(
  index: AppWords,
  typed: readonly string[],
  says: readonly (readonly string[])[],
  isWanted: (one: CatalogueEntitlement) => boolean,
  limit: number,
): readonly CatalogueEntitlement[] {
  // A bit for each typed word.
  const bitOf = (place: number) => 1 << place;
  const bits = new Uint16Array(index.numbers.size);
  const exactly = new Uint16Array(index.numbers.size);
  for (const [place, words] of says.entries()) {
    for (const word of words) {
      const number = index.numbers.get(word) ?? 0;
      bits[number] = (bits[number] ?? 0) | bitOf(place);
      if (word === typed[place]) exactly[number] = (exactly[number] ?? 0) | bitOf(place);
    }
  }
  const neededWords = neededOf(index, typed);
  const needed = typed.reduce(
    (all, word, place) => (neededWords.includes(word) ? all | bitOf(place) : all),
    0,
  );
  const whole = bitOf(typed.length) - 1;
  const groups = new Map<number, CatalogueEntitlement[]>();
  for (let row = 0, at = 0; row < index.ends.length; row += 1) {
    // Each holds the bits of those after it.
    let [anywhere, inNames, inItsName, exactInName, exactWords] = [0, 0, 0, 0, 0];
    for (const end = index.ends[row] ?? 0; at < end; at += 1) {
      const word = index.words[at] ?? 0;
      const bit = bits[word >> 2] ?? 0;
      if (bit === 0) continue;
      const field = word & 3;
      anywhere |= bit;
      if (field < inDescription) inNames |= bit;
      if (field > inName) continue;
      inItsName |= bit;
      exactInName |= exactly[word >> 2] ?? 0;
      if (exactly[word >> 2] !== 0) exactWords += 1;
    }
    if ((anywhere & needed) !== needed) continue;
    const isWholeName = exactWords > 0 && exactWords === index.nameLengths[row];
    const matches = [anywhere, inNames, inItsName, exactInName];
    const rank = (isWholeName ? 25 : 0) + coverage(matches, needed) + 5 * coverage(matches, whole);
    const group = groups.get(rank) ?? [];
    const entitlement = index.entitlements[row];
    if (entitlement === undefined || group.length >= limit || !isWanted(entitlement)) continue;
    group.push(entitlement);
    groups.set(rank, group);
  }
  return [...groups].sort(([a], [b]) => b - a).flatMap(([, entitlements]) => entitlements);
}

/**
 * In memory, the words of each app; while an app is prepared again, what it had before is in use.
 */
export function createEntitlementIndex(): EntitlementIndex {
  const apps = new Map<string, AppWords>();
  const newest = new Map<string, readonly CatalogueEntitlement[]>();

  return {
    async replace(appId, appName, entitlements) {
      newest.set(appId, entitlements);
      const words = await appWordsOf(appName, entitlements);
      if (newest.get(appId) === entitlements) apps.set(appId, words);
    },
    search(appId, text, limit, isWanted = () => true, spelling = 'any') {
      const index = apps.get(appId);
      if (index === undefined) return [];
      const typed = [...new Set(wordsOf(text.slice(0, longestTyped)))].slice(0, mostWords);
      const needed = neededOf(index, typed);
      for (const withTypos of spelling === 'any' ? [false, true] : [false]) {
        const says = typed.map((word) => saying(index, word, withTypos));
        if (typed.some((word, place) => says[place]?.length === 0 && needed.includes(word)))
          continue;
        const best = ranked(index, typed, says, isWanted, limit);
        if (best.length > 0) return best.slice(0, limit);
      }
      return [];
    },
  };
}
