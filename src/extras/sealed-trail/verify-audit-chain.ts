/** Long because every finding of a verification is here. */
import {
  type AuditTrail,
  beginningText,
  type ChainHead,
  type ChainLink,
  type ChainPlace,
  type ChainStart,
  entryHash,
  erasureText,
  type HashedEntry,
  headText,
  isSignedWith,
  restoreText,
  type SignHead,
  type TrailBeginning,
  type TrailErasure,
  type TrailRestore,
} from '../../use-cases/trail/audit-chain.ts';
import {
  countedRestores,
  isLostBy,
  isStartedAt,
  isVouchedStart,
  signedStarts,
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
  readonly chainStart: ChainStart | null;
  readonly unsealed: number;
  readonly oldestUnsealed: string | null;
}

/** What is looked for beside the hashes. */
interface Expected {
  readonly handedIn: readonly ChainHead[];
  /** null = signatures are not checked. */
  readonly sign: SignHead | null;
}

type Anchors = Awaited<ReturnType<AuditTrail['anchors']>>;

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
  const expected = { handedIn, sign };
  const anchors = await trail.anchors();
  const started = sign === null ? [] : signedStarts(anchors.chainStarts, sign);
  const { lost, left } = headsToFind(anchors, expected, started);
  const wrong = signatureMistakes(anchors, expected, started);
  const erased = new ErasedTexts(anchors.erasures, sign);
  const hasFirst = started.length === 0 && isNewWhenBegun(anchors);
  const { last, agreed } = await followLinks(trail, anchors.start, left, {
    wrong,
    erased,
    hasFirst,
  });

  const { newest, ...unsealed } = await trail.end();
  const others = [...left.values()].flat().sort((one, other) => one.position - other.position);
  const beyond = others.filter((head) => head.position > last.position);
  if (beyond.length > 0)
    wrong.push(
      `The trail ends with entry ${last.seq}: what came after it, up to entry ${beyond.at(-1)?.seq}, was cut off.`,
    );
  const isSigned =
    newest !== null && sign !== null && isSignedWith(sign, headText(newest), newest.signature);
  const missing = beginningMistake(anchors, sign, { started, isSigned });
  const mistake = endMistake(
    { newest, last, unsealed: unsealed.unsealed, isSigned },
    sign,
    started,
  );
  // Without any head the finding about the beginning says more.
  const atEnds = newest === null ? [missing, mistake] : [mistake, missing];
  wrong.push(...atEnds.filter((one) => one !== null));
  const [first = null] = wrong;
  return {
    broken: first === null ? null : `${first}${unsignedRestoreWords(anchors, expected)}`,
    entries: last.position - anchors.start.position,
    heads: agreed,
    prunedHeads: others.length - beyond.length,
    lostHeads: lost.size,
    isSigned,
    chainStart: started.at(-1) ?? null,
    erasedTexts: erased.count,
    ...unsealed,
  };
}

/**
 * Heads that the chain has to contain, by their position. Where a key is set, only a restore that
 * was signed with it explains missing ones: anybody with write access can insert an entry that
 * tells of a restore.
 */
function headsToFind(
  { start, heads, restores, beginnings }: Anchors,
  { handedIn, sign }: Expected,
  started: readonly ChainStart[],
) {
  // With a key, a head that it did not sign proves nothing.
  const begun = signedBeginnings(beginnings, sign).filter(
    ({ position }) => position > start.position,
  );
  const lost = lostHeads(handedIn, countedRestores(restores, sign));
  const headsHere = handedIn.filter((head) => !lost.has(head));
  return {
    lost,
    left: Map.groupBy([...headsHere, ...heads, ...started, ...begun], ({ position }) => position),
  };
}

/**
 * Of the newest restore that would explain missing heads, had it been signed; empty where there is
 * none.
 */
function unsignedRestoreWords({ restores }: Anchors, { handedIn, sign }: Expected): string {
  if (sign === null) return '';
  const unsigned = restores.filter((one) => !isSignedWith(sign, restoreText(one), one.signature));
  const restore = unsigned.findLast((one) => lostHeads(handedIn, [one]).size > 0);
  if (restore === undefined) return '';
  return ` The trail tells of a restore at ${restore.at}, which is not signed with AUDIT_SIGNING_KEY and explains nothing.`;
}

