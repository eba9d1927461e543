import { type Check, check, Finding } from '../domain/check.ts';
import { type AuditTrail, headText, isSignedWith, type SignHead } from '../use-cases/audit-chain.ts';
import { extensionRefusalWords } from '../use-cases/extend-audit-chain.ts';
import type { SealingMemory } from '../use-cases/keep-audit-trail.ts';

interface TrailCheckDeps {
  readonly trail: Pick<AuditTrail, 'end'>;
  /** null = signatures are not checked. */
  readonly sign: SignHead | null;
  readonly memory: SealingMemory;
  readonly now: () => Date;
}

/** A running bot seals within seconds; older unsealed entries are a warning. */
const longestUnsealedMs = 5 * 60_000;

/**
 * Whether the audit trail is sealed to its end and signed. Only `npm run audit -- --verify` checks
 * every entry.
 */
export function trailCheck({ trail, sign, memory, now }: TrailCheckDeps): Promise<Check> {
  const look = async () => {
    if (memory.refusal !== null) throw new Finding('error', extensionRefusalWords(memory.refusal));
    const { newest, unsealed, oldestUnsealed } = await trail.end();
    const isSigned = newest !== null && sign !== null && isSignedWith(sign, headText(newest), newest.signature);
    if (newest !== null && sign !== null && !isSigned) throw new Finding('error', extensionRefusalWords('not-signed'));
    const waitedMs = oldestUnsealed === null ? 0 : now().getTime() - Date.parse(oldestUnsealed);
    if (waitedMs > longestUnsealedMs)
      throw new Finding(
        'warning',
        `${unsealed} entries are not sealed, the oldest of ${oldestUnsealed}. Start the bot; where it runs, look for a transaction that hangs.`,
      );
    const place = newest === null ? 'nothing is sealed yet' : `sealed up to entry ${newest.seq}`;
    if (sign === null) return `${place}, not signed: AUDIT_SIGNING_KEY is not set`;
    return newest === null ? place : `${place}, and signed`;
  };
  return check('audit trail', look, 'Look whether the database runs.');
}
