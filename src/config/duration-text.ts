import { longestWireSeconds, readDuration } from '../domain/duration-text.ts';

/** A settings file is written once and read by many: symbols or English words, every number with its unit. */
const durations = /^(?:\d+(?:\.\d+)?\s*(?:s|secs?|seconds?|m|mins?|minutes?|h|hrs?|hours?|d|days?|w|weeks?)\s*)+$/;

/** `1h`, `90m`, `7d`, `1h 30m` in whole seconds; null for anything else, zero and negatives included. */
export function secondsFromText(text: string): number | null {
  if (!durations.test(text.trim())) return null;
  const seconds = readDuration(text);
  return seconds !== null && Number.isInteger(seconds) && seconds > 0 && seconds <= longestWireSeconds ? seconds : null;
}
