import * as german from 'chrono-node/de';
import * as english from 'chrono-node/en';
import { DateTime } from 'luxon';
import parseDuration from 'parse-duration';
import type { Refusal } from '../refusals/refusals.ts';
import { ok, type Result, refuse } from '../result.ts';
import type { Language } from '../text/sentence.ts';
import type { AccessRequest } from './access-request.ts';
import type { TaskPeriod } from './granted-by-task.ts';

/**
 * How long, as somebody typed it. `until` is null for a length ("4h"), which begins when access is
 * granted, and for no end at all.
 */
export interface TimeReading {
  /** null = until revoked. */
  readonly seconds: number | null;
  readonly until: Date | null;
}

export interface TimeTextContext {
  readonly now: Date;
  /** IANA name of the person's zone, one that exists; null where it is not known. */
  readonly timeZone: string | null;
  /** Tried first; a text that says nothing in it is tried in the other one. */
  readonly language: Language;
}

/** The most that the wire's duration type (`google.protobuf.Duration`) holds: 10,000 years. */
export const longestWireSeconds = 315_576_000_000;

/** Longer than any time somebody means; keeps the patterns' work small. */
const longestText = 200;

/** "drei Tage", "two hours": in both languages, whichever the person's Slack speaks. */
function numberWords(): readonly (readonly [RegExp, string])[] {
  const written = [
    ['two', 'zwei'],
    ['three', 'drei'],
    ['four', 'vier'],
    ['five', 'fünf', 'fuenf'],
    ['six', 'sechs'],
    ['seven', 'sieben'],
    ['eight', 'acht'],
    ['nine', 'neun'],
    ['ten', 'zehn'],
    ['eleven', 'elf'],
    ['twelve', 'zwölf', 'zwoelf'],
  ];
  return written.map((words, index) => {
    // Only before a unit: alone such a word is none of a time.
    const pattern = new RegExp(`(?<![\\p{L}\\p{N}])(?:${words.join('|')}) (?=[smhdw])`, 'gu');
    return [pattern, `${index + 2} `] as const;
  });
}

/** German units, and English ones that the library does not know, as its symbols. */
const units: readonly (readonly [RegExp, string])[] = [
  [/sek(?:unden?)?\b/g, 's'],
  [/minuten\b/g, 'm'],
  [/(?:stunden?|std)\b/g, 'h'],
  [/tage?n?\b/g, 'd'],
  [/(?:wochen?|wks?)\b/g, 'w'],
  [/^(?:anderthalb|eineinhalb|(?:one|an?) and a half) (?=[smhdw])/g, '1.5 '],
  [/^(?:half (?:an? )?|(?:eine?[nmr]? )?halbe[nmrs]? )(?=[smhdw])/g, '0.5 '],
  [/^(?:an?|one|eine?[nmr]?) (?=[smhdw])/g, '1 '],
  ...numberWords(),
  [/(?<=\d),(?=\d)/g, '.'],
];
/** No months or years: their length depends on when they begin. */
const unit = 's|secs?|seconds?|m|mins?|minutes?|h|hrs?|hours?|d|days?|w|weeks?';
const durations = new RegExp(
  `^(?:\\d+(?:\\.\\d{1,2})? ?(?:${unit})\\.?(?: (?:and|und) |, | |$|(?=\\d)))+(?:(?<=h)\\d{1,2})?$`,
);

const upTo = /^(?:for|für|in|up to|bis zu)\s+/iu;
const untilWord = /^(?:until|till?|by|bis)(?!\p{L})(?: (?:zum|the|on|dem)(?!\p{L}))?\s*/iu;
/** "23h" and "18.30" after *until* are what a clock shows; elsewhere they are a length, and a date. */
const clock = /^(2[0-4]|[01]?\d)(?: ?h ?([0-5]\d)?| ?[.:] ?([0-5]\d))$/iu;
const untilRevoked =
  /^(?:until revoked|permanent(?:ly)?|indefinitely|forever|bis auf widerruf|dauerhaft|unbefristet)$/iu;

/** The last second of a day: "until Friday" includes Friday. */
const endOfDay = { hour: 23, minute: 59, second: 59 } as const;
/**
 * The library's evening is at 18:00 in German and at 20:00 in English: the later one does not end
 * early for anybody.
 */
