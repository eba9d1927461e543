import { DateTime, IANAZone } from 'luxon';
import { longestWireSeconds, readDuration } from './duration-text.ts';
import { type EndTextRefusal, readEnd } from './end-text.ts';
import type { Language } from './language.ts';
import { ok, type Result, refuse } from './result.ts';

/** How long, as somebody typed it. `until` is null for a length ("4h"), which begins when access is granted, and for no end at all. */
export interface TimeReading {
  /** null = until revoked. */
  readonly seconds: number | null;
  readonly until: Date | null;
}

export type TimeTextRefusal =
  /** Not understood names the words that nothing was made of; ambiguous lists the instants that may be meant. */
  | EndTextRefusal
  /** Over before it begins, "0h" included (then `until` is now). */
  | { readonly kind: 'in-the-past'; readonly until: Date }
  /** The wire's duration type holds no more. */
  | { readonly kind: 'too-long'; readonly longestSeconds: number }
  /** An end cannot be read for a person whose zone is none. */
  | { readonly kind: 'unknown-zone'; readonly timeZone: string };

export interface TimeTextContext {
  readonly now: Date;
  /** IANA name of the person's zone. */
  readonly timeZone: string;
  /** Tried first; a text that says nothing in it is tried in the other one. */
  readonly language: Language;
}

type Reading = Result<Date, EndTextRefusal>;

/** Longer than any time somebody means; keeps the patterns' work small. */
const longestText = 200;

const upTo =
  /^(?:for|für|in|within)?\s*(?:up to|at most|(?:the )?next|(?:die )?nächsten?|bis zu|max(?:imum|imal|\.)?|höchstens)?\s*/iu;
const untilWord = /^(?:until|till?|by|before|bis|vor)(?!\p{L})(?:\s+(?:zum|zu|spätestens|on)(?!\p{L}))?\s*/iu;
/** No end: the bot's own words for it, and people's. */
const untilRevoked =
  /^(?:(?:until|till?|bis) (?:(?:it is |it[’']s )?revoked|revocation|(?:auf |zum )?widerruf)|permanent(?:ly)?|indefinitely|for ?ever|dauerhaft|unbefristet|für immer|auf dauer)$/iu;
const months = /^(\d{1,4}|an?|one|eine?n?)\s*(?:(months?|monate?n?)|(?:years?|jahre?n?))$/iu;

/**
 * No end at all ("until revoked", "bis auf Widerruf", "permanent"), durations ("90m", "1 day 12 hours", "half an hour", "3 Tage", "2 months") and ends ("until Friday 18:00", "tomorrow 9am",
 * "bis Freitag 18 Uhr", "25.11.2026") in the person's zone, across changes of the clocks: see `readDuration`, `readEnd` and
 * `instantOf`. A day is 24 hours; a month or year is the calendar's. The whole text has to be understood.
 */
export function readTimeText(text: string, context: TimeTextContext): Result<TimeReading, TimeTextRefusal> {
  const words = text
    .normalize('NFC')
    .replace(/[\s\u200B\u2060]+/gu, ' ')
    .trim();
  if (words === '' || text.length > longestText) return refuse({ kind: 'not-understood', words });
  if (untilRevoked.test(words.replace(/^(?:for|für) (?=\p{L}{6})/iu, ''))) return ok({ seconds: null, until: null });
  const length = words.replace(upTo, '');
  const seconds = readDuration(length);
  if (seconds !== null) return withinLimits(seconds, null, context.now);

  if (!IANAZone.isValidZone(context.timeZone)) return refuse({ kind: 'unknown-zone', timeZone: context.timeZone });
  const calendar = months.exec(length);
  if (calendar !== null) return afterMonths(calendar, context);
  const stripped = words.replace(/^(?:for|für)\s/iu, '');
  const named = stripped.replace(untilWord, '');
  if (named === '') return refuse({ kind: 'not-understood', words });
  const other = context.language === 'en' ? 'de' : 'en';
  const best = betterOf(readIn(context.language), () => readIn(other));
  if (!best.ok) return best;
  return withinLimits(Math.floor((best.value.getTime() - context.now.getTime()) / 1000), best.value, context.now);

  function readIn(language: Language) {
    // "until 6" names an hour, while a number alone says nothing.
    const hour = named !== stripped && /^\d{1,2}$/.test(named) ? `${language === 'de' ? 'um' : 'at'} ${named}` : named;
    return readEnd(hour, { ...context, language });
  }
}

/** What says something wins; of two that say nothing the one that left fewer words unread. */
function betterOf(first: Reading, readSecond: () => Reading): Reading {
  if (first.ok || first.refusal.kind !== 'not-understood') return first;
  const second = readSecond();
  if (second.ok || second.refusal.kind !== 'not-understood') return second;
  return second.refusal.words.length < first.refusal.words.length ? second : first;
}

function afterMonths(
  [, number = '', month]: RegExpExecArray,
  { now, timeZone }: TimeTextContext,
): Result<TimeReading, TimeTextRefusal> {
  const count = /^\d/.test(number) ? Number(number) : 1;
  const start = DateTime.fromJSDate(now, { zone: timeZone });
  const until = start.plus(month === undefined ? { years: count } : { months: count });
  return withinLimits(Math.floor(until.diff(start).as('seconds')), until.toJSDate(), now);
}

function withinLimits(seconds: number, until: Date | null, now: Date): Result<TimeReading, TimeTextRefusal> {
  if (seconds <= 0) return refuse({ kind: 'in-the-past', until: until ?? now });
  if (seconds > longestWireSeconds) return refuse({ kind: 'too-long', longestSeconds: longestWireSeconds });
  return ok({ seconds: Math.ceil(seconds), until });
}
