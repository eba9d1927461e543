import { setImmediate as turn } from 'node:timers/promises';
import type { CatalogueEntitlement } from '../domain/entitlement.ts';
import { foldedWords, littleWords } from '../domain/folded-text.ts';

/** Where a word stands: what comes first counts more. */
export const inName = 0;
const inAliasOrResource = 1;
export const inDescription = 2;

/** So many are prepared, or moved, before the event loop has a turn again: a few milliseconds of work. */
const preparedAtOnce = 200;
const movedAtOnce = 5_000;
/** Longer than any word that people type; the rest of it does not count. */
export const longestWord = 40;

/**
 * An app's entitlements by name, and the words of each as numbers. The library looks through the different words, which are far
 * fewer than the texts.
 */
export interface AppWords {
  readonly appWords: readonly string[];
  readonly entitlements: readonly CatalogueEntitlement[];
  readonly numbers: ReadonlyMap<string, number>;
  /** The different words by their first letter, which is never mistyped. */
  readonly byLetter: ReadonlyMap<string, string[]>;
  /** Of one entitlement after the other: the number of a word, times four, and where it stands. */
  readonly words: Uint32Array;
  /** Where the words of each entitlement end. */
  readonly ends: Uint32Array;
  /** How many words each name has. */
  readonly nameLengths: Uint16Array;
}

export function wordsOf(text: string): string[] {
  return foldedWords(text).map((word) => word.slice(0, longestWord));
}

interface Row {
  readonly entitlement: CatalogueEntitlement;
  /** By name, numbers by their value. */
  readonly key: string;
  readonly nameLength: number;
  readonly words: readonly number[];
}

/** Numbers the words of entitlements, which may come in any order. */
class Words {
  readonly numbers = new Map<string, number>();
  readonly byLetter = new Map<string, string[]>();

  rowOf(entitlement: CatalogueEntitlement): Row {
    const name = new Set(wordsOf(entitlement.name));
    const fields = new Map<string, number>();
    for (const word of wordsOf(entitlement.description)) if (!littleWords.has(word)) fields.set(word, inDescription);
    for (const word of wordsOf(`${entitlement.alias} ${entitlement.resourceName}`)) fields.set(word, inAliasOrResource);
    for (const word of name) fields.set(word, inName);
    return {
      entitlement,
      key: [...name].join(' ').replace(/\d+/g, (digits) => digits.padStart(12, '0')),
      nameLength: name.size,
      words: Array.from(fields, ([word, field]) => this.#numberOf(word) * 4 + field),
    };
  }

  #numberOf(word: string): number {
    const known = this.numbers.get(word);
    if (known !== undefined) return known;
    const number = this.numbers.size;
    this.numbers.set(word, number);
    const others = this.byLetter.get(word.charAt(0));
    if (others === undefined) this.byLetter.set(word.charAt(0), [word]);
    else others.push(word);
    return number;
  }
}

/** Does something so many times, with turns for everything else in between. */
async function inSlices(times: number, slice: number, work: (at: number) => void): Promise<void> {
  for (let at = 0; at < times; at += 1) {
    if (at % slice === slice - 1) await turn();
    work(at);
  }
}

async function merged(left: readonly Row[], right: readonly Row[]): Promise<Row[]> {
  const rows: Row[] = [];
  let from = 0;
  await inSlices(left.length + right.length, movedAtOnce, (at) => {
    const [one, other] = [left[from], right[at - from]];
    const isLeft = other === undefined || (one !== undefined && one.key <= other.key);
    const next = isLeft ? one : other;
    if (isLeft) from += 1;
    if (next !== undefined) rows.push(next);
  });
  return rows;
}

/** By name. */
async function sorted(rows: readonly Row[]): Promise<readonly Row[]> {
  if (rows.length <= preparedAtOnce) return rows.toSorted((a, b) => (a.key < b.key ? -1 : 1));
  const middle = rows.length >> 1;
  return merged(await sorted(rows.slice(0, middle)), await sorted(rows.slice(middle)));
}

export async function appWordsOf(appName: string, entitlements: readonly CatalogueEntitlement[]): Promise<AppWords> {
  const words = new Words();
  const unsorted: Row[] = [];
  await inSlices(entitlements.length, preparedAtOnce, (at) => {
    const one = entitlements[at];
    if (one !== undefined) unsorted.push(words.rowOf(one));
  });
  const rows = await sorted(unsorted);
  const ends = new Uint32Array(rows.length);
  const nameLengths = new Uint16Array(rows.length);
  const numbers = new Uint32Array(unsorted.reduce((size, row) => size + row.words.length, 0));
  await inSlices(rows.length, movedAtOnce, (at) => {
    const row = rows[at];
    if (row === undefined) return;
    const start = ends[at - 1] ?? 0;
    numbers.set(row.words, start);
    ends[at] = start + row.words.length;
    nameLengths[at] = row.nameLength;
  });
  return {
    appWords: foldedWords(appName),
    entitlements: rows.map((row) => row.entitlement),
    numbers: words.numbers,
    byLetter: words.byLetter,
    words: numbers,
    ends,
    nameLengths,
  };
}
