import * as german from 'chrono-node/de';
import * as english from 'chrono-node/en';
import { DateTime, FixedOffsetZone } from 'luxon';
import type { Language } from './language.ts';

export interface EndTextContext {
  readonly now: Date;
  /** An IANA name that exists. */
  readonly timeZone: string;
  readonly language: Language;
}

/** The last second of a day: "until Friday" includes Friday. */
export const endOfDay = { hour: 23, minute: 59, second: 59 } as const;

/** Parts of a day end where everybody likes, and so do stretches of days. */
const partOfDay =
  /morning|afternoon|evening|(?:^|\s)(?:to)?night|vormittag|nachmittag|abend|früh|weekend|wochenende|(?:last|letzte[nrsm]?) /iu;
const stretch = /(?:next|this|nächste|diese)[nrsm]? (?:week|month|year|woche|monat|jahr)/iu;
const nextWeekday = /\b(?:next|nächste[nrsm]?) (?!week|woche|month|monat|year|jahr)(?=\p{L})/iu;
const writtenOffset = /(?:\d ?z|utc|gmt|[+-]\d{1,2}(?::?\d{2})?)$/i;
/** "25.11.2026", "25/11", "25.11."; "25.11" could be a time. */
const numericDate = /(?<![\d:./-])(\d{1,2})(?:([./-])(\d{1,2})\2(\d{4}|\d{2})|\.(\d{1,2})\.|\/(\d{1,2}))(?![\d/])/;

type Chrono = english.ParsedResult;

/**
 * The instants that "Friday 18:00", "tomorrow 9am", "24.12." or "2026-11-25T18:00" may name on the clocks of the person's zone, the
 * likeliest first; they may be in the past. One where it is clear; two where people read it in two ways ("next Friday", a weekday on
 * that very day, "at 6", "3/4/2027"); none where it is no end. Without a time it is the last second of that day.
 */
export function endsIn(text: string, context: EndTextContext): readonly Date[] {
  // The library works on the clock on the wall, as if it stood in UTC; what that clock shows in the zone is found out here.
  const wall = DateTime.fromJSDate(context.now, { zone: context.timeZone }).setZone('utc', { keepLocalTime: true });
  const ends = withIsoDate(plainWords(text), wall, context.language).map((one) => readOne(one, wall, context));
  return ends.some((one) => one.length === 0) ? [] : ends.flat();
}

/** Spellings that the library does not know, as ones that it does. */
function plainWords(text: string): string {
  return text
    .replace(/\b(?:midnight|mitternacht|eod|(?:the )?end of (?:the )?day|tagesende|24 ?uhr|(?<!:)24:00)\b/i, '23:59:59')
    .replace(/\b(?:noon|midday|mittags?)\b/i, '12:00')
    .replace(/\b(\d{1,2})\.(\d{2})(?= uhr)/i, '$1:$2')
    .replace(/\b(?:coming|kommende[nrsm]?) /i, '');
}

/** The text with a numeric date as ISO: once, or in either order of day and month; German dots put the day first. */
function withIsoDate(text: string, today: DateTime, language: Language): readonly string[] {
  const match = numericDate.exec(text);
  if (match === null) return [text];
  const [words, one, separator = '.', ...rest] = match;
  const [withYear, year, afterDot, afterSlash] = rest;
  const other = withYear ?? afterDot ?? afterSlash;
  const orders = [
    [one, other],
    [other, one],
  ].slice(0, language === 'de' && separator === '.' && afterSlash === undefined ? 1 : 2);
  const days = orders.flatMap(([day, month]) => comingDay(Number(day), Number(month), year, today) ?? []);
  return [...new Set(days)].map((day) => text.replace(words, `${day} `).trim());
}

