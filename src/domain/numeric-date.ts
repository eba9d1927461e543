import { DateTime } from 'luxon';
import { ok, type Result, refuse } from './result.ts';

/** Both days that "3/4/2026" may be, in ISO form; none where there is no such day. */
export interface NumericDateRefusal {
  readonly words: string;
  readonly days: readonly string[];
}

const yearLast = /(?<![\d:./-])(\d{1,2})([./-])(\d{1,2})\2(\d{4}|\d{2})(?!\d)/;
/** "25.11." and "25/11"; "25.11" could be a time, and "3-4" a range. */
const noYear = /(?<![\d:./-])(?:(\d{1,2})\.(\d{1,2})\.|(\d{1,2})\/(\d{1,2}))(?![\d/])/;

/**
 * The text with its numeric date, where it has one, written as `2026-11-25`. German dots put the day first; any other
 * date whose day could be its month is refused. A date without a year is the next one, today included.
 */
export function withIsoDate(
  text: string,
  { today, dayFirst }: { today: DateTime; dayFirst: boolean },
): Result<string, NumericDateRefusal> {
  const written = numbersIn(text);
  if (written === null) return ok(text);
  const days = daysOf(written);
  const [day] = days;
  if (day === undefined || days.length > 1) return refuse({ words: written.words, days });
  return ok(
    text
      .replace(written.words, () => `${day} `)
      .replace(/ +/g, ' ')
      .trim(),
  );

  function daysOf({ numbers: [one, two], year, separator }: Numbers): readonly string[] {
    const orders =
      dayFirst && separator === '.'
        ? [[one, two]]
        : [
            [one, two],
            [two, one],
          ];
    const days = orders.flatMap(([dayOfMonth = '', month = '']) => comingDay(dayOfMonth, month, year));
    return [...new Set(days)];
  }

  function comingDay(dayOfMonth: string, month: string, year: string | null): readonly string[] {
    if (year !== null) return isoDay(year, month, dayOfMonth);
    // A 29 February is at most eight years away.
    const years = Array.from({ length: 9 }, (_, index) => String(today.year + index));
    const days = years.flatMap((each) => isoDay(each, month, dayOfMonth));
    return days.filter((iso) => iso >= (today.toISODate() ?? '')).slice(0, 1);
  }
}

interface Numbers {
  readonly words: string;
  /** Day and month, in the order written. */
  readonly numbers: readonly [string, string];
  readonly year: string | null;
  readonly separator: string;
}

function numbersIn(text: string): Numbers | null {
  const last = yearLast.exec(text);
  if (last !== null) {
    const [words, one = '', separator = '', two = '', year = ''] = last;
    return { words, numbers: [one, two], year: year.length === 2 ? `20${year}` : year, separator };
  }
  const none = noYear.exec(text);
  if (none === null) return null;
  const [words, day, month, one = '', two = ''] = none;
  if (day !== undefined && month !== undefined) return { words, numbers: [day, month], year: null, separator: '.' };
  return { words, numbers: [one, two], year: null, separator: '/' };
}

function isoDay(year: string, month: string, day: string): readonly string[] {
  const iso = `${year}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`;
  return DateTime.fromISO(iso, { zone: 'utc' }).isValid ? [iso] : [];
}
