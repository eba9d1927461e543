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
  canSign,
  type ExtensionRefusal,
  firstPlace,
  headText,
  isSignedWith,
  type SignHead,
  startText,
  type TrailStart,
} from './audit-chain.ts';

/** What of the trail a verification reads. */
export type VerifiedTrail = Pick<AuditTrail, 'anchors' | 'end' | 'links'>;

/** What the database has at the end of the chain. */
export interface FoundEnd {
  readonly starts: readonly TrailStart[];
  readonly newest: ChainHead | null;
  readonly lastSeal: ChainPlace | null;
  /** The seal at the position that this process sealed last; null if it is missing. */
  readonly sealAtKnown: ChainPlace | null;
}

interface Extension {
  readonly sign: SignHead;
  readonly lastHead: ChainHead | null;
}

/** Where the chain begins: after the last pruned entry, or at position 0. */
export function startOf(starts: readonly TrailStart[]): ChainPlace {
  return starts.findLast(({ kind }) => kind === 'audit.pruned') ?? firstPlace;
}

/** The end of the chain: the place of the newest of start, head and last seal. */
export function chainEndOf({
  starts,
  newest,
  lastSeal,
}: Pick<FoundEnd, 'starts' | 'newest' | 'lastSeal'>): ChainPlace {
  const ends = [startOf(starts), newest, lastSeal].filter((end) => end !== null);
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
  if (!canSign(sign)) return ok(end);
  const { starts, newest, lastSeal, sealAtKnown } = found;
  const signed = signedStarts(starts, sign);
  if (isStartedAt(end, signed)) return ok(end);
  if (newest === null || !isSignedWith(sign, headText(newest), newest.signature))
    return refuse('not-signed');
  if (isBeyond(startOf(starts), newest) || isBeyond(lastSeal, newest)) return refuse('beyond-head');
  if (lastHead === null || signed.some((one) => isLostBy(lastHead, one))) return ok(end);
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
  { starts, newest }: Pick<FoundEnd, 'starts' | 'newest'>,
  sign: SignHead,
): boolean {
  if (!canSign(sign)) return true;
  if (newest === null || !isSignedWith(sign, headText(newest), newest.signature)) return false;
  return isVouched(startOf(starts), signedStarts(starts, sign));
}

/** Starts that count with this key: anybody with write access can insert an entry. */
export function signedStarts(starts: readonly TrailStart[], sign: SignHead): readonly TrailStart[] {
  return starts.filter((one) => isSignedWith(sign, startText(one), one.signature));
}

/** Whether a start of the chain is signed, or an operator started a chain at or after it. */
export function isVouched(start: ChainPlace, signed: readonly TrailStart[]): boolean {
  if (start.position === 0) return true;
  return signed.some(
    (one) => one === start || (isByOperator(one) && one.position >= start.position),
  );
}

/** Whether an operator started a chain at exactly this place. */
export function isStartedAt(place: ChainPlace, signed: readonly TrailStart[]): boolean {
  return signed.some(
    (one) => isByOperator(one) && one.position === place.position && one.hash === place.hash,
  );
}

export const isByOperator = ({ kind }: TrailStart): boolean => kind === 'audit.chain-started';

/** Whether a restore explains that this head is missing: it was made after the copy and before it. */
export function isLostBy({ position, at }: ChainHead, { kind, ...restore }: TrailStart): boolean {
  return kind === 'database.restored' && position > restore.position && at <= restore.at;
}

function isBeyond(place: ChainPlace | null, head: ChainHead): boolean {
  if (place === null || place.position < head.position) return false;
  return place.position > head.position || place.hash !== head.hash;
}

const refusals: Readonly<Record<ExtensionRefusal, string>> = {
  'not-signed':
    'The newest head of the audit trail is not signed with AUDIT_SIGNING_KEY, or missing: its tables may have been emptied, or its seals deleted.',
  'beyond-head':
    'The audit trail has seals after its newest head, or a different one in its place: the bot did not make them.',
  'contradicts-known':
    'The audit trail does not contain what this process has sealed, or what audit-head.txt in the data folder tells: it was cut off or replaced.',
};

/** Why the bot does not seal, and what to do. */
export function extensionRefusalWords(refusal: ExtensionRefusal): string {
  return `${refusals[refusal]} Nothing is sealed until an operator looks: run npm run audit -- --verify, and where the key is new or the reason is known, npm run audit -- --start-chain.`;
}
