/**
 * Whether the bot may seal on after the end that it finds in the database. With a key its next signature vouches for everything before
 * it, so somebody with write access who deleted the head, wrote seals of their own or put an earlier end back must not get it.
 */
import { ok, type Result, refuse } from '../domain/result.ts';
import {
  type ChainHead,
  type ChainPlace,
  type ChainStart,
  chainStartText,
  type ExtensionRefusal,
  headText,
  isSignedWith,
  type SignHead,
  startText,
} from './audit-chain.ts';

/** What the database has at the end of the chain. */
export interface FoundEnd {
  /** After the pruned entries; position 0 where none were pruned. */
  readonly start: ChainHead;
  readonly newest: ChainHead | null;
  readonly lastSeal: ChainPlace | null;
  /** The seal at the position that this process sealed last; null where it is not there. */
  readonly sealAtKnown: ChainPlace | null;
  /** Operators' starts after the last sealed entry. */
  readonly chainStarts: readonly ChainStart[];
  /** When the oldest entry that is to be sealed was appended. */
  readonly oldestAt: Date;
}

interface Extension {
  readonly sign: SignHead;
  readonly known: ChainPlace | null;
  readonly now: Date;
}

/** A new database has its first entry sealed within seconds. Older entries without any seal may be a trail whose seals were deleted. */
const newTrailMs = 10 * 60_000;

/** The end of the chain: the place of the newest of start, head and last seal. */
export function endOf({ start, newest, lastSeal }: Pick<FoundEnd, 'start' | 'newest' | 'lastSeal'>): ChainPlace {
  const ends = [start, newest, lastSeal].filter((end) => end !== null);
  const { position, seq, hash } = ends.reduce((last, end) => (end.position > last.position ? end : last));
  return { position, seq, hash };
}

/** The place after which the next entry is chained, or why none is. Without a key every end is extended, as nothing is vouched for. */
export function extendable(found: FoundEnd, { sign, known, now }: Extension): Result<ChainPlace, ExtensionRefusal> {
  const end = endOf(found);
  if (!canSign(sign) || isStartedAt(end, found.chainStarts, sign)) return ok(end);
  const { start, newest, lastSeal, sealAtKnown, oldestAt } = found;
  if (newest === null) {
    if (end.position > 0) return refuse('no-head');
    if (known !== null) return refuse('contradicts-known');
    const isNew = now.getTime() - oldestAt.getTime() < newTrailMs;
    return isNew ? ok(end) : refuse('unsealed-history');
  }
  if (!isSignedWith(sign, headText(newest), newest.signature)) return refuse('not-signed');
  if (isBeyond(start, newest) || isBeyond(lastSeal, newest)) return refuse('beyond-head');
  if (known === null) return ok(end);
  const isEarlier = newest.position < known.position;
  const isOther = newest.position === known.position && newest.hash !== known.hash;
  const isRewritten = sealAtKnown !== null && sealAtKnown.hash !== known.hash;
  return isEarlier || isOther || isRewritten ? refuse('contradicts-known') : ok(end);
}

/** Whether the bot's signature may go on a start that hides what is before it: only if the present end and start carry it. */
export function isPrunable(
  { start, newest }: Pick<FoundEnd, 'start' | 'newest'>,
  chainStarts: readonly ChainStart[],
  sign: SignHead,
): boolean {
  if (!canSign(sign)) return true;
  if (newest === null || !isSignedWith(sign, headText(newest), newest.signature)) return false;
  return isVouchedStart(start, chainStarts, sign);
}

/** A start is vouched for by its signature, or by an operator who started a chain after it. */
export function isVouchedStart(start: ChainHead, chainStarts: readonly ChainStart[], sign: SignHead): boolean {
  if (start.position === 0 || isSignedWith(sign, startText(start), start.signature)) return true;
  return signedStarts(chainStarts, sign).some(({ position }) => position >= start.position);
}

/** Whether an operator started a chain at exactly this place. */
export function isStartedAt(place: ChainPlace, chainStarts: readonly ChainStart[], sign: SignHead): boolean {
  return signedStarts(chainStarts, sign).some(
    ({ position, hash }) => position === place.position && hash === place.hash,
  );
}

export function signedStarts(chainStarts: readonly ChainStart[], sign: SignHead): readonly ChainStart[] {
  return chainStarts.filter((one) => isSignedWith(sign, chainStartText(one), one.signature));
}

/** Whether there is a key. */
function canSign(sign: SignHead): boolean {
  return sign('') !== null;
}

function isBeyond(place: ChainPlace | null, head: ChainHead): boolean {
  if (place === null || place.position < head.position) return false;
  return place.position > head.position || place.hash !== head.hash;
}

const refusals: Readonly<Record<ExtensionRefusal, string>> = {
  'no-head': 'The newest head of the audit trail is missing.',
  'unsealed-history': 'The audit trail has entries that are minutes old, and no seal: its seals may have been deleted.',
  'not-signed': 'The newest head of the audit trail is not signed with AUDIT_SIGNING_KEY.',
  'beyond-head': 'The audit trail has seals after its newest head, or other ones than it: the bot did not make them.',
  'contradicts-known': 'The audit trail does not contain what this process has sealed: it was cut off or replaced.',
};

/** Why the bot does not seal, with what to do. */
export function extensionRefusalWords(refusal: ExtensionRefusal): string {
  return `${refusals[refusal]} Nothing is sealed until an operator looks: run npm run audit -- --verify, and where the key is new or the reason is known, npm run audit -- --start-chain.`;
}
