import { DateTime, IANAZone } from 'luxon';
import type { AccessRequest } from './access-request.ts';
import { longestWireSeconds, readDuration } from './duration-text.ts';
import { type EndTextContext, endOfDay, endsIn } from './end-text.ts';
import type { Language } from './language.ts';
import { ok, type Result, refuse } from './result.ts';

/** How long, as somebody typed it. `until` is null for a length ("4h"), which begins when access is granted, and for no end at all. */
export interface TimeReading {
  /** null = until revoked. */
  readonly seconds: number | null;
  readonly until: Date | null;
}

export type TimeTextRefusal =
  | { readonly kind: 'not-understood'; readonly words: string }
  /** Two or more instants that may be meant; people are asked which. */
  | { readonly kind: 'ambiguous'; readonly words: string; readonly readings: readonly Date[] }
  /** Over before it begins, "0h" included (then `until` is now). */
  | { readonly kind: 'in-the-past'; readonly until: Date }
  /** The wire's duration type holds no more. */
  | { readonly kind: 'too-long'; readonly longestSeconds: number }
  /** An end cannot be read for a person whose zone is none. */
  | { readonly kind: 'unknown-zone'; readonly timeZone: string };

/** `timeZone`: IANA name of the person's zone. `language` is tried first; a text that says nothing in it is tried in the other one. */
export type TimeTextContext = EndTextContext;

/** Longer than any time somebody means; keeps the patterns' work small. */
const longestText = 200;

const upTo = /^(?:for|für|in|within)?\s*(?:up to|(?:the )?next|(?:die )?nächsten|bis zu|max\.?)?\s*/iu;
const untilWord = /^(?:until|till?|by|bis)(?!\p{L})(?: (?:zum|the|on|dem)(?!\p{L}))?\s*/iu;
const untilRevoked =
  /^(?:until revoked|permanent(?:ly)?|indefinitely|forever|bis auf widerruf|dauerhaft|unbefristet)$/iu;
const months = /^(\d{1,4}|an?|one|eine?n?) (?:(months?|monate?n?)|(?:years?|jahre?n?))$/iu;

/**
 * No end at all ("until revoked", "bis auf Widerruf"), durations ("90m", "1 day 12 hours", "3 Tage", "2 months") and ends ("until
 * Friday 18:00", "bis Freitag 18 Uhr", "24.12.") in the person's zone, across changes of the clocks: see `readDuration` and `endsIn`.
 * A day is 24 hours; a month or year is the calendar's. The whole text has to be understood.
 */
export function readTimeText(text: string, context: TimeTextContext): Result<TimeReading, TimeTextRefusal> {
  const { now, timeZone, language } = context;
  const words = text
    .normalize('NFC')
    .replace(/[\s\u200B\u2060]+/gu, ' ')
    .trim();
  const notUnderstood = refuse({ kind: 'not-understood', words } as const);
  if (words === '' || text.length > longestText) return notUnderstood;
  if (untilRevoked.test(words)) return ok({ seconds: null, until: null });
  const end = words.replace(untilWord, '');
  const length = words.replace(upTo, '');
  const seconds = readDuration(length) ?? readDuration(end);
  if (seconds !== null) return withinLimits(seconds, null, now);

  if (!IANAZone.isValidZone(timeZone)) return refuse({ kind: 'unknown-zone', timeZone });
  const calendar = months.exec(length);
  if (calendar !== null) {
    const count = Number(calendar[1]) || 1;
    const start = DateTime.fromJSDate(now, { zone: timeZone });
    return endingAt(start.plus(calendar[2] === undefined ? { years: count } : { months: count }).toJSDate(), now);
  }
  // "until 6" names an hour, while a number alone says nothing.
  const isHour = end !== words && /^\d{1,2}$/.test(end);
  const other = language === 'en' ? 'de' : 'en';
  for (const one of [language, other] as const) {
    const hour = one === 'de' ? `um ${end} Uhr` : `at ${end}`;
    const readings = endsIn(isHour ? hour : end, { ...context, language: one });
    const [first, second] = readings;
    if (first === undefined) continue;
    return second === undefined ? endingAt(first, now) : refuse({ kind: 'ambiguous', words, readings });
  }
  return notUnderstood;
}

function endingAt(until: Date, now: Date): Result<TimeReading, TimeTextRefusal> {
  return withinLimits(Math.floor((until.getTime() - now.getTime()) / 1000), until, now);
}

function withinLimits(seconds: number, until: Date | null, now: Date): Result<TimeReading, TimeTextRefusal> {
  if (seconds <= 0) return refuse({ kind: 'in-the-past', until: until ?? now });
  if (seconds > longestWireSeconds) return refuse({ kind: 'too-long', longestSeconds: longestWireSeconds });
  return ok({ seconds: Math.ceil(seconds), until });
}

/** The end that somebody typed ("until Friday 18:00"); null where a length was typed or picked, and for access without an end. */
export function askedEnd({
  timeText,
  durationSeconds,
  createdAt,
}: Pick<AccessRequest, 'timeText' | 'durationSeconds' | 'createdAt'>): Date | null {
  if (timeText.trim() === '' || durationSeconds === null) return null;
  const read = readTimeText(timeText, { now: createdAt, timeZone: 'Etc/UTC', language: 'en' });
  // It was understood in the language and zone of whoever typed it: what is no length is an end, whatever it says here.
  const isLength = read.ok && read.value.until === null;
  return isLength ? null : new Date(createdAt.getTime() + durationSeconds * 1_000);
}

const written = {
  en: { date: 'yyyy-MM-dd', time: 'yyyy-MM-dd HH:mm', exact: 'yyyy-MM-dd HH:mm:ss' },
  de: { date: 'dd.MM.yyyy', time: 'dd.MM.yyyy HH:mm', exact: 'dd.MM.yyyy HH:mm:ss' },
} as const satisfies Readonly<Record<Language, object>>;

/** An end on the clocks of a zone, so that `readTimeText` reads it in one way: "2026-11-25 18:00"; the end of a day is that day. */
export function writtenEnd(
  end: Date,
  { timeZone, language }: { readonly timeZone: string; readonly language: Language },
) {
  const shown = DateTime.fromJSDate(end, { zone: timeZone });
  const isEndOfDay =
    shown.hour === endOfDay.hour && shown.minute === endOfDay.minute && shown.second === endOfDay.second;
  const { date, time, exact } = written[language];
  return shown.toFormat(isEndOfDay ? date : shown.second === 0 ? time : exact);
}