/** Without a year the next such day, today included. A 29 February is at most eight years away. */
function comingDay(day: number, month: number, year: string | undefined, today: DateTime): string | null {
  const first = year === undefined ? today.year : Number(year.padStart(4, '20'));
  const years = Array.from({ length: year === undefined ? 9 : 1 }, (_, more) => first + more);
  const days = years.map((each) => DateTime.fromObject({ year: each, month, day }, { zone: 'utc' }));
  return days.find((one) => one.isValid && (year !== undefined || one >= today.startOf('day')))?.toISODate() ?? null;
}

function readOne(text: string, wall: DateTime, context: EndTextContext): readonly Date[] {
  const asked = text.replace(nextWeekday, '');
  const { casual } = context.language === 'de' ? german : english;
  const [found] = casual.parse(asked, { instant: wall.toJSDate(), timezone: 0 }, { forwardDate: true });
  if (found === undefined || found.end || asked.replace(found.text, '').search(/[^\s,;.!?]/) >= 0) return [];
  const { start } = found;
  const named = DateTime.fromObject(
    { year: start.get('year') ?? 0, month: start.get('month') ?? 0, day: start.get('day') ?? 0 },
    { zone: 'utc' },
  );
  const offset = start.isCertain('timezoneOffset') ? start.get('timezoneOffset') : null;
  if (!named.isValid || (offset !== null && !writtenOffset.test(text))) return [];
  const zone = offset === null ? context.timeZone : FixedOffsetZone.instance(offset).name;
  const hasTime = start.isCertain('hour');
  if (!hasTime && (partOfDay.test(text) || (!start.isCertain('weekday') && stretch.test(text)))) return [];
  const time = hasTime
    ? { hour: start.get('hour') ?? 0, minute: start.get('minute') ?? 0, second: start.get('second') ?? 0 }
    : endOfDay;
  const days = daysOf(start, named, wall, asked !== text);
  const isNextDay = !start.isCertain('day') && !start.isCertain('weekday') && !named.hasSame(wall, 'day');
  const other = !isHalfDay(start, text) ? null : isNextDay ? -12 : isBareHour(text, context.language) ? 12 : null;
  return days.flatMap((day) =>
    [0, other].flatMap((hours) => {
      const shown = hours === null ? null : day.set(time).plus({ hours });
      return shown === null ? [] : (instantOf(shown, zone, context.now) ?? []);
    }),
  );
}

/** The days that may be meant: none where no day was named clearly. */
function daysOf(start: Chrono['start'], named: DateTime, wall: DateTime, isNext: boolean): readonly DateTime[] {
  const weekday = start.isCertain('weekday') ? start.get('weekday') : null;
  if (start.isCertain('day')) return weekday === null || named.weekday % 7 === weekday ? [named] : [];
  if (weekday === null) return start.isCertain('hour') && !start.isCertain('month') ? [named] : [];
  const isToday = named.hasSame(wall, 'day');
  const week = named.plus({ weeks: 1 });
  if (isNext) return isToday ? [week] : [named, week];
  return isToday ? [named, week] : [named];
}

/** Whether the hour may be one of the morning or of the evening. */
function isHalfDay(start: Chrono['start'], text: string): boolean {
  const hour = start.isCertain('hour') && !start.isCertain('meridiem') ? (start.get('hour') ?? 0) : 0;
  return hour > 0 && hour < 12 && !/(?<!\d)0\d|T\d/.test(text.replace(/\d{4}-\d{2}-\d{2}/, ''));
}

/** "at 6", which in English may be 18:00 on any day; "6:30" only where that has passed today. */
function isBareHour(text: string, language: Language): boolean {
  return language === 'en' && !/\d:\d{2}/.test(text);
}

/**
 * The instant at which clocks in the zone show this. A time that the clocks skip in spring moves forward by what they skip; of a
 * time that they show twice in autumn it is the first that is still ahead.
 */
function instantOf(shown: DateTime, zone: string, now: Date): Date | null {
  const local = shown.setZone(zone, { keepLocalTime: true });
  if (!local.isValid) return null;
  const instants = local.getPossibleOffsets().map((one) => one.toJSDate());
  return instants.find((one) => one > now) ?? instants.at(-1) ?? null;
}
