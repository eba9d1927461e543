import type { TaskSnapshot } from './task-snapshot.ts';

/** How a grant ended: its time was over, its holder gave it back, or a longer one took its place. */
export type GrantEnd = 'expired' | 'given-back' | 'extended';

/** How long somebody has what was granted. */
export interface GrantPeriod {
  readonly startedAt: Date;
  /** null = until revoked. */
  readonly endsAt: Date | null;
}

/** The most that a date can hold, in milliseconds since 1970. */
const latestMs = 8_640_000_000_000_000;

/** The period of a task that ended with a grant; null for any other. `readAt` stands in where the service tells no time. */
export function grantPeriod(task: TaskSnapshot, readAt: Date): GrantPeriod | null {
  if (task.state !== 'closed' || task.outcome !== 'granted') return null;
  const told = task.outcomeAt === null ? readAt : new Date(task.outcomeAt);
  const startedAt = Number.isNaN(told.getTime()) ? readAt : told;
  if (task.grantDurationSeconds === null) return { startedAt, endsAt: null };
  const endsMs = startedAt.getTime() + task.grantDurationSeconds * 1_000;
  return { startedAt, endsAt: endsMs > latestMs ? null : new Date(endsMs) };
}
