import {
  type ChainHead,
  type ChainLink,
  type ChainPlace,
  entryHash,
  erasureText,
  type HashedEntry,
  headText,
  isSignedWith,
  type SignHead,
  type TrailErasure,
  type TrailStart,
} from '../../use-cases/trail/audit-chain.ts';
import {
  isByOperator,
  isLostBy,
  isStartedAt,
  isVouched,
  signedStarts,
  startOf,
  type VerifiedTrail,
} from '../../use-cases/trail/extend-audit-chain.ts';
import { jsonIn, textMistake } from '../../use-cases/trail/sealed-text.ts';

export interface ChainVerdict {
  /** The first thing that is wrong, in a sentence; null where nothing is. */
  readonly broken: string | null;
  /** Sealed entries that were looked at. */
  readonly entries: number;
  /** Heads that the chain was compared with. */
  readonly heads: number;
  /** Heads that lie before the start of the chain. */
  readonly prunedHeads: number;
  /** Heads that were handed in, of entries that were lost when the database was restored from a copy. */
  readonly lostHeads: number;
  /** Texts that an operator erased from beside entries, and said so. */
  readonly erasedTexts: number;
  /** The newest head carries the signature that was looked for. */
  readonly isSigned: boolean;
  /**
   * The operator's last start of a chain with this key: the key vouches for what comes after it.
   */
  readonly chainStart: ChainPlace | null;
  readonly unsealed: number;
  readonly oldestUnsealed: string | null;
}

/** What the chain is held against. */
interface Expected {
  /** Where the chain begins. */
  readonly start: ChainPlace;
  /** With a key those that it signed: anybody with write access can insert others. */
  readonly inForce: readonly TrailStart[];
  /** Those that operators signed with the key. */
  readonly byOperators: readonly TrailStart[];
  /** The first entry of the database has to be the first of the chain. */
  readonly hasFirst: boolean;
  /** null = signatures are not checked. */
  readonly sign: SignHead | null;
}

/**
 * Whether the chain is as it was sealed: no entry was changed, none is missing between two others
 * or at the end, and every head is on the chain. Only the first mistake is reported, because the
 * others may be its consequences.
 *
 * @param handedIn heads that were kept elsewhere
 * @param sign signs as the bot does: the newest head and the start have to carry its signature;
 * null = signatures are not looked at
 */
export async function verifyChain(
  trail: VerifiedTrail,
  handedIn: readonly ChainHead[],
  sign: SignHead | null,
): Promise<ChainVerdict> {
  const { heads, starts, erasures } = await trail.anchors();
  const ofKey = sign === null ? [] : signedStarts(starts, sign);
  const inForce = sign === null ? starts : ofKey;
  const byOperators = ofKey.filter(isByOperator);
  const start = startOf(starts);
  const hasFirst = byOperators.length === 0 && starts.some(({ kind }) => kind === 'audit.begun');
  const expected: Expected = { start, inForce, byOperators, hasFirst, sign };
  const isLost = (head: ChainHead) => inForce.some((one) => isLostBy(head, one));
  const here = handedIn.filter((head) => !isLost(head));
  const wrong = signatureMistakes(handedIn, expected, isVouched(start, ofKey));
  const places = inForce.filter(({ position }) => position > start.position);
  const toFind = Map.groupBy([...here, ...heads, ...places], ({ position }) => position);
  const erased = new ErasedTexts(erasures, sign);
  const { last, agreed } = await followLinks(trail, toFind, { expected, wrong, erased });

  const { newest, ...unsealed } = await trail.end();
  const others = [...toFind.values()].flat().sort((one, other) => one.position - other.position);
  const beyond = others.filter((head) => head.position > last.position);
  if (beyond.length > 0)
    wrong.push(
      `The trail ends with entry ${last.seq}: what came after it, up to entry ${beyond.at(-1)?.seq}, was cut off.`,
    );
  const isSigned =
    newest !== null && sign !== null && isSignedWith(sign, headText(newest), newest.signature);
  const end = { newest, last, unsealed: unsealed.unsealed, isSigned };
  const ends = [endMistake(end, expected), beginningMistake(expected)];
  // Without any head the finding about the beginning says more.
  wrong.push(...(newest === null ? ends.toReversed() : ends).filter((one) => one !== null));
  return {
    broken: wrong[0] ?? null,
    entries: last.position - start.position,
    heads: agreed,
    prunedHeads: others.length - beyond.length,
    lostHeads: handedIn.length - here.length,
    isSigned,
    chainStart: byOperators.at(-1) ?? null,
    erasedTexts: erased.count,
    ...unsealed,
  };
}

/**
 * Looks at the heads handed in and the start. A former key may have signed what an operator's start
 * follows.
 */
function signatureMistakes(
  handedIn: readonly ChainHead[],
  { start, byOperators, sign }: Expected,
  isStartVouched: boolean,
): string[] {
  if (sign === null) return [];
  const mistakes = handedIn
    .filter(({ signature }) => signature !== null)
    .filter(({ position }) => !byOperators.some((one) => position <= one.position))
    .filter((head) => !isSignedWith(sign, headText(head), head.signature))
    .map(({ seq }) => `The head handed in for entry ${seq} is not signed with AUDIT_SIGNING_KEY.`);
  if (isStartVouched) return mistakes;
  return [
    ...mistakes,
    `The start of the trail, after the pruned entry ${start.seq}, is not signed with AUDIT_SIGNING_KEY.`,
  ];
}

