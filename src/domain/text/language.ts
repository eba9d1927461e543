import { Duration } from 'luxon';

/** Languages that the bot speaks, as in the first part of a locale. */
export const languages = ['en', 'de'] as const;
export type Language = (typeof languages)[number];

/**
 * The language of a locale as Slack tells it ("de-AT" is `de`); `fallback` if it is missing or not
 * one of these.
 */
export function languageOf(locale: string | null | undefined, fallback: Language): Language {
  const first = (locale ?? '').split(/[-_]/)[0]?.toLowerCase();
  return languages.find((language) => language === first) ?? fallback;
}

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
