/** What one person may do only so often: click, have decisions refused, type commands, make requests and emergencies. */
export const limitedActs = ['clicks', 'refusals', 'commands', 'requests', 'emergencies'] as const;
export type LimitedAct = (typeof limitedActs)[number];

/** `most` is Infinity where there is no limit. */
export interface PersonLimit {
  readonly most: number;
  readonly windowSeconds: number;
}

/** What a person did since `startedAtMs`. */
export interface LimitWindow {
  readonly startedAtMs: number;
  readonly used: number;
  /** The person was told that it is too much; once a window, however many follow. */
  readonly isTold: boolean;
}

/** Too much: how long the person has to wait, and whether it is the first in the window, which is answered and audited. */
export interface OverLimit {
  readonly waitSeconds: number;
  readonly isFirst: boolean;
}

/**
 * Counts something that a person wants done `times` times, all or none of it; 0 only looks whether there is room for one more. What
 * alone is more than the limit takes a whole window. `window`: null before the first.
 */
export function countWithin(
  window: LimitWindow | null,
  { most, windowSeconds }: PersonLimit,
  nowMs: number,
  times: number,
): { readonly window: LimitWindow; readonly over: OverLimit | null } {
  const endsAtMs = window === null ? 0 : window.startedAtMs + windowSeconds * 1_000;
  const current = window !== null && nowMs < endsAtMs ? window : { startedAtMs: nowMs, used: 0, isTold: false };
  if (most - current.used >= Math.min(Math.max(times, 1), most)) {
    return { window: { ...current, used: current.used + times }, over: null };
  }
  const waitSeconds = Math.max(1, Math.ceil((endsAtMs - nowMs) / 1_000));
  return { window: { ...current, isTold: true }, over: { waitSeconds, isFirst: !current.isTold } };
}

/** "40 seconds" reads better than "39 minutes 17 seconds": the wait in its largest unit, rounded up. */
export function roundedWait(seconds: number): number {
  const unit = [3_600, 60].find((one) => seconds > 2 * one) ?? 1;
  return Math.ceil(seconds / unit) * unit;
}

/** Refusals of a decision that say nothing of the person: the bot or the service failed, or they took it back. */
const faultless: ReadonlySet<unknown> = new Set(['expired', 'withdrawn', 'failed', 'service']);

/** Whether an entry of the trail is a refused decision, or act like one, that counts among the person's `refusals`. */
export function isRefusedDecision(kind: string, { refusal }: Readonly<Record<string, unknown>>): boolean {
  if (!kind.endsWith('.refused') || kind === 'request.refused' || typeof refusal !== 'object' || refusal === null)
    return false;
  return 'kind' in refusal && !faultless.has(refusal.kind);
}
