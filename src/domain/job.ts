import { DatabaseFailure } from './database-failure.ts';
import { OutwardFailure } from './outward-failure.ts';

/** Work that goes outward and can be done again: what the durable queue holds. Ids only; the rest is in the store. */
export type OutwardJob =
  | { readonly kind: 'create-task'; readonly requestId: string }
  | { readonly kind: 'sync-card'; readonly cardId: string }
  | { readonly kind: 'carry-out-review'; readonly reviewId: string }
  | { readonly kind: 'carry-out-holder-action'; readonly holderActionId: string }
  | { readonly kind: 'send-notice'; readonly noticeId: string }
  | { readonly kind: 'sync-home'; readonly slackUserId: string }
  /** A copy of a card that was posted when the outcome of the first post was unknown. */
  | { readonly kind: 'retire-copy'; readonly channel: string; readonly ts: string }
  | { readonly kind: 'sync-overview'; readonly channel: string }
  | { readonly kind: 'act-on-due' }
  /** `day`: in the configured zone, like `2026-11-21`. */
  | { readonly kind: 'send-digest'; readonly day: string }
  | { readonly kind: 'refresh-tasks' }
  | { readonly kind: 'end-grants' }
  | { readonly kind: 'post-audit-head' };

export type JobKind = OutwardJob['kind'];

/** What it waits for is not there yet: the job comes back later, however often. */
export type NotYet = 'not-yet';

export const jobKinds = [
  'create-task',
  'sync-card',
  'carry-out-review',
  'carry-out-holder-action',
  'send-notice',
  'sync-home',
  'retire-copy',
  'sync-overview',
  'act-on-due',
  'send-digest',
  'refresh-tasks',
  'end-grants',
  'post-audit-head',
] as const satisfies readonly JobKind[];

/** First wait, doubled with every attempt up to the ceiling. */
const firstDelayMs = 1_000;
const longestDelayMs = 60_000;

/**
 * Milliseconds before the next attempt.
 *
 * @param attempt how many attempts there have been, this one included; 1 or more
 * @param jitter 0 up to 1, drawn by the caller, spreads the waits of many jobs
 */
export function backoffMs(attempt: number, jitter: number): number {
  const waitMs = Math.min(longestDelayMs, firstDelayMs * 2 ** Math.min(attempt - 1, 16));
  return Math.round(waitMs * (0.75 + jitter * 0.25));
}

/**
 * The one rule about trying again after a failure. Failures of the world are tried until they pass: nothing submitted is
 * lost. What is not a failure of the world is a bug: it is tried a few times (a bug may be a race), then given up and shown
 * to the operator.
 *
 * @returns milliseconds to wait, or `give-up`
 */
export function decideRetry(error: unknown, attempt: number, jitter: number): number | 'give-up' {
  const waitMs = backoffMs(attempt, jitter);
  if (error instanceof OutwardFailure) return Math.max(waitMs, error.retryAfterMs ?? 0);
  return error instanceof DatabaseFailure || attempt < 5 ? waitMs : 'give-up';
}
