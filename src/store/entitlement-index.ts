import uFuzzy from '@leeoniya/ufuzzy';
import { isOneTypoFrom, shortestPrefix, typoAllowance, wordMatch } from '../domain/closest-name.ts';
import type { CatalogueEntitlement } from '../domain/entitlement.ts';
import { littleWords } from '../domain/folded-text.ts';
import type { EntitlementIndex, FoundEntitlements, WantedEntitlement } from '../use-cases/catalogue.ts';
import { type AppWords, appWordsOf, inDescription, inName, longestWord, wordsOf } from './app-words.ts';

/** More than anybody types; the rest of a pasted text does not count. */
const mostWords = 12;
const longestTyped = 1_000;

/** Finds words that begin with a typed one, or would but for a typo. */
const finder = new uFuzzy({
  unicode: true,
  interSplit: '[^\\p{L}\\p{N}]+',
  intraSplit: null,
  intraBound: null,
  intraChars: '[\\p{L}\\p{N}]',
  intraMode: 1,
  intraRules(word) {
    const { swapped, missing, other } = typoAllowance(word);
    return {
      intraSlice: [1, Number.POSITIVE_INFINITY],
      intraTrn: swapped ? 1 : 0,
      intraIns: missing ? 1 : 0,
      intraSub: other ? 1 : 0,
      intraDel: other ? 1 : 0,
    };
  },
});

/** What an entitlement says of the typed words: a bit for each. Each of the first four holds the bits of those before it. */
interface Said {
  exactInName: number;
  inName: number;
  inNames: number;
  anywhere: number;
  /** Its name has no other words. */
  isWholeName: boolean;
}

type Rank = (said: Said) => number;

interface Hits {
  readonly rank: number;
  readonly entitlements: readonly CatalogueEntitlement[];
}

interface HowTyped {
  readonly typos: boolean;
  /** Typed to its end; else it may be the beginning of a mistyped word. */
  readonly isWhole: boolean;
}

/** Words of the index that say the typed one. */
function saying(index: AppWords, word: string, { typos, isWhole }: HowTyped): string[] {
  if (word.length > longestWord) return [];
  const others = index.byLetter.get(word.charAt(0)) ?? [];
  const canBegin = !isWhole || word.length >= shortestPrefix;
  const literal = others.filter((other) => (canBegin ? other.startsWith(word) : other === word));
  if (!typos || !typoAllowance(word).swapped) return literal;
  const near = (other: string) => (isWhole ? [other] : [-1, 0, 1].map((more) => other.slice(0, word.length + more)));
  const mistyped = (finder.filter(others, word) ?? []).map((at) => others[at] ?? '');
  return [...literal, ...mistyped.filter((other) => near(other).some((one) => isOneTypoFrom(word, one)))];
}

/** The entitlements of which `rank` is above zero, best first, and equals by name. `says`: of each typed word the words that say it. */
function ranked(
  index: AppWords,
  typed: readonly string[],
  says: readonly (readonly string[])[],
  { limit, wanted, rank }: { limit: number; wanted: WantedEntitlement; rank: Rank },
): readonly Hits[] {
  const bits = new Uint16Array(index.numbers.size);
  const exactly = new Uint16Array(index.numbers.size);
  for (const [place, words] of says.entries()) {
    for (const word of words) {
      const number = index.numbers.get(word) ?? 0;
      bits[number] = (bits[number] ?? 0) | (1 << place);
      if (word === typed[place]) exactly[number] = (exactly[number] ?? 0) | (1 << place);
    }
  }
  const groups = new Map<number, CatalogueEntitlement[]>();
  const said: Said = { exactInName: 0, inName: 0, inNames: 0, anywhere: 0, isWholeName: false };
  for (let row = 0, at = 0; row < index.ends.length; row += 1) {
    said.exactInName = said.inName = said.inNames = said.anywhere = 0;
    let exactWords = 0;
    for (const end = index.ends[row] ?? 0; at < end; at += 1) {
      const word = index.words[at] ?? 0;
      const bit = bits[word >> 2] ?? 0;
      if (bit === 0) continue;
      const field = word & 3;
      said.anywhere |= bit;
      if (field < inDescription) said.inNames |= bit;
      if (field > inName) continue;
      said.inName |= bit;
      said.exactInName |= exactly[word >> 2] ?? 0;
      if (exactly[word >> 2] !== 0) exactWords += 1;
    }
    said.isWholeName = exactWords > 0 && exactWords === index.nameLengths[row];
    const worth = rank(said);
    if (worth <= 0) continue;
    const group = groups.get(worth);
    const entitlement = index.entitlements[row];
    if (entitlement === undefined || (group?.length ?? 0) >= limit || !wanted(entitlement)) continue;
    if (group === undefined) groups.set(worth, [entitlement]);
    else group.push(entitlement);
  }
  return Array.from(groups, ([worth, entitlements]) => ({ rank: worth, entitlements })).sort((a, b) => b.rank - a.rank);
}