interface Following {
  readonly expected: Expected;
  readonly wrong: string[];
  readonly erased: ErasedTexts;
}

/** Goes through the chain, and takes from `toFind` what it has found. */
async function followLinks(
  trail: VerifiedTrail,
  toFind: Map<number, readonly ChainHead[]>,
  { expected: { start, hasFirst }, wrong, erased }: Following,
): Promise<{ readonly last: ChainPlace; readonly agreed: number }> {
  let agreed = 0;
  const compareHeads = ({ position, seq, hash }: ChainPlace) => {
    for (const head of toFind.get(position) ?? []) {
      agreed += 1;
      if (head.hash !== hash)
        wrong.push(
          `Entry ${seq}, or one before it, was changed with its seal: the head of ${head.at} differs.`,
        );
    }
    toFind.delete(position);
  };
  compareHeads(start);
  let last = start;
  for await (const link of trail.links(start.position)) {
    if (hasFirst && link.position === 1 && link.seq > 1)
      wrong.push(
        `The trail begins with entry ${link.seq}: what came before it is missing, and was not pruned.`,
      );
    const mistake = linkMistake(link, last, erased);
    if (mistake !== null) wrong.push(mistake);
    compareHeads(link);
    last = link;
  }
  return { last, agreed };
}

function linkMistake(
  { position, seq, hash, entry }: ChainLink,
  last: ChainPlace,
  erased: ErasedTexts,
): string | null {
  const missing = position - last.position - 1;
  if (missing > 0)
    return `Entry ${seq} does not follow entry ${last.seq}: ${missing} between them are missing.`;
  if (entry === null) return `Entry ${seq} is missing.`;
  return entryHash(last.hash, entry) === hash
    ? erased.mistakeOf(entry)
    : `Entry ${seq} was changed.`;
}

/** Texts beside entries, and which of them an operator erased. */
class ErasedTexts {
  readonly #erased: ReadonlySet<string>;
  #count = 0;

  /** With a key only a signed erasure counts: anybody with write access can insert an entry. */
  constructor(erasures: readonly TrailErasure[], sign: SignHead | null) {
    const counted = erasures.filter(
      (one) => sign === null || isSignedWith(sign, erasureText(one), one.signature),
    );
    this.#erased = new Set(counted.flatMap(({ erased }) => erased.map(keyOfText)));
  }

  /** The number of erased texts in the entries so far. */
  get count(): number {
    return this.#count;
  }

  mistakeOf({ seq, detail, texts }: HashedEntry): string | null {
    const mistake = textMistake(Object(jsonIn(detail)), texts, (field, hash) => {
      const isErased = this.#erased.has(keyOfText({ seq, field, hash }));
      if (isErased) this.#count += 1;
      return isErased;
    });
    if (mistake === null) return null;
    const what = mistake.path === '' ? 'The text' : `The text “${mistake.path}”`;
    const how = {
      changed: 'was changed',
      added: 'was added',
      missing: 'is missing, and nothing that was signed says that it was erased',
    };
    return `${what} of entry ${seq} ${how[mistake.kind]}.`;
  }
}

const keyOfText = ({ seq, field, hash }: TrailErasure['erased'][number]) =>
  JSON.stringify([seq, field, hash]);

/**
 * A database gets a beginning of its trail when it is made. A trail without one was emptied,
 * however right the rest looks, unless pruning left a start in its place, or an operator started a
 * chain.
 */
function beginningMistake({ start, inForce, sign }: Expected): string | null {
  const isBegun = inForce.some((one) => one.kind === 'audit.begun' || isByOperator(one));
  if (start.position > 0 || isBegun) return null;
  const signed = sign === null ? '' : ' that is signed with AUDIT_SIGNING_KEY';
  return `The trail has no beginning${signed}: its tables may have been emptied.`;
}

interface VerifiedEnd {
  readonly newest: ChainHead | null;
  readonly last: ChainPlace;
  readonly unsealed: number;
  readonly isSigned: boolean;
}

/**
 * If a key is set, entries without any signed head are a mistake, too: deleting the seals together
 * with the heads leaves exactly that.
 */
function endMistake(
  { newest, last, unsealed, isSigned }: VerifiedEnd,
  { byOperators, sign }: Expected,
): string | null {
  const isPending = isStartedAt(last, byOperators);
  if (last.position > (newest?.position ?? 0))
    return isPending
      ? null
      : `The newest head beside the trail, for entry ${last.seq}, is missing.`;
  if (sign === null || isSigned) return null;
  if (newest !== null)
    return isPending
      ? null
      : `The newest head, for entry ${newest.seq}, is not signed with AUDIT_SIGNING_KEY.`;
  if (unsealed === 0) return null;
  const entries = unsealed === 1 ? '1 entry is' : `${unsealed} entries are`;
  return `${entries} there, but no head that is signed with AUDIT_SIGNING_KEY: the seals may have been deleted.`;
}
