import parseDuration from 'parse-duration';

/** The library skips what it does not know; here the whole text has to be durations of a fixed length (no months or years). */
const durations = /^(?:\d+(?:\.\d+)?\s*(?:s|secs?|seconds?|m|mins?|minutes?|h|hrs?|hours?|d|days?|w|weeks?)\s*)+$/;

/** The most that the wire's duration type holds: 10,000 years. */
const longestSeconds = 315_576_000_000;

/** `1h`, `90m`, `7d`, `1h 30m` in whole seconds; null for anything else, zero and negatives included. */
export function secondsFromText(text: string): number | null {
  if (!durations.test(text.trim())) return null;
  const seconds = parseDuration(text.trim(), 's');
  return seconds !== null && Number.isInteger(seconds) && seconds > 0 && seconds <= longestSeconds ? seconds : null;
}
