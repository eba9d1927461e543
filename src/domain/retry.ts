import { OutwardFailure } from './outward-failure.ts';

/** First wait, doubled with every attempt up to the ceiling. */
const firstDelayMs = 1_000;
const longestDelayMs = 60_000;

/**
 * The one rule about trying again. Failures of the world are tried until they pass: nothing submitted is lost. What is not
 * a failure of the world is a bug: it is tried a few times (a bug may be a race), then given up and shown to the operator.
 *
 * @param attempt how many attempts have failed, this one included; 1 or more
 * @param jitter 0 up to 1, drawn by the caller, spreads the waits of many jobs
 * @returns milliseconds to wait, or `give-up`
 */
export function decideRetry(error: unknown, attempt: number, jitter: number): number | 'give-up' {
  if (!(error instanceof OutwardFailure) && attempt >= 5) return 'give-up';
  const backoffMs = Math.min(longestDelayMs, firstDelayMs * 2 ** Math.min(attempt - 1, 16));
  const spreadMs = Math.round(backoffMs * (0.75 + jitter * 0.25));
  const askedMs = error instanceof OutwardFailure ? (error.retryAfterMs ?? 0) : 0;
  return Math.max(spreadMs, askedMs);
}
