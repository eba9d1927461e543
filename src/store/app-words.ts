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

/** Numbers the words of entitlements, which may come in any order. */
class Words {
  readonly numbers = new Map<string, number>();
  readonly byLetter = new Map<string, string[]>();
  /** Of one entitlement after the other, like `AppWords.words`; `length` of them are in use. */
  all = new Uint32Array(1_024);
  length = 0;

  add(word: string, field: number): void {
    if (this.length === this.all.length) {
      const longer = new Uint32Array(this.length * 2);
      longer.set(this.all);
      this.all = longer;
    }
    this.all[this.length] = this.#numberOf(word) * 4 + field;
    this.length += 1;
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

/** The places of the keys, in the order of the keys. A merge sort that gives the event loop its turns. */
async function orderOf(keys: readonly string[]): Promise<Uint32Array> {
  let order = Uint32Array.from(keys.keys());
  let next = new Uint32Array(keys.length);
  for (let width = 1; width < keys.length; width *= 2) {
    let [left, right] = [0, 0];
    await inSlices(keys.length, movedAtOnce, (at) => {
      const start = at - (at % (2 * width));
      if (at === start) [left, right] = [start, start + width];
      const [one, other] = [order[left] ?? 0, order[right] ?? 0];
      const hasLeft = left < Math.min(start + width, keys.length);
      const hasRight = right < Math.min(start + 2 * width, keys.length);
      const isLeft = !hasRight || (hasLeft && (keys[one] ?? '') <= (keys[other] ?? ''));
      next[at] = isLeft ? one : other;
      if (isLeft) left += 1;
      else right += 1;
    });
    [order, next] = [next, order];
  }
  return order;
}

/**
 * Numbers are kept in typed arrays: an object for each entitlement would survive, and moving 100,000 of them stops the event loop
 * for the time that a collection of garbage takes.
 */
export async function appWordsOf(appName: string, entitlements: readonly CatalogueEntitlement[]): Promise<AppWords> {
  const words = new Words();
  const keys: string[] = [];
  const ends = new Uint32Array(entitlements.length);
  const nameLengths = new Uint16Array(entitlements.length);
  await inSlices(entitlements.length, preparedAtOnce, (at) => {
    const one = entitlements[at];
    if (one === undefined) return;
    const name = new Set(wordsOf(one.name));
    const fields = new Map<string, number>();
    for (const word of wordsOf(one.description)) if (!littleWords.has(word)) fields.set(word, inDescription);
    for (const word of wordsOf(`${one.alias} ${one.resourceName}`)) fields.set(word, inAliasOrResource);
    for (const word of name) fields.set(word, inName);
    for (const [word, field] of fields) words.add(word, field);
    ends[at] = words.length;
    nameLengths[at] = name.size;
    // Numbers are sorted by their value.
    keys.push([...name].join(' ').replace(/\d+/g, (digits) => digits.padStart(12, '0')));
  });
  const order = await orderOf(keys);
  const sorted = {
    entitlements: [] as CatalogueEntitlement[],
    words: new Uint32Array(words.length),
    ends: new Uint32Array(order.length),
    nameLengths: new Uint16Array(order.length),
  };
  await inSlices(order.length, movedAtOnce, (at) => {
    const from = order[at] ?? 0;
    const one = entitlements[from];
    if (one === undefined) return;
    const start = sorted.ends[at - 1] ?? 0;
    const own = words.all.subarray(ends[from - 1] ?? 0, ends[from]);
    sorted.entitlements.push(one);
    sorted.words.set(own, start);
    sorted.ends[at] = start + own.length;
    sorted.nameLengths[at] = nameLengths[from] ?? 0;
  });
  return { appWords: foldedWords(appName), numbers: words.numbers, byLetter: words.byLetter, ...sorted };
}
