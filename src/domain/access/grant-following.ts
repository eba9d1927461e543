import type { GrantPeriod } from './grant.ts';

/** What the bot keeps of a grant that has not ended. */
export interface RunningGrant extends Pick<GrantPeriod, 'endsAt'> {
  /** It is being taken away: how it will have ended. */
  readonly revocationPending: 'given-back' | 'taken-away' | null;
  /** When the service took it away, by the task that did; null while it does not say so. */
  readonly revokedAt: Date | null;
}

/**
 * How far a grant is towards its end. The end itself is told only once the service says that the
 * access is gone, or when it never will.
 *
 * ```
 * running ──► expired ───────────────────────────► ended
 *    │  ▲        │ a later end was read
 *    │  └────────┘
 *    └──► revocation-pending ──► revoked ────────► ended
 *              │ the service did not take it away
 *              └──► running
 * ```
 */
export type GrantPhase = 'running' | 'expired' | 'revocation-pending' | 'revoked';

export function phaseOf(
  { endsAt, revocationPending, revokedAt }: RunningGrant,
  now: Date,
): GrantPhase {
  if (revokedAt !== null) return 'revoked';
  if (revocationPending !== null) return 'revocation-pending';
  return endsAt !== null && endsAt <= now ? 'expired' : 'running';
}

/**
 * What the service says of what the person holds: `untold` if it has no way to tell, or refuses to;
 * `failed` if it does not answer.
 */
export type HoldingAnswer =
  | 'untold'
  | 'failed'
  | { readonly isHeld: boolean | null; readonly endsAt: Date | null };

export type GrantStep =
  /** What was taken away is gone. */
  | { readonly kind: 'end-revoked'; readonly at: Date }
  | { readonly kind: 'expire'; readonly at: Date }
  /** It is gone before its time, for a reason that is looked up. */
  | { readonly kind: 'end-early' }
  /** Its time is not over, and nothing says that it is gone. */
  | { readonly kind: 'go-on' }
  /** The service gave it a later end. */
  | { readonly kind: 'prolong'; readonly endsAt: Date }
  /** It should be gone, and nothing says that it is. */
  | { readonly kind: 'look-again'; readonly isHeld: boolean | null };

/** What follows for a grant from the service's answer about it. */
export function nextStep(grant: RunningGrant, answer: HoldingAnswer, now: Date): GrantStep {
  const phase = phaseOf(grant, now);
  const { endsAt, revokedAt } = grant;
  const isHeld = typeof answer === 'string' ? null : answer.isHeld;
  const isTakenAway = phase === 'revoked' || phase === 'revocation-pending';
  if (isHeld === false) {
    if (isTakenAway) return { kind: 'end-revoked', at: revokedAt ?? now };
    return phase === 'expired' && endsAt !== null
      ? { kind: 'expire', at: endsAt }
      : { kind: 'end-early' };
  }
  if (phase === 'running') return { kind: 'go-on' };
  // The task says that it is gone, and nothing else can tell.
  if (revokedAt !== null && isHeld === null && answer !== 'failed')
    return { kind: 'end-revoked', at: revokedAt };
  const later = laterEnd(grant, answer);
  if (later !== null && later > now) return { kind: 'prolong', endsAt: later };
  return { kind: 'look-again', isHeld };
}

/** An end after the one that is known; null if the service tells none, or took it away. */
function laterEnd({ endsAt, revokedAt }: RunningGrant, answer: HoldingAnswer): Date | null {
  if (typeof answer === 'string' || endsAt === null || revokedAt !== null) return null;
  return answer.endsAt !== null && answer.endsAt > endsAt ? answer.endsAt : null;
}
