/** google.protobuf.Duration spans about 10,000 years. */
const longestSeconds = 315_576_000_000;

/**
 * Seconds of a duration field: protobuf's JSON form, `"3600s"`, `"1.5s"` (deployments.md, Wire). null for anything else, also
 * `"1h"` and `"P1D"`.
 */
export function parseDuration(text: string | null | undefined): number | null {
  if (text === null || text === undefined || !/^-?\d+(\.\d{1,9})?s$/.test(text)) return null;
  const seconds = Number(text.slice(0, -1));
  return Math.abs(seconds) <= longestSeconds ? seconds : null;
}

/** Seconds as a duration field. Throws `RangeError` for what protobuf cannot carry: not finite, or beyond its span. */
export function printDuration(seconds: number): string {
  if (!Number.isFinite(seconds) || Math.abs(seconds) > longestSeconds) {
    throw new RangeError(`not a duration: ${seconds} seconds`);
  }
  if (Number.isInteger(seconds)) return `${seconds === 0 ? 0 : seconds}s`;
  const printed = seconds.toFixed(9).replace(/\.?0+$/, '');
  return `${printed === '-0' ? '0' : printed}s`;
}
