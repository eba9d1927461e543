import { setImmediate as turn } from 'node:timers/promises';
import SearchableMap from 'minisearch/SearchableMap';
import { foldedWords } from '../../domain/folded-text.ts';
import { sortedInTurns } from './sorted-in-turns.ts';

/** A text of a document, and how much a word of it counts: a whole number from 1. */
export interface WeighedText {
  readonly text: string;
  readonly weight: number;
}

/**
 * Which documents have a word that begins so: all words sorted, and behind each the documents that have it, one after another, so
 * that a beginning is one stretch. The library's tree finds words, and what they begin with, in spite of a typo.
 */
export interface TermIndex {
  /** Documents whose words match one of `terms`, in `docs[from..to)`, with the weight of the best text. */
  readonly docs: Uint32Array;
  readonly weights: Uint8Array;
  /** Where the documents of a word begin; one more than there are words. */
  readonly offsets: Uint32Array;
  readonly terms: readonly string[];
  /** What words begin with, and whole words, to the place of the first word that begins so. */
  readonly beginnings: SearchableMap<number>;
}

/** So many words are put in order before the event loop has a turn again. */
const atOnce = 5_000;

/** Collects words of documents, which are added in their order, and makes an index of them. */
export class TermIndexBuilder {
  readonly #postings = new Map<string, { readonly docs: number[]; readonly weights: number[] }>();
  #size = 0;

  add(doc: number, texts: readonly WeighedText[]): void {
    for (const { text, weight } of texts) {
      for (const word of foldedWords(text)) this.#note(word, doc, weight);
    }
  }

  #note(word: string, doc: number, weight: number): void {
    let posting = this.#postings.get(word);
    if (posting === undefined) {
      posting = { docs: [], weights: [] };
      this.#postings.set(word, posting);
    }
    const last = posting.docs.length - 1;
    if (posting.docs[last] === doc) posting.weights[last] = Math.max(weight, posting.weights[last] ?? 0);
    else {
      posting.docs.push(doc);
      posting.weights.push(weight);
      this.#size += 1;
    }
  }

  async build(): Promise<TermIndex> {
    const terms = await sortedInTurns([...this.#postings.keys()], (a, b) => (a < b ? -1 : 1));
    const docs = new Uint32Array(this.#size);
    const weights = new Uint8Array(this.#size);
    const offsets = new Uint32Array(terms.length + 1);
    const beginnings = new SearchableMap<number>();
    let at = 0;
    for (const [index, term] of terms.entries()) {
      if (index % atOnce === atOnce - 1) await turn();
      offsets[index] = at;
      const posting = this.#postings.get(term);
      docs.set(posting?.docs ?? [], at);
      weights.set(posting?.weights ?? [], at);
      at += posting?.docs.length ?? 0;
      if (canHaveTypo(term)) addBeginnings(beginnings, term, index);
    }
    offsets[terms.length] = at;
    return { docs, weights, offsets, terms, beginnings };
  }
}

/** A beginning of fewer letters, one of them wrong, may be of anything. */
const shortestBegun = 5;

/** The library's tree is as deep as its words are long, and is walked by recursion. */
const longestWithTypo = 64;

/** In a shorter word one other letter is another word; in a number every digit counts; a longer one is no word that is typed. */
function canHaveTypo(word: string): boolean {
  return word.length > 3 && word.length <= longestWithTypo && !/\p{N}/u.test(word);
}

/** Adds what no word before, in their order, begins with. */
function addBeginnings(beginnings: SearchableMap<number>, word: string, at: number): void {
  for (let length = word.length; length >= shortestBegun - 1; length -= 1) {
    const beginning = word.slice(0, length);
    if (beginnings.has(beginning)) return;
    beginnings.set(beginning, at);
  }
}

/** The first of the sorted terms that is not before `word`. */
function lowerBound(terms: readonly string[], word: string): number {
  let from = 0;
  let to = terms.length;
  while (from < to) {
    const middle = (from + to) >> 1;
    if ((terms[middle] ?? '') < word) from = middle + 1;
    else to = middle;
  }
  return from;
}

/** A stretch of words, `[from, to)`, and how well they match: the more, the better. */
export interface TermRange {
  readonly from: number;
  readonly to: number;
  readonly quality: number;
}

const exactQuality = 3;
const prefixQuality = 2;
const typoQuality = 1;

/** The word itself, and all that begin with it. */
export function wordsBeginningWith(index: TermIndex, word: string): readonly TermRange[] {
  const { terms } = index;
  const from = lowerBound(terms, word);
  const to = lowerBound(terms, `${word}\u{10FFFF}`);
  if (from === to) return [];
  if (terms[from] !== word) return [{ from, to, quality: prefixQuality }];
  return [
    { from, to: from + 1, quality: exactQuality },
    { from: from + 1, to, quality: prefixQuality },
  ];
}

/** Words with one letter too many, too few or another, or two letters changed over. */
export function wordsWithTypo(index: TermIndex, word: string): readonly TermRange[] {
  return beginningsWithTypo(index, word)
    .filter(({ beginning, from }) => index.terms[from] === beginning)
    .map(({ from }) => ({ from, to: from + 1, quality: typoQuality }));
}

/** Words that begin so but for such a typo; the first letter is right, and there are enough of them to tell what is meant. */
export function wordsBegunWithTypo(index: TermIndex, word: string): readonly TermRange[] {
  if (word.length < shortestBegun) return [];
  const ranges = beginningsWithTypo(index, word)
    .filter(({ beginning }) => beginning.charAt(0) === word.charAt(0))
    .map(({ beginning, from }) => ({
      from,
      to: lowerBound(index.terms, `${beginning}\u{10FFFF}`),
      quality: typoQuality,
    }))
    .sort((a, b) => a.from - b.from || b.to - a.to);
  // A beginning's stretch holds that of every longer one: no document is looked at twice.
  let end = 0;
  return ranges.filter(({ to }) => {
    const isNew = to > end;
    end = Math.max(end, to);
    return isNew;
  });
}

interface Beginning {
  readonly beginning: string;
  readonly from: number;
}

function beginningsWithTypo({ beginnings }: TermIndex, word: string): readonly Beginning[] {
  if (!canHaveTypo(word)) return [];
  const found = new Map<string, number>();
  for (const [beginning, [from]] of beginnings.fuzzyGet(word, 1)) found.set(beginning, from);
  for (let at = 1; at < word.length; at += 1) {
    const changed = word.slice(0, at - 1) + word.charAt(at) + word.charAt(at - 1) + word.slice(at + 1);
    const from = beginnings.get(changed);
    if (from !== undefined) found.set(changed, from);
  }
  return [...found].map(([beginning, from]) => ({ beginning, from }));
}
