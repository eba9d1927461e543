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

  constructor(docs: number) {
    this.matched = new Uint16Array(docs);
    this.score = new Uint32Array(docs);
    this.added = new Uint16Array(docs);
  }
}

/** More words than anybody types; the rest of a pasted text does not count. */
const mostWords = 12;

/**
 * The documents that have all the words, in any order, as a whole or begun; only where there are none, with one typo a word. Best
 * first, and among equals the one added first.
 *
 * @param how.typing the last word may not be typed to its end: where there are still none, it may be begun with a typo too
 * @param how.isWanted no other documents count, as if they were not there
 */
export function rankedDocs(
  index: TermIndex,
  room: SearchRoom,
  words: readonly string[],
  how: Wanted & { readonly typing: boolean },
): readonly RankedDoc[] {
  const looked = [...new Set(words)].slice(0, mostWords);
  const begun = looked.map((word) => wordsBeginningWith(index, word));
  const found = best(index, room, begun, how);
  if (found.length > 0) return found;
  const mended = looked.map((word, at) => [...(begun[at] ?? []), ...wordsWithTypo(index, word)]);
  const foundMended = best(index, room, mended, how);
  if (foundMended.length > 0 || !how.typing) return foundMended;
  const last = wordsBegunWithTypo(index, looked.at(-1) ?? '');
  return best(index, room, [...mended.slice(0, -1), [...(mended.at(-1) ?? []), ...last]], how);
}

function best(
  index: TermIndex,
  room: SearchRoom,
  words: readonly (readonly TermRange[])[],
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
  return topOf(room, words.length, wanted);
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