const evening = { hour: 20, minute: 0, second: 0 } as const;
const eveningWord = /(?<!\p{L})(?:evening|abend)s?(?!\p{L})/iu;
/** Without a time, other parts of a day and stretches of days end where everybody likes. */
const vague =
  /morning|afternoon|night|nacht|vormittag|nachmittag|früh|weekend|wochenende|(?:last|letzte[nrsm]?) |^(?:next|this|nächste|diese)[nrsm]? (?:week|month|year|woche|monat|jahr)/iu;
/** "3/4" is in March or in April. */
const unclearDate = /\d\/\d/;
/** "25.11.2026", "25.11."; "25.11" could be a time. */
const dottedDate = /(?<![\d.])(\d{1,2})\.(\d{1,2})\.(\d{4}|\d{2})?(?!\d)/;
const comingDay =
  /\b(?:next|coming|nächste[nrsm]?|kommende[nrsm]?) (?=\p{L}*(?:day|tag|mittwoch)\b)/iu;

/**
 * "90m", "4h", "3 days", "two hours", "1 day 12 hours", "1h30", "3 Tage" in seconds, English and
 * German alike. Zero stays zero, and no length is too long here. Null where anything in the text is
 * not part of a duration.
 */
export function readDuration(text: string): number | null {
  if (text.length > longestText) return null;
  let plain = text.toLowerCase().replace(/\s+/g, ' ').trim();
  for (const [written, symbol] of units) plain = plain.replace(written, symbol);
  if (!durations.test(plain)) return null;
  // The library answers null for zero, and computes with floating point: 1.1h is 3960.0000000000005
  // s.
  return Math.round((parseDuration(plain, 's') ?? 0) * 1000) / 1000;
}

/**
 * No end at all ("until revoked", "bis auf Widerruf"), durations ("90m", "1 day 12 hours", "3
 * Tage") and ends ("until Friday 18:00", "bis Freitag 18 Uhr", "24.12.", "2 months") in the
 * person's zone, across changes of the clocks. A day is 24 hours; a month is the calendar's. The
 * whole text has to be understood.
 */
export function readTimeText(
  text: string,
  { now, timeZone, language }: TimeTextContext,
): Result<TimeReading, Refusal> {
  const words = text
    .normalize('NFC')
    .replace(/[\s\u200B\u2060]+/gu, ' ')
    .trim();
  if (untilRevoked.test(words)) return ok({ seconds: null, until: null });
  const end = clockIn(words) ?? words.replace(untilWord, '');
  let seconds = lengthIn(words);
  let until: ReturnType<typeof endIn> = null;
  if (seconds === null && words.length <= longestText) {
    const zone = timeZone ?? 'Etc/UTC';
    until =
      endIn(end, now, zone, language) ?? endIn(end, now, zone, language === 'en' ? 'de' : 'en');
    if (until !== null && timeZone === null) return refuse({ code: 'unknown-zone' });
    if (until === 'today-or-in-a-week') return refuse({ code: until });
    if (until !== null) seconds = Math.floor((until.getTime() - now.getTime()) / 1_000);
  }
  if (seconds === null || seconds > longestWireSeconds)
    return refuse({ code: 'not-understood', typed: [words] });
  return seconds > 0 ? ok({ seconds: Math.ceil(seconds), until }) : refuse({ code: 'in-the-past' });
}

/** The time after *until*, as "23:00"; null where none is there alone. */
function clockIn(words: string): string | null {
  const after = words.replace(untilWord, '');
  const [, hour, minuteAfterHour, minute] = (after === words ? null : clock.exec(after)) ?? [];
  return hour === undefined ? null : `${hour}:${minuteAfterHour ?? minute ?? '00'}`;
}

function lengthIn(words: string): number | null {
  if (clockIn(words) !== null) return null;
  return readDuration(words.replace(upTo, '')) ?? readDuration(words.replace(untilWord, ''));
}

/**
 * The instant that "Friday 18:00", "tomorrow 9am", "24.12." or "2026-11-25T18:00" names, which may
 * be past; null where it is no end.
 */