/** Heads that were made after the copy of a restore, and before the restore. */
function lostHeads(
  handedIn: readonly ChainHead[],
  restores: readonly TrailRestore[],
): ReadonlySet<ChainHead> {
  return new Set(handedIn.filter((head) => restores.some((one) => isLostBy(head, one))));
}

/**
 * Of the heads handed in and of the start. A former key may have signed what lies before an
 * operator's start of a chain.
 */
function signatureMistakes(
  { start }: Anchors,
  { handedIn, sign }: Expected,
  started: readonly ChainStart[],
): string[] {
  if (sign === null) return [];
  const mistakes = handedIn
    .filter(({ signature }) => signature !== null)
    .filter(({ position }) => !started.some((one) => position <= one.position))
    .filter((head) => !isSignedWith(sign, headText(head), head.signature))
    .map(({ seq }) => `The head handed in for entry ${seq} is not signed with AUDIT_SIGNING_KEY.`);
  if (isVouchedStart(start, started, sign)) return mistakes;
  return [
    ...mistakes,
    `The start of the trail, after the pruned entry ${start.seq}, is not signed with AUDIT_SIGNING_KEY.`,
  ];
}

interface Following {
  readonly wrong: string[];
  readonly erased: ErasedTexts;
  /** The first entry of the database has to be the first of the chain. */
  readonly hasFirst: boolean;
}

/** Goes through the chain, and takes from `left` what it has found. */
async function followLinks(
  trail: VerifiedTrail,
  start: ChainHead,
  left: Map<number, readonly ChainHead[]>,
  { wrong, erased, hasFirst }: Following,
): Promise<{ readonly last: ChainPlace; readonly agreed: number }> {
  let agreed = 0;
  const compareHeads = ({ position, seq, hash }: ChainPlace) => {
    for (const head of left.get(position) ?? []) {
      agreed += 1;
      if (head.hash !== hash)
        wrong.push(
          `Entry ${seq}, or one before it, was changed with its seal: the head of ${head.at} differs.`,
        );
    }
    left.delete(position);
  };
  compareHeads(start);
  let last: ChainPlace = start;
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

/** Whether this version made the database and nothing of its trail was pruned. */
function isNewWhenBegun({ beginnings, start }: Anchors): boolean {
  const isNew = beginnings.some(({ position, seq }) => position === 0 && seq === 0);
  return isNew && start.position === 0;
}

function signedBeginnings(
  beginnings: readonly TrailBeginning[],
  sign: SignHead | null,
): readonly TrailBeginning[] {
  if (sign === null) return beginnings;
  return beginnings.filter((one) => isSignedWith(sign, beginningText(one), one.signature));
}

/**
 * A database gets a beginning of its trail when it is made. A trail without one was emptied,
 * however right the rest looks, unless pruning left a start in its place, or an operator started a
 * chain. With a key, the operator's start has to be signed. A beginning has to be signed, or covered
 * by a signed head, because the bot signs no head without a beginning.
 */
function beginningMistake(
  { beginnings, start, chainStarts }: Anchors,
  sign: SignHead | null,
  { started, isSigned }: { readonly started: readonly ChainStart[]; readonly isSigned: boolean },
): string | null {
  if (start.position > 0) return null;
  const counted = sign === null ? chainStarts : started;
  if (counted.length > 0 || signedBeginnings(beginnings, sign).length > 0) return null;
  if (beginnings.length > 0 && isSigned) return null;
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
  sign: SignHead | null,
  started: readonly ChainStart[],
): string | null {
  if (last.position > (newest?.position ?? 0)) {
    const isPending = sign !== null && isStartedAt(last, started, sign);
    return isPending
      ? null
      : `The newest head beside the trail, for entry ${last.seq}, is missing.`;
  }
  if (sign === null || isSigned) return null;
  if (newest !== null) {
    if (isStartedAt(newest, started, sign)) return null;
    return `The newest head, for entry ${newest.seq}, is not signed with AUDIT_SIGNING_KEY.`;
  }
  if (unsealed === 0) return null;
  const entries = unsealed === 1 ? '1 entry is' : `${unsealed} entries are`;
  return `${entries} there, but no head that is signed with AUDIT_SIGNING_KEY: the seals may have been deleted.`;
}
