import parseDuration from 'parse-duration';

/** The most that the wire's duration type (`google.protobuf.Duration`) holds: 10,000 years. */
export const longestWireSeconds = 315_576_000_000;

/** German units, and English ones that the library does not know, as its symbols. */
const units: readonly (readonly [RegExp, string])[] = [
  [/sek(?:unden?)?\b/g, 's'],
  [/minuten\b/g, 'm'],
  [/(?:stunden?|std)\b/g, 'h'],
  [/tage?n?\b/g, 'd'],
  [/(?:wochen?|wks?)\b/g, 'w'],
];
const halfAnHour = /\b(?:half an hour|(?:eine[nr]? )?halben? stunde)\b/g;
const numbers = ['an?|one|eine?[nmr]?', 'two|zwei', 'three|drei', 'four|vier', 'five|fünf', 'six|sechs'];
/** No months or years: their length depends on when they begin. */
const unit = 's|secs?|seconds?|m|mins?|minutes?|h|hrs?|hours?|d|days?|w|weeks?';
const durations = new RegExp(
  `^(?:\\d+(?:\\.\\d{1,2})? ?(?:${unit})\\.?(?: (?:and|und) |, | |$|(?=\\d)))+(?:(?<=h)\\d{1,2})?$`,
);

/**
 * "90m", "4h", "3 days", "1 day 12 hours", "1h30", "half an hour", "3 Tage" in seconds, English and German alike. Zero stays zero,
 * and no length is too long here. Null where anything in the text is not part of a duration.
 */
export function readDuration(text: string): number | null {
  if (text.length > 200) return null;
  let plain = text.toLowerCase().replace(/\s+/g, ' ').replace(halfAnHour, '30 m').trim();
  for (const [german, symbol] of units) plain = plain.replace(german, symbol);
  for (const [at, words] of numbers.entries())
    plain = plain.replace(new RegExp(`^(?:${words}) (?=[smhdw])`), `${at + 1} `);
  plain = plain.replace(/(?<=\d),(?=\d)/g, '.');
  if (!durations.test(plain)) return null;
  // The library answers null for zero, and computes with floating point: 1.1h is 3960.0000000000005 s.
  return Math.round((parseDuration(plain, 's') ?? 0) * 1000) / 1000;
}
