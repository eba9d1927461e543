import type { TaskSnapshot } from './task-snapshot.ts';

/** How a grant ended: its time was over, its holder gave it back, or a longer one took its place. */
export type GrantEnd = 'expired' | 'given-back' | 'extended';

/** How long somebody has what was granted. */
export interface GrantPeriod {
  readonly startedAt: Date;
  /** null = until revoked. */
  readonly endsAt: Date | null;
}

/** The end of the last year that is written with four digits: later ones are written in more than one way, and not every database reads them. */
const latestMs = Date.UTC(10_000, 0) - 1;

/**
 * The period of a task that ended with a grant; null for any other. `readAt` stands in where the service tells no time that
 * can be: services write "no time" as one long before there were any. What would end beyond the calendar has no end.
 */
export function grantPeriod(task: TaskSnapshot, readAt: Date): GrantPeriod | null {
  if (task.state !== 'closed' || task.outcome !== 'granted') return null;
  const toldMs = task.outcomeAt === null ? Number.NaN : Date.parse(task.outcomeAt);
  const startedAt = toldMs > 0 && toldMs <= latestMs ? new Date(toldMs) : readAt;
  if (task.grantDurationSeconds === null || task.grantDurationSeconds <= 0) return { startedAt, endsAt: null };
  const endsMs = startedAt.getTime() + task.grantDurationSeconds * 1_000;
  return { startedAt, endsAt: endsMs > latestMs ? null : new Date(endsMs) };
}

/** Whether `one` is over when, or before, `other` is. */
export function endsFirst(one: Pick<GrantPeriod, 'endsAt'>, other: Pick<GrantPeriod, 'endsAt'>): boolean {
  return other.endsAt === null || (one.endsAt !== null && one.endsAt <= other.endsAt);
}

/** How much is left of a grant; 0 where it is over, was never noted, or has no end. */
export function secondsLeft(
  grant: (Pick<GrantPeriod, 'endsAt'> & { readonly endedAt: Date | null }) | null,
  now: Date,
) {
  if (grant === null || grant.endedAt !== null || grant.endsAt === null) return 0;
  return Math.max(0, Math.ceil((grant.endsAt.getTime() - now.getTime()) / 1_000));
}

/** What an extension asks for: what is left plus what was picked, at most the longest that is allowed (null = any). */
export function extendedSeconds(leftSeconds: number, pickedSeconds: number, longestSeconds: number | null): number {
  return Math.min(leftSeconds + pickedSeconds, longestSeconds ?? Number.POSITIVE_INFINITY);
}
