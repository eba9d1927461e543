import type { Access, GrantOfAccess } from './access.ts';

/** What the bot keeps of a grant that has not ended. */
export interface RunningGrant extends GrantOfAccess {
  /** When the service took it away, by the task that did; null while it does not say so. */
  readonly revokedAt: Date | null;
}

/**
 * How far access is towards its end, drawn in docs/architecture.md (the life of an access). The end
 * itself is told only once the service says that the access is gone, or when it never will.
 */
export type AccessPhase = 'running' | 'expired' | 'revocation-pending' | 'revoked';

export function phaseOf(access: Access<RunningGrant>, now: Date): AccessPhase {
  if (revokedAtOf(access) !== null) return 'revoked';
  if (access.current.revocationPending !== null) return 'revocation-pending';
  return hasRunOut(access.current, now) ? 'expired' : 'running';
}

/** When the service took the access away; null while it does not say so. */
export function revokedAtOf({ grants }: Access<RunningGrant>): Date | null {
  return grants.find((one) => one.revokedAt !== null)?.revokedAt ?? null;
}

/**
 * What the service says of what the person holds: `untold` if it has no way to tell, or refuses to;
 * `failed` if it does not answer.
 */
export type HoldingAnswer =
  | 'untold'
  | 'failed'
  | { readonly isHeld: boolean | null; readonly endsAt: Date | null };

export type AccessStep =
  /** What was taken away is gone. */
  | { readonly kind: 'end-revoked'; readonly at: Date }
  | { readonly kind: 'expire'; readonly at: Date }
  /** It is gone before its time, for a reason that is looked up. */
  | { readonly kind: 'end-early' }
  /** Its time is not over, and nothing says that it is gone. */
  | { readonly kind: 'go-on' }
  /** The service tells another end than was expected. */
  | { readonly kind: 'move-end'; readonly endsAt: Date }
  /** The time of its latest grant is over, and an earlier, longer one counts again. */
  | { readonly kind: 'fall-back' }
  /** It should be gone, and nothing says that it is. */
  | { readonly kind: 'look-again'; readonly isHeld: boolean | null };

/** What follows for access from the service's answer about it. */
export function nextStep(
  access: Access<RunningGrant>,
  answer: HoldingAnswer,
  now: Date,
): AccessStep {
  const phase = phaseOf(access, now);
  const { endsAt } = access.current;
  const isHeld = typeof answer === 'string' ? null : answer.isHeld;
  if (phase === 'revoked' || phase === 'revocation-pending') {
    const revokedAt = revokedAtOf(access);
    if (isHeld === false) return { kind: 'end-revoked', at: revokedAt ?? now };
    // The task says that it is gone, and nothing else can tell.
    if (revokedAt !== null && isHeld === null && answer !== 'failed')
      return { kind: 'end-revoked', at: revokedAt };
    return { kind: 'look-again', isHeld };
  }
  if (isHeld === false)
    return phase === 'expired' && endsAt !== null
      ? { kind: 'expire', at: endsAt }
      : { kind: 'end-early' };
  const otherEnd = toldEnd(access, answer, now);
  if (otherEnd !== null) return { kind: 'move-end', endsAt: otherEnd };
  if (phase === 'running') return { kind: 'go-on' };
  // A service may show access for a while after its end, and then tells that end.
  const isKept = typeof answer !== 'string' && answer.isHeld === true && answer.endsAt === null;
  return isKept && isLongerBehind(access, now)
    ? { kind: 'fall-back' }
    : { kind: 'look-again', isHeld };
}

/** Whether an earlier grant is to last longer than the latest one, which is over. */
export function isLongerBehind({ behind }: Access<RunningGrant>, now: Date): boolean {
  return behind.some((one) => !hasRunOut(one, now));
}

/** Whether the time of a grant is over. */
export function hasRunOut({ endsAt }: Pick<GrantOfAccess, 'endsAt'>, now: Date): boolean {
  return endsAt !== null && endsAt <= now;
}

/** Clocks, and the way to the service, make so much of a difference between two times of one end. */
const sameEndMs = 60_000;

/** An end to come that the service tells, and that is not the one that is known; else null. */
function toldEnd(
  { current, behind }: Access<RunningGrant>,
  answer: HoldingAnswer,
  now: Date,
): Date | null {
  if (typeof answer === 'string' || answer.isHeld !== true) return null;
  const { endsAt: end } = answer;
  if (end === null || end <= now) return null;
  const { endsAt } = current;
  // Two ends may be expected, and this settles which it is.
  if (endsAt === null || endsAt <= now || behind.length > 0) return end;
  return Math.abs(end.getTime() - endsAt.getTime()) > sameEndMs ? end : null;
}
