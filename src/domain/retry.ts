import { OutwardFailure } from './outward-failure.ts';

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
  if (!(error instanceof OutwardFailure)) return attempt >= 5 ? 'give-up' : backoffMs(attempt, jitter);
  return Math.max(backoffMs(attempt, jitter), error.retryAfterMs ?? 0);
}