function bitsOf(typed: readonly string[], words: readonly string[]): number {
  return typed.reduce((bits, word, place) => (words.includes(word) ? bits | (1 << place) : bits), 0);
}

function covering(bits: number, { exactInName, inName: name, inNames, anywhere }: Said): number {
  const covers = (said: number) => ((said & bits) === bits ? 1 : 0);
  return covers(exactInName) + covers(name) + covers(inNames) + covers(anywhere);
}

/** Words that name the app, and little ones, are not needed in its entitlements: what has them too only comes first. */
function neededOf({ appWords }: AppWords, typed: readonly string[]): readonly string[] {
  const others = typed.filter((word) => !appWords.some((one) => one.startsWith(word) || isOneTypoFrom(word, one)));
  const telling = others.filter((word) => !littleWords.has(word));
  return telling.length === 0 && others.length === typed.length ? typed : telling;
}

function search(index: AppWords, typed: readonly string[], limit: number, wanted: WantedEntitlement) {
  const all = bitsOf(typed, typed);
  const neededWords = neededOf(index, typed);
  const needed = bitsOf(typed, neededWords);
  const rank: Rank = (said) => {
    const some = covering(needed, said);
    return some === 0 ? 0 : some + 5 * covering(all, said) + (said.isWholeName ? 25 : 0);
  };
  for (const typos of [false, true]) {
    const says = typed.map((word) => saying(index, word, { typos, isWhole: false }));
    if (typed.some((word, place) => says[place]?.length === 0 && neededWords.includes(word))) continue;
    const hits = ranked(index, typed, says, { limit, wanted, rank });
    if (hits.length > 0) return hits.flatMap((one) => one.entitlements).slice(0, limit);
  }
  return [];
}

/** Of one app those that say the most of the words, and how many those are with the app's own. */
function sayingMost(index: AppWords, typed: readonly string[], limit: number, wanted: WantedEntitlement) {
  const own = typed.filter((word) => wordMatch(word, index.appWords) === null);
  const says = own.map((word) => {
    const literal = saying(index, word, { typos: false, isWhole: true });
    return literal.length > 0 ? literal : saying(index, word, { typos: true, isWhole: true });
  });
  const count = (bits: number) => own.filter((_, place) => (bits & (1 << place)) !== 0).length;
  let known = 0;
  const hits = ranked(index, own, says, {
    limit,
    wanted,
    rank(said) {
      known |= said.inNames;
      return said.inNames === 0 ? 0 : 2 * count(said.inNames) + (said.isWholeName ? 1 : 0);
    },
  });
  const most = (hits[0]?.rank ?? 0) >> 1;
  return {
    words: most === 0 ? 0 : most + typed.length - own.length,
    entitlements: hits.filter((one) => one.rank >> 1 === most).flatMap((one) => one.entitlements),
    unknown: own.filter((_, place) => (known & (1 << place)) === 0),
  };
}

/** In memory, the words of each app; while an app is prepared again, what it had before is in use. */
export function createEntitlementIndex(): EntitlementIndex {
  const apps = new Map<string, AppWords>();
  /** One list of an app after the other: the newest is the last. */
  const making = new Map<string, Promise<void>>();

  return {
    replace(appId, appName, entitlements) {
      const before = making.get(appId) ?? Promise.resolve();
      const mine = before
        .catch(() => undefined)
        .then(async () => {
          apps.set(appId, await appWordsOf(appName, entitlements));
        });
      making.set(appId, mine);
      return mine;
    },
    search(appId, typed, limit, wanted = () => true) {
      const index = apps.get(appId);
      const words = [...new Set(wordsOf(typed.slice(0, longestTyped)))].slice(0, mostWords);
      return index === undefined ? [] : search(index, words, limit, wanted);
    },
    find(typed, limit, wanted = () => true): FoundEntitlements {
      const words = [...new Set(typed)].slice(0, mostWords);
      const found = [...apps.values()].map((index) => sayingMost(index, words, limit, wanted));
      const most = Math.max(1, ...found.map((one) => one.words));
      return {
        entitlements: found.filter((one) => one.words === most).flatMap((one) => one.entitlements),
        unknown: words.filter((word) => found.every((one) => one.unknown.includes(word))),
      };
    },
  };
}
