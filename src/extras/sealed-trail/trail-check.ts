import { visibleControls } from '../../domain/text/foreign-text.ts';
import { Finding, type Look } from '../../operator/doctor/check.ts';
import {
  type ChainHead,
  headText,
  isSignedWith,
  type SignHead,
} from '../../use-cases/trail/audit-chain.ts';
import {
  extensionRefusalWords,
  startOf,
  type VerifiedTrail,
} from '../../use-cases/trail/extend-audit-chain.ts';
import { verdictOn, whatToDo } from './audit-verify.ts';

interface TrailCheckDeps {
  readonly trail: VerifiedTrail;
  /** null = signatures are not checked. */
  readonly sign: SignHead | null;
  /** The head that an earlier process left in the data folder. */
  readonly lastSealed: ChainHead | null;
  readonly now: () => Date;
}

/** A running bot seals within seconds; older unsealed entries are a warning. */
const longestUnsealedMs = 5 * 60_000;

/**
 * A chain of so many entries is verified within a second or two; a longer one only by `npm run
 * audit -- --verify`.
 */
const mostVerified = 10_000;

/**
 * Whether the audit trail is as it was sealed, if it is short, and in any case whether it is sealed
 * to its end and signed.
 */
export function trailLook({ trail, sign, lastSealed, now }: TrailCheckDeps): Look {
  const ask = async () => {
    const { newest, unsealed, oldestUnsealed } = await trail.end();
    const isSigned =
      newest !== null && sign !== null && isSignedWith(sign, headText(newest), newest.signature);
    if (newest !== null && sign !== null && !isSigned)
      throw new Finding('error', extensionRefusalWords('not-signed'));
    const waitedMs = oldestUnsealed === null ? 0 : now().getTime() - Date.parse(oldestUnsealed);
    if (waitedMs > longestUnsealedMs)
      throw new Finding(
        'warning',
        `${unsealed} entries are not sealed, the oldest of ${oldestUnsealed}. Start the bot; where it runs, look for a transaction that hangs.`,
      );
    const { starts } = await trail.anchors();
    const isLong = newest !== null && newest.position - startOf(starts).position > mostVerified;
    const { broken } = isLong
      ? { broken: null }
      : await verdictOn(trail, lastSealed === null ? [] : [lastSealed], sign);
    if (broken !== null) throw new Finding('error', `${visibleControls(broken)} ${whatToDo}`);
    const how = isLong
      ? 'too long to be verified here: run npm run audit -- --verify'
      : 'as it was sealed';
    const signature = sign === null ? noKey : 'the newest head is signed';
    return newest === null
      ? `nothing is sealed yet${sign === null ? `, ${noKey}` : ''}`
      : `sealed up to entry ${newest.seq}, ${how}; ${signature}`;
  };
  return { what: 'audit trail', ask, mend: 'Look whether the database runs.' };
}

const noKey = 'not signed: AUDIT_SIGNING_KEY is not set';
