/**
 * Slack's date formatting (`<!date^UNIX^{date_short_pretty} {time}|fallback>`): each reader sees
 * their own time zone.
 */
import type { Reader } from './reader.ts';

type Zoned = Pick<Reader, 'timeZone' | 'locale' | 'now'>;

const msPerDay = 86_400_000;

function format(zoned: Zoned, at: Date, options: Intl.DateTimeFormatOptions): string {
  return new Intl.DateTimeFormat(zoned.locale, { ...options, timeZone: zoned.timeZone }).format(at);
}

/** `2026-11-21` in the reader's zone. */
export function isoDay(zoned: Pick<Reader, 'timeZone'>, at: Date): string {
  return new Intl.DateTimeFormat('en-CA', { dateStyle: 'short', timeZone: zoned.timeZone }).format(
    at,
  );
}

/** `14:30` or `2:30 PM`, as the reader's language has it. */
export function timeOf(zoned: Zoned, at: Date): string {
  return format(zoned, at, { timeStyle: 'short' });
}

/**
 * English ordinals as in Slack's own examples (`February 18th, 2014`); other languages do without.
 */
function withOrdinal(zoned: Zoned, at: Date, text: string): string {
  if (zoned.locale !== 'en-US') return text;
  const day = Number(isoDay(zoned, at).slice(8));
  const rules = new Intl.PluralRules('en-US', { type: 'ordinal' }).select(day);
  const suffix = { zero: 'th', one: 'st', two: 'nd', few: 'rd', many: 'th', other: 'th' }[rules];
  return text.replace(new RegExp(`\\b${day}\\b`), `${day}${suffix}`);
}

/** `today`, `yesterday` or `tomorrow` in the reader's language; null for any other day. */
function nearbyDay(zoned: Zoned, at: Date): string | null {
  const day = isoDay(zoned, at);
  const relative = new Intl.RelativeTimeFormat(zoned.locale, { numeric: 'auto' });
  for (const days of [0, -1, 1]) {
    if (day === isoDay(zoned, new Date(zoned.now.getTime() + days * msPerDay)))
      return relative.format(days, 'day');
  }
  return null;
}

function ago(zoned: Zoned, at: Date): string {
  const seconds = Math.round((at.getTime() - zoned.now.getTime()) / 1000);
  const relative = new Intl.RelativeTimeFormat(zoned.locale, { numeric: 'auto' });
  const size = Math.abs(seconds);
  if (size < 60) return relative.format(seconds, 'second');
  if (size < 3600) return relative.format(Math.trunc(seconds / 60), 'minute');
  if (size < 86_400) return relative.format(Math.trunc(seconds / 3600), 'hour');
  return relative.format(Math.trunc(seconds / 86_400), 'day');
}

const tokens: Readonly<Record<string, (zoned: Zoned, at: Date) => string>> = {
  date_num: isoDay,
  date_slash: (zoned, at) =>
    format(zoned, at, { year: 'numeric', month: '2-digit', day: '2-digit' }),
  date: (zoned, at) => withOrdinal(zoned, at, format(zoned, at, { dateStyle: 'long' })),
  date_short: (zoned, at) => format(zoned, at, { dateStyle: 'medium' }),
  date_long: (zoned, at) => withOrdinal(zoned, at, format(zoned, at, { dateStyle: 'full' })),
  time: timeOf,
  time_secs: (zoned, at) => format(zoned, at, { timeStyle: 'medium' }),
  ago,
};

/**
 * The text of a date token. `fallback` is shown when the format holds an unknown token, as old
 * clients do.
 * @param unix seconds
 */
export function slackDate(zoned: Zoned, unix: number, pattern: string, fallback: string): string {
  const at = new Date(unix * 1000);
  if (Number.isNaN(at.getTime())) return fallback;
  let unknown = false;
  const text = pattern.replace(/\{([a-z_]+)\}/g, (_whole, name: string) => {
    const plain = name.replace(/_pretty$/, '');
    const write = Object.hasOwn(tokens, plain) ? tokens[plain] : undefined;
    if (write === undefined) {
      unknown = true;
      return '';
    }
    return (plain === name ? null : nearbyDay(zoned, at)) ?? write(zoned, at);
  });
  if (unknown) return fallback;
  return text;
}

/** The full moment, for a tooltip. */
export function fullMoment(zoned: Zoned, at: Date): string {
  return format(zoned, at, { dateStyle: 'full', timeStyle: 'short' });
}

/** The heading above the messages of a day: `Today`, `Yesterday`, or `Saturday, 21 November`. */
export function dayHeading(zoned: Zoned, at: Date): string {
  const near = nearbyDay(zoned, at);
  if (near !== null) return near.charAt(0).toUpperCase() + near.slice(1);
  return format(zoned, at, { weekday: 'long', day: 'numeric', month: 'long' });
}
