import { DateTime } from 'luxon';

/** A text whose numeric date is written as `2026-11-25`. */
export interface IsoDated {
  /** The date as it was typed; null where there is none. */
  readonly typed: string | null;
  /** One where the date is clear or there is none, two where its day could be its month, none where there is no such day. */
  readonly texts: readonly string[];
}

const yearLast = /(?<![\d:./-])(\d{1,2})([./-])(\d{1,2})\2(\d{4}|\d{2})(?!\d)/;
/** "25.11." and "25/11"; "25.11" could be a time, and "3-4" a range. */
const noYear = /(?<![\d:./-])(?:(\d{1,2})\.(\d{1,2})\.|(\d{1,2})\/(\d{1,2}))(?![\d/])/;

/**
 * German dots put the day first; any other date whose day could be its month is read both ways. A date without a year is the
 * next one, today included.
 */
export function withIsoDate(text: string, { today, dayFirst }: { today: DateTime; dayFirst: boolean }): IsoDated {
  const written = numbersIn(text);
  if (written === null) return { typed: null, texts: [text] };
  const { words } = written;
  const texts = daysOf(written).map((day) =>
    text
      .replace(words, () => `${day} `)
      .replace(/ +/g, ' ')
      .trim(),
  );
  return { typed: words, texts };

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
