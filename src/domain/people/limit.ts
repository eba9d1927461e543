import { refusals } from '../refusals/refusals.ts';

/**
 * What one person may do only so often: click or type a command, be refused, make requests and
 * emergencies, and have agents call the bot.
 */
export const limitedUses = ['clicks', 'refusals', 'requests', 'emergencies', 'agents'] as const;
export type LimitedUse = (typeof limitedUses)[number];

/** `most` is Infinity where there is no limit. */
export interface Limit {
  readonly most: number;
  readonly windowSeconds: number;
}

/** Too much. `isFirst`: the first in its window, which is answered. */
export interface OverLimit {
  readonly endsAtMs: number;
  readonly waitSeconds: number;
  readonly isFirst: boolean;
}

/** Counts what each does. */
export interface Limits<Kind extends string> {
  /**
   * Counts it against each of these limits, or against none; 0 only looks. null where there is room,
   * else it must not be done, and whoever is the first is told. `isAnswered`: false for what nobody
   * can be told of; the next one is the first then.
   */
  take(kinds: readonly Kind[], who: string, times?: number, isAnswered?: boolean): OverLimit | null;
  /** Counts what is over already, whatever the limit says. */
  count(kind: Kind, who: string): void;
}

/** What people and their agents do. */
export type PersonLimits = Limits<LimitedUse>;

/** Refusals that say nothing of the person: the bot or the service failed, or they took it back. */
const faultless: ReadonlySet<string> = new Set([
  ...refusals['not-done'].codes,
  ...refusals.service.codes,
  'failed',
  'conflict',
  'duplicate',
]);

/** Whether a refusal counts among those that a person is told only so often. */
export function countsAsRefusal({ code }: { readonly code: string }): boolean {
  return !faultless.has(code);
}
