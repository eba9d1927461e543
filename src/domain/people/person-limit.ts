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
const faultless: ReadonlySet<unknown> = new Set(['expired', 'withdrawn', 'failed', 'service']);

/**
 * Whether a refusal counts among those that a person is told only so often. Somebody who has to
 * look again because the request changed is always told: they may decide, and what they typed comes
 * back.
 */
export function countsAsRefusal({ kind }: { readonly kind: string }): boolean {
  return !faultless.has(kind) && kind !== 'changed';
}

/**
 * Whether an entry of the trail is a refused decision, or act like one, that counts among the
 * person's `refusals`.
 */
export function isRefusedDecision(
  kind: string,
  { refusal }: Readonly<Record<string, unknown>>,
): boolean {
  if (
    !kind.endsWith('.refused') ||
    kind === 'request.refused' ||
    typeof refusal !== 'object' ||
    refusal === null
  )
    return false;
  return 'kind' in refusal && !faultless.has(refusal.kind);
}
