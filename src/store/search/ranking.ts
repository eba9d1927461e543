import { type TermIndex, type TermRange, wordsBeginningWith, wordsBegunWithTypo, wordsWithTypo } from './term-index.ts';

export interface RankedDoc {
  readonly doc: number;
  readonly score: number;
}

interface Wanted {
  readonly limit: number;
  readonly isWanted: (doc: number) => boolean;
}

/** Room for one search at a time, kept between searches: a search makes no garbage of the index's size. */
export class SearchRoom {
  /** How many of the words each document has. */
  readonly matched: Uint16Array;
  readonly score: Uint32Array;
  /** What the last word added to the score. */
  readonly added: Uint16Array;
  /** Which of the words besides each document has had counted last, from 1 on. */
  readonly besides: Uint16Array;

  constructor(docs: number) {
    this.matched = new Uint16Array(docs);
    this.score = new Uint32Array(docs);
    this.added = new Uint16Array(docs);
    this.besides = new Uint16Array(docs);
  }
}

/** More words than anybody types; the rest of a pasted text does not count. */
const mostWords = 12;
/** More than all words of a document together are worth. */
const oneBesides = 1_000;

/**
 * The documents that have all the words, in any order, as a whole or begun; only where there are none, with one typo a word. Best
 * first, and among equals the one added first.
 *
 * @param how.typing the last word may not be typed to its end: where there are still none, it may be begun with a typo too
 * @param how.besides words that a document need not have, as a whole or begun; those that have more of them come first
 * @param how.isWanted no other documents count, as if they were not there
 */
export function rankedDocs(
  index: TermIndex,
  room: SearchRoom,
  words: readonly string[],
  how: Wanted & { readonly typing: boolean; readonly besides: readonly string[] },
): readonly RankedDoc[] {
  const looked = eachOnce(words);
  const besides = eachOnce(how.besides).map((word) => wordsBeginningWith(index, word));
  const begun = looked.map((word) => wordsBeginningWith(index, word));
  const found = best(index, room, begun, besides, how);
  if (found.length > 0) return found;
  const mended = looked.map((word, at) => [...(begun[at] ?? []), ...wordsWithTypo(index, word)]);
  const foundMended = best(index, room, mended, besides, how);
  if (foundMended.length > 0 || !how.typing) return foundMended;
  const last = wordsBegunWithTypo(index, looked.at(-1) ?? '');
  return best(index, room, [...mended.slice(0, -1), [...(mended.at(-1) ?? []), ...last]], besides, how);
}

function eachOnce(words: readonly string[]): readonly string[] {
  return [...new Set(words)].slice(0, mostWords);
}

type WordRanges = readonly TermRange[];

function best(
  index: TermIndex,
  room: SearchRoom,
  words: readonly WordRanges[],
  besides: readonly WordRanges[],
  wanted: Wanted,
): readonly RankedDoc[] {
  if (words.some((ranges) => ranges.length === 0)) return [];
  const { matched, score, added } = room;
  matched.fill(0);
  for (const [turn, ranges] of words.entries()) {
    for (const { from, to, quality } of ranges) {
      const end = index.offsets[to] ?? 0;
      for (let at = index.offsets[from] ?? 0; at < end; at += 1) {
        const doc = index.docs[at] ?? 0;
        const worth = (index.weights[at] ?? 0) * quality;
        if (matched[doc] === turn) {
          matched[doc] = turn + 1;
          score[doc] = (turn === 0 ? 0 : (score[doc] ?? 0)) + worth;
          added[doc] = worth;
        } else if (matched[doc] === turn + 1 && worth > (added[doc] ?? 0)) {
          score[doc] = (score[doc] ?? 0) + worth - (added[doc] ?? 0);
          added[doc] = worth;
        }
      }
    }
  }
  if (words.length === 0) score.fill(0);
  if (besides.length > 0) countBesides(index, room, words.length, besides);
  return topOf(room, words.length, wanted);
}

/** Of documents that have all `words` words. */
function countBesides(index: TermIndex, room: SearchRoom, words: number, besides: readonly WordRanges[]): void {
  const { matched, score, added, besides: counted } = room;
  counted.fill(0);
  for (const [turn, ranges] of besides.entries()) {
    for (const { from, to, quality } of ranges) {
      const end = index.offsets[to] ?? 0;
      for (let at = index.offsets[from] ?? 0; at < end; at += 1) {
        const doc = index.docs[at] ?? 0;
        if (matched[doc] !== words) continue;
        const worth = (index.weights[at] ?? 0) * quality;
        if (counted[doc] !== turn + 1) {
          counted[doc] = turn + 1;
          score[doc] = (score[doc] ?? 0) + oneBesides + worth;
          added[doc] = worth;
        } else if (worth > (added[doc] ?? 0)) {
          score[doc] = (score[doc] ?? 0) + worth - (added[doc] ?? 0);
          added[doc] = worth;
        }
      }
    }
  }
}

/** Scores are few whole numbers: documents fall into as many heaps, each in the documents' order. */
function topOf({ matched, score }: SearchRoom, words: number, { limit, isWanted }: Wanted): readonly RankedDoc[] {
  const heaps = new Map<number, number[]>();
  for (let doc = 0; doc < matched.length; doc += 1) {
    if (matched[doc] !== words) continue;
    const worth = score[doc] ?? 0;
    const heap = heaps.get(worth);
    if ((heap !== undefined && heap.length >= limit) || !isWanted(doc)) continue;
    if (heap === undefined) heaps.set(worth, [doc]);
    else heap.push(doc);
  }
  const found: RankedDoc[] = [];
  for (const worth of [...heaps.keys()].sort((a, b) => b - a)) {
    for (const doc of heaps.get(worth) ?? []) {
      if (found.length >= limit) return found;
      found.push({ doc, score: worth });
    }
  }
  return found;
}
