import { type GrantPeriod, nextCheckMs } from './grant.ts';
import type { AccessThere } from './look.ts';

/**
 * When the service is asked again about one grant; `checks`: how often it was. A grant that runs is
 * watched for a while where something may have taken its access away without a word.
 */
export interface Watch {
  readonly checkAt: Date | null;
  readonly checks: number;
}

type Watched = Watch & Pick<AccessThere, 'endsAt' | 'revocationPending' | 'revokedAt'>;

/** The first of the growing gaps in a watch is the second one of access that should be gone. */
const firstGap = 1;
/** The last gap is 32 minutes: then it was watched for an hour. */
const lastGap = 7;

/** A service may tell what it granted so late. */
const grantShownMs = 300_000;

/**
 * Watches a grant for a shorter time than the person has the access: a service may end all of it
 * with the shorter time, so it is asked soon which end it tells, and again when that time is over.
 * Only then the gaps grow.
 */
export function watchShorter(shorter: Date, now: Date): Watch {
  const soon = new Date(now.getTime() + grantShownMs);
  return { checkAt: soon < shorter ? soon : shorter, checks: firstGap };
}

/**
 * What follows a question to which the access was there.
 *
 * @param grantedSeconds for how long this request alone was granted; null where nobody knows
 */
export function watchOn(
  grant: Pick<Watched, 'endsAt' | 'checks'> & Pick<GrantPeriod, 'startedAt'>,
  grantedSeconds: number | null,
  now: Date,
): Watch {
  // With growing gaps it is watched already, for another reason.
  if (grant.checks !== firstGap || grantedSeconds === null) return nextWatch(grant, now);
  const shorter = new Date(grant.startedAt.getTime() + grantedSeconds * 1_000);
  return shorter > now ? { checkAt: shorter, checks: firstGap } : nextWatch(grant, now);
}

export function beginWatch(grant: Pick<GrantPeriod, 'endsAt'>, now: Date): Watch {
  return nextWatch({ ...grant, checks: firstGap }, now);
}

/** The watch ends after the last gap, and where the grant's own end comes first. */
export function nextWatch(
  { endsAt, checks }: Pick<Watched, 'endsAt' | 'checks'>,
  now: Date,
): Watch {
  const checkAt = new Date(now.getTime() + nextCheckMs(checks));
  const isOver = checks > lastGap || (endsAt !== null && checkAt >= endsAt);
  return isOver ? { checkAt: null, checks: 0 } : { checkAt, checks: checks + 1 };
}

/**
 * Whether a grant is watched while it runs. One that was taken for over by a clock that was ahead is
 * to be looked at after its end, and one that is taken away is looked at until it is gone.
 */
export function isWatched(grant: Watched): boolean {
  const { endsAt, checkAt, checks, revocationPending, revokedAt } = grant;
  if (revocationPending !== null || revokedAt !== null || checkAt === null) return false;
  return checks > 0 && (endsAt === null || checkAt < endsAt);
}

/**
 * Whether a watch can begin anew with it: it is not watched, or with growing gaps. One for the end of
 * a shorter grant keeps its time.
 */
export function isLookedAtAnew(grant: Watched): boolean {
  return isWatched(grant) ? grant.checks > firstGap : grant.checks === 0;
}