function endIn(
  text: string,
  now: Date,
  timeZone: string,
  language: Language,
): Date | 'today-or-in-a-week' | null {
  // The library works on the clock on the wall, as if it stood in UTC; what that clock shows in the
  // zone is found out here.
  const wall = DateTime.fromJSDate(now, { zone: timeZone }).setZone('utc', { keepLocalTime: true });
  const words = plainWords(text, wall);
  const { casual } = language === 'de' ? german : english;
  const [match] = casual.parse(
    words,
    { instant: wall.toJSDate(), timezone: 0 },
    { forwardDate: true },
  );
  if (match === undefined || match.end || words.replace(match.text, '').search(/[^\s,;.!?]/) >= 0)
    return null;
  const { start } = match;
  const hasTime = start.isCertain('hour');
  if (start.isCertain('timezoneOffset') || unclearDate.test(text) || (!hasTime && vague.test(text)))
    return null;
  const defaultTime = eveningWord.test(words) ? evening : endOfDay;
  const parsedDay = DateTime.fromJSDate(start.date(), { zone: 'utc' });
  const namesToday =
    start.isCertain('weekday') && !start.isCertain('day') && parsedDay.hasSame(wall, 'day');
  const isNext = comingDay.test(text);
  if (namesToday && !isNext && !hasTime && defaultTime === endOfDay) return 'today-or-in-a-week';
  const day = namesToday && isNext ? parsedDay.plus({ weeks: 1 }) : parsedDay;
  // "Tuesday 20 Nov", which is a Friday.
  if (
    start.isCertain('day') &&
    start.isCertain('weekday') &&
    day.weekday % 7 !== start.get('weekday')
  )
    return null;
  const local = (hasTime ? day : day.set(defaultTime)).setZone(timeZone, { keepLocalTime: true });
  if (!local.isValid) return null;
  // A time that the clocks skip in spring moves forward by what they skip; of one that they show
  // twice it is the first still ahead.
  const instants = local.getPossibleOffsets().map((one) => one.toJSDate());
  return instants.find((one) => one > now) ?? instants.at(-1) ?? null;
}

/**
 * Whether a word narrows down the day before it: without it, "until tomorrow morning" would say
 * another time.
 */
export function isPartOfDay(word: string): boolean {
  const isVague = /^(?:morning|afternoon|night|nacht|vormittag|nachmittag|früh)s?$/iu.test(word);
  return isVague || eveningWord.test(word);
}

/**
 * Spellings that the library does not know, or reads otherwise, as ones that it does. "Next Friday"
 * is the coming one.
 */
function plainWords(text: string, today: DateTime): string {
  return text
    .replace(dottedDate, (typed: string, day: string, month: string, year?: string) => {
      const fields = {
        year: Number((year ?? `${today.year}`).padStart(4, '20')),
        month: Number(month),
        day: Number(day),
      };
      const date = DateTime.fromObject(fields, { zone: 'utc' });
      const isOver = year === undefined && date < today.startOf('day');
      return (isOver ? date.plus({ years: 1 }) : date).toISODate() ?? typed;
    })
    .replace(
      /\b(?:midnight|mitternacht|eod|(?:the )?end of (?:the )?day|tagesende|24 ?uhr|(?<!:)24:00)\b/i,
      '23:59:59',
    )
    .replace(/\b(?:noon|midday|mittags?)\b/i, '12:00')
    .replace(/\b(\d{1,2})\.(\d{2})(?= uhr)/i, '$1:$2')
    .replace(comingDay, '')
    .replace(/(?<=tag|mittwoch)abend(?!\p{L})/iu, ' abend')
    .replace(/^(\D*abend)s$/iu, '$1')
    .replace(/^(?:for |für )?(?=(?:\d+|an?|one|eine?n?) (?:month|year|monat|jahr))/iu, 'in ');
}

/**
 * The end that somebody typed ("until Friday 18:00"); null where a length was typed or picked, and
 * for access without an end.
 *
 * @param period of the task: another one, where a reviewer or the service changed it
 */
export function askedEnd(
  {
    timeText,
    durationSeconds,
    createdAt,
  }: Pick<AccessRequest, 'timeText' | 'durationSeconds' | 'createdAt'>,
  period: TaskPeriod,
): Date | null {
  if (durationSeconds === null) return null;
  if (period.kind !== 'lasts' || period.seconds !== durationSeconds) return null;
  return isTypedEnd(timeText) ? endOf(createdAt, durationSeconds) : null;
}

/** Whether an end was typed, and not a length. */
export function isTypedEnd(timeText: string): boolean {
  return timeText.trim() !== '' && lengthIn(timeText.trim()) === null;
}

/** The end that was typed: to the minute, some seconds before it was kept. */
export function endOf(from: Date, seconds: number): Date {
  return new Date(Math.round(from.getTime() / 60_000 + seconds / 60) * 60_000);
}
