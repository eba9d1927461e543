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
   * Counts an act against all of these limits. Where one of them is full, it counts nothing, and the
   * act must not be done.
   *
   * @param times 0 to look without counting
   * @param isAnswered false where the person gets no answer: the next refusal is then their first
   * @returns null where there is room
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
