import { Duration } from 'luxon';

/**
 * By language and unit. Formats are kept because making one takes thirty times as long as using it.
 */
const formats = new Map<string, Intl.NumberFormat>();

function formatOf(locale: string, unit: string): Intl.NumberFormat {
  const key = `${locale} ${unit}`;
  const cachedFormat = formats.get(key);
  if (cachedFormat !== undefined) return cachedFormat;
  const format = new Intl.NumberFormat(locale, {
    style: 'unit',
    unit,
    unitDisplay: 'long',
    useGrouping: false,
  });
  formats.set(key, format);
  return format;
}

/** "4 hours", "1 day 12 hours", "90 minutes". At most two units; the rest is rounded. */
export function durationPhrase(locale: string, seconds: number): string {
  const counted = (unit: string, count: number) => formatOf(locale, unit).format(count);
  if (seconds > 3_600 && seconds < 7_200 && seconds % 60 === 0)
    return counted('minute', seconds / 60);
  const rounded = Duration.fromObject({ seconds: Math.max(0, Math.round(seconds)) });
  const units = Object.entries(rounded.shiftTo('days', 'hours', 'minutes', 'seconds').toObject());
  const parts = units
    .filter(([, count]) => count > 0)
    .map(([unit, count]) => counted(unit.replace(/s$/, ''), count));
  return parts.slice(0, 2).join(' ') || counted('second', 0);
}
