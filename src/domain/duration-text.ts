import parseDuration from 'parse-duration';

/** The most that the wire's duration type (`google.protobuf.Duration`) holds: 10,000 years. */
export const longestWireSeconds = 315_576_000_000;

/** Longer than any duration somebody means; keeps the patterns' work small. */
const longestText = 200;

/** Units of a fixed length, as the library's symbols. No months or years: their length depends on when they begin. */
const units = named({
  s: 's sec secs second seconds sek sekunde sekunden',
  m: 'm min mins minute minutes minuten',
  h: 'h hr hrs hour hours std stunde stunden',
  d: 'd day days tag tage tagen',
  w: 'w wk wks week weeks woche wochen',
});

const numbers = named({
  '0.5': 'half halbe halben halber halbes',
  '1': 'a an one ein eine einen einem einer',
  '1.5': 'anderthalb eineinhalb',
  '2': 'two zwei',
  '3': 'three drei',
  '4': 'four vier',
  '5': 'five fünf',
  '6': 'six sechs',
  '7': 'seven sieben',
  '8': 'eight acht',
  '9': 'nine neun',
  '10': 'ten zehn',
  '11': 'eleven elf',
  '12': 'twelve zwölf',
});

function named(words: Readonly<Record<string, string>>): ReadonlyMap<string, string> {
  return new Map(Object.entries(words).flatMap(([name, all]) => all.split(' ').map((word) => [word, name] as const)));
}

/**
 * "90m", "4h", "3 days", "1 day 12 hours", "1h30", "half an hour", "3 Tage", "anderthalb Stunden" in seconds, English and German
 * alike. Zero stays zero, and no length is too long here. Null where anything in the text is not part of a duration.
 */
export function readDuration(text: string): number | null {
  if (text.length > longestText) return null;
  const plain = oneNumberForEachUnit(text);
  const piece = /(\d+(?:[.,]\d{1,2})?|[a-zäöüß]+)[ -]?([a-z]+)?\.?(?: ?(?:,|&|\+|and|und)(?= ) ?| ?)/y;
  const pieces: string[] = [];
  while (piece.lastIndex < plain.length) {
    const match = piece.exec(plain);
    if (match === null) return null;
    const [, written = '', unit = ''] = match;
    const number = /^\d/.test(written) ? written.replace(',', '.') : numbers.get(written);
    const minutesLeft = unit === '' && /^\d{1,2}$/.test(written) && piece.lastIndex === plain.length;
    const symbol = minutesLeft && pieces.at(-1)?.endsWith('h') ? 'm' : units.get(unit);
    if (number === undefined || symbol === undefined) return null;
    pieces.push(`${number}${symbol}`);
  }
  if (pieces.length === 0) return null;
  // The library answers null for zero, and computes with floating point: 1.1h is 3960.0000000000005 s.
  return Math.round((parseDuration(pieces.join(' '), 's') ?? 0) * 1000) / 1000;
}

/** "half an hour", "an hour and a half" and "one and a half hours" as one number before one unit. */
function oneNumberForEachUnit(text: string): string {
  return text
    .normalize('NFC')
    .toLowerCase()
    .replace(/\s+/g, ' ')
    .trim()
    .replace(/\b(\d+|one) and a half (?=[a-z])/g, (_, whole: string) => `${whole === 'one' ? '1' : whole}.5 `)
    .replace(/\bhalf an? /g, 'half ')
    .replace(/\b(?:an?|one|eine?n?) (half|halbe[nrs]?) /g, '$1 ')
    .replace(/\b(?:an?|one) ([a-z]+) and a half\b/g, '1.5 $1')
    .replace(/\b(\d+) ([a-z]+) and a half\b/g, '$1.5 $2');
}
