/**
 * Whether the bot may continue sealing after the end that it finds in the database. With a key, its
 * next signature vouches for everything before it, so it must not sign after somebody with write
 * access deleted the head, wrote seals of their own or restored an earlier end.
 */
import { ok, type Result, refuse } from '../../domain/result.ts';
import {
  type AuditTrail,
  type ChainHead,
  type ChainPlace,
  type ChainStart,
  canSign,
  chainStartText,
  type ExtensionRefusal,
  headText,
  isSignedWith,
  restoreText,
  type SignHead,
  startText,
  type TrailRestore,
} from './audit-chain.ts';

/** What of the trail a verification reads. */
export type VerifiedTrail = Pick<AuditTrail, 'anchors' | 'end' | 'links'>;

/** What the database has at the end of the chain. */
export interface FoundEnd {
  /** The start after the pruned entries; position 0 if none were pruned. */
  readonly start: ChainHead;
  readonly newest: ChainHead | null;
  readonly lastSeal: ChainPlace | null;
  /** The seal at the position that this process sealed last; null if it is missing. */
  readonly sealAtKnown: ChainPlace | null;
  /** Operators' starts after the last sealed entry. */
  readonly chainStarts: readonly ChainStart[];
  readonly restores: readonly TrailRestore[];
}

interface Extension {
  readonly sign: SignHead;
  readonly lastHead: ChainHead | null;
}

/** The end of the chain: the place of the newest of start, head and last seal. */
export function chainEndOf({
  start,
  newest,
  lastSeal,
}: Pick<FoundEnd, 'start' | 'newest' | 'lastSeal'>): ChainPlace {
  const ends = [start, newest, lastSeal].filter((end) => end !== null);
  const { position, seq, hash } = ends.reduce((last, end) =>
    end.position > last.position ? end : last,
  );
  return { position, seq, hash };
}

/**
 * The place after which the next entry is chained, or why none is chained. Without a key every end
 * is extended, because nothing is vouched for.
 */
export function extendable(
  found: FoundEnd,
  { sign, lastHead }: Extension,
): Result<ChainPlace, ExtensionRefusal> {
  const end = chainEndOf(found);
  if (!canSign(sign) || isStartedAt(end, found.chainStarts, sign)) return ok(end);
  const { start, newest, lastSeal, sealAtKnown, restores } = found;
  if (newest === null) return refuse(end.position > 0 ? 'no-head' : 'no-beginning');
  if (!isSignedWith(sign, headText(newest), newest.signature)) return refuse('not-signed');
  if (isBeyond(start, newest) || isBeyond(lastSeal, newest)) return refuse('beyond-head');
  if (lastHead === null || isExplained(lastHead, restores, sign)) return ok(end);
  const isEarlier = newest.position < lastHead.position;
  const isOther = newest.position === lastHead.position && newest.hash !== lastHead.hash;
  const isRewritten = sealAtKnown !== null && sealAtKnown.hash !== lastHead.hash;
  return isEarlier || isOther || isRewritten ? refuse('contradicts-known') : ok(end);
}

/**
 * Whether the bot may sign a new start, which hides what came before: only if it signed the present
 * head and start.
 */
export function isPrunable(
  { start, newest }: Pick<FoundEnd, 'start' | 'newest'>,
  chainStarts: readonly ChainStart[],
  sign: SignHead,
): boolean {
  if (!canSign(sign)) return true;
  if (newest === null || !isSignedWith(sign, headText(newest), newest.signature)) return false;
  return isVouchedStart(start, chainStarts, sign);
}

/** Whether a start is signed, or an operator started a chain at or after it. */
export function isVouchedStart(
  start: ChainHead,
  chainStarts: readonly ChainStart[],
  sign: SignHead,
): boolean {
  if (start.position === 0 || isSignedWith(sign, startText(start), start.signature)) return true;
  return signedStarts(chainStarts, sign).some(({ position }) => position >= start.position);
}

/** Whether an operator started a chain at exactly this place. */
export function isStartedAt(
  place: ChainPlace,
  chainStarts: readonly ChainStart[],
  sign: SignHead,
): boolean {
  return signedStarts(chainStarts, sign).some(
    ({ position, hash }) => position === place.position && hash === place.hash,
  );
}

export function signedStarts(
  chainStarts: readonly ChainStart[],
  sign: SignHead,
): readonly ChainStart[] {
  return chainStarts.filter((one) => isSignedWith(sign, chainStartText(one), one.signature));
}

/** Restores that count: with a key only those that it signed. */
export function countedRestores(
  restores: readonly TrailRestore[],
  sign: SignHead | null,
): readonly TrailRestore[] {
  if (sign === null || !canSign(sign)) return restores;
  return restores.filter((one) => isSignedWith(sign, restoreText(one), one.signature));
}

/**
 * Whether a restore explains that this head is missing: it was made after the copy and before the
 * restore.
 */
export function isLostBy({ position, at }: ChainHead, restore: TrailRestore): boolean {
  return position > restore.position && at <= restore.at;
}

function isExplained(
  lastHead: ChainHead,
  restores: readonly TrailRestore[],
  sign: SignHead,
): boolean {
  return countedRestores(restores, sign).some((one) => isLostBy(lastHead, one));
}

function isBeyond(place: ChainPlace | null, head: ChainHead): boolean {
  if (place === null || place.position < head.position) return false;
  return place.position > head.position || place.hash !== head.hash;
}

const refusals: Readonly<Record<ExtensionRefusal, string>> = {
  'no-head': 'The newest head of the audit trail is missing.',
  'no-beginning':
    'The audit trail has no seal, not even over its signed beginning: its tables may have been emptied, or its seals deleted.',
  'not-signed': 'The newest head of the audit trail is not signed with AUDIT_SIGNING_KEY.',
  'beyond-head':
    'The audit trail has seals after its newest head, or a different one in its place: the bot did not make them.',
  'contradicts-known':
    'The audit trail does not contain what this process has sealed, or what audit-head.txt in the data folder tells: it was cut off or replaced.',
};

/** Why the bot does not seal, and what to do. */
export function extensionRefusalWords(refusal: ExtensionRefusal): string {
  return `${refusals[refusal]} Nothing is sealed until an operator looks: run npm run audit -- --verify, and where the key is new or the reason is known, npm run audit -- --start-chain.`;
}
