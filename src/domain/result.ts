/**
 * The room of rules. It owns what is allowed, what follows from what, and how durations and waits are computed; it never does
 * I/O, never reads a clock and never draws a random number: whatever it needs is an argument.
 *
 * A value, or an expected refusal that people get to read. Failures (network, HTTP, decode) are thrown instead.
 */
export type Result<T, R> = { readonly ok: true; readonly value: T } | { readonly ok: false; readonly refusal: R };

export function ok<T>(value: T): { readonly ok: true; readonly value: T } {
  return { ok: true, value };
}

export function refuse<R>(refusal: R): { readonly ok: false; readonly refusal: R } {
  return { ok: false, refusal };
}
