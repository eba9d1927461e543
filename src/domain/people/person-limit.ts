import { refusalCode, refusals } from '../refusals/refusals.ts';

/**
 * What one person may do only so often: click, have decisions refused, type commands, make requests
 * and emergencies, and have agents call the bot.
 */
export const limitedUses = [
  'clicks',
  'refusals',
  'commands',
  'requests',
  'emergencies',
  'agents',
] as const;
export type LimitedUse = (typeof limitedUses)[number];

/** `most` is Infinity where there is no limit. */
export interface PersonLimit {
  readonly most: number;
  readonly windowSeconds: number;
}

/**
 * Refusals of a decision that say nothing of the person: the bot or the service failed, or they
 * took it back.
 */
const faultless: ReadonlySet<string> = new Set([
  ...refusals['not-done'].codes,
  ...refusals.service.codes,
  'failed',
  'conflict',
  'duplicate',
]);

/**
 * Whether a refusal counts among those that a person is told only so often. Somebody who has to
 * look again because the request changed is always told: they may decide, and what they typed comes
 * back.
 */
export function countsAsRefusal({ code }: { readonly code: string }): boolean {
  return !faultless.has(code) && code !== 'changed';
}

/**
 * Whether an entry of the trail is a refused decision, or act like one, that counts among the
 * person's `refusals`.
 */
export function isRefusedDecision(
  kind: string,
  { refusal }: Readonly<Record<string, unknown>>,
): boolean {
  const code = refusalCode({ refusal });
  const isOfClick = kind.endsWith('.refused') && kind !== 'request.refused';
  return isOfClick && code !== null && !faultless.has(code);
}
