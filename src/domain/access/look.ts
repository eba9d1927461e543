import { type GrantPeriod, type Removal, removalShownMs } from './grant.ts';

/**
 * What a look at access finds.
 * - `gone`: the service does not show it; `told`: what it says of when that was; null: nothing
 * - `held-until`: it shows it, with this end
 * - `held`: it shows it
 * - `silent`: it does not tell; `isForGood`: it has no way to tell, or refuses to
 */
export type LookAnswer =
  | { readonly kind: 'gone'; readonly told: Removal | null }
  | { readonly kind: 'held-until'; readonly endsAt: Date }
  | { readonly kind: 'held' }
  | { readonly kind: 'silent'; readonly isForGood: boolean };

/** Access that is looked at. It is there until a look finds that it is gone, or nobody can tell. */
export interface AccessThere extends Pick<GrantPeriod, 'endsAt'> {
  /** It is being taken away: how it will have ended. */
  readonly revocationPending: 'given-back' | 'taken-away' | null;
  /** When the service took it away, by the task that did; null while it does not say so. */
  readonly revokedAt: Date | null;
  /** How often it was looked at since it should be gone. */
  readonly checks: number;
}

export type LookStep =
  /** It is gone; how it ended is looked up. */
  | ({ readonly kind: 'end' } & Removal)
  /** Its time is over, and nobody tells whether it is gone. */
  | { readonly kind: 'end-unconfirmed'; readonly at: Date }
  /** The service tells another end than was known. */
  | { readonly kind: 'move-end'; readonly endsAt: Date }
  /** It should be there, and nothing says that it is gone. */
  | { readonly kind: 'go-on' }
  /** It should be gone, and nothing says that it is. `stillSince`: people hear that it is not. */
  | { readonly kind: 'look-again'; readonly stillSince: Date | null };

/** So long is waited for an answer before nobody can tell, and so many looks: some eight minutes. */
const patience = { ms: 3_600_000, looks: 6 } as const;

/** What follows from a look at access. */
export function nextStep(access: AccessThere, answer: LookAnswer, now: Date): LookStep {
  const { endsAt, revokedAt, revocationPending, checks } = access;
  const isOrdered = revocationPending !== null || revokedAt !== null;
  const since = revokedAt ?? (hasRunOut(access, now) ? endsAt : null);
  const lateMs = since === null ? 0 : now.getTime() - since.getTime();
  const notYet = isOrdered || since !== null ? lookAgain : goOn;
  switch (answer.kind) {
    case 'gone': {
      const { told } = answer;
      const at = revokedAt ?? told?.at ?? (isOrdered ? now : (since ?? now));
      return { kind: 'end', at, isExpiry: told?.isExpiry === true };
    }
    case 'held-until':
      return isOrdered || !isNews(access, answer.endsAt, now)
        ? nextStep(access, { kind: 'held' }, now)
        : { kind: 'move-end', endsAt: answer.endsAt };
    case 'held':
      return lateMs >= removalShownMs ? { kind: 'look-again', stillSince: since } : notYet;
    case 'silent': {
      const isOver = answer.isForGood || (lateMs >= patience.ms && checks + 1 >= patience.looks);
      if (since === null || !isOver) return notYet;
      // The task of what was taken away says that it is gone.
      return revokedAt === null
        ? { kind: 'end-unconfirmed', at: since }
        : { kind: 'end', at: revokedAt, isExpiry: false };
    }
  }
}

const goOn: LookStep = { kind: 'go-on' };
const lookAgain: LookStep = { kind: 'look-again', stillSince: null };

/** Clocks, and the way to the service, make so much of a difference between two times of one end. */
const sameEndMs = 60_000;

/** Whether this end is to come, and is not the one that is known. */
function isNews({ endsAt }: Pick<AccessThere, 'endsAt'>, told: Date, now: Date): boolean {
  if (told <= now) return false;
  if (endsAt === null || endsAt <= now) return true;
  return Math.abs(told.getTime() - endsAt.getTime()) > sameEndMs;
}

/** Whether the time of a grant is over. */
export function hasRunOut({ endsAt }: Pick<GrantPeriod, 'endsAt'>, now: Date): boolean {
  return endsAt !== null && endsAt <= now;
}
