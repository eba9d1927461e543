/**
 * The rules. This room owns what is allowed, what follows from what, and how durations and waits
 * are computed; it never does I/O, never reads a clock and never draws a random number: it gets
 * them as arguments.
 *
 * `Result` is a value, or an expected refusal that people get to read. Failures (network, HTTP,
 * decode) are thrown instead.
 */
export type Result<T, R> =
  | { readonly ok: true; readonly value: T }
  | { readonly ok: false; readonly refusal: R };

export function ok<T>(value: T): { readonly ok: true; readonly value: T } {
  return { ok: true, value };
}

export function refuse<R>(refusal: R): { readonly ok: false; readonly refusal: R } {
  return { ok: false, refusal };
}
