import * as german from 'chrono-node/de';
import * as english from 'chrono-node/en';
import { DateTime, FixedOffsetZone } from 'luxon';
import { type ClockTime, instantsOf, type SpokenEnd } from './end-instant.ts';
import type { Language } from './language.ts';
import { withIsoDate } from './numeric-date.ts';
import { ok, type Result, refuse } from './result.ts';

export type EndTextRefusal =
  /** The whole text, or what was left over ("Friday afternoonish": "afternoonish"). */
  | { readonly kind: 'not-understood'; readonly words: string }
  /** Two or more instants that may be meant; people are asked which. */
  | { readonly kind: 'ambiguous'; readonly words: string; readonly readings: readonly Date[] };

export interface EndTextContext {
  readonly now: Date;
  /** An IANA name that exists. */
  readonly timeZone: string;
  readonly language: Language;
}

/** Parts of a day, and stretches of days, begin and end where everybody likes. */
const partOfDay =
  /\b(?:morning|afternoon|evening|night|midnight|(?:vor|nach)mittag|abend|früh|mitternacht|weekend|wochenende)(?!\p{L})/iu;
const stretch = /\b(?:next|this|coming|nächste|diese|kommende)[nrsm]? (?:week|month|year|woche|monat|jahr)(?!\p{L})/iu;
const nextWeekday =
  /\b(?:next|nächste[nrsm]?) (?=(?:mon|tue|wed|thu|fri|sat|sun|mo|di|mi|do|fr|sa|so|montag|dienstag|mittwoch|donnerstag|freitag|samstag|sonntag)(?:s|rs|nes|ur)*(?:day)?(?!\p{L}))/iu;
const whichWeek = /\b(?:this|last|past|previous|week|woche|(?:diese|letzte|vergangene|vorige)[nrsm]?)(?!\p{L})/iu;
const writtenOffset = /(?:\d ?z|utc|gmt|[+-]\d{1,2}(?::?\d{2})?)$/i;

/**
 * The instant that "Friday 18:00", "tomorrow 9am", "25.11.2026 18:00" or "2026-11-25T18:00" names on the clocks of the person's
 * zone; it may be in the past. Without a time it is the last second of that day; a time alone is the next such time; a weekday
 * the next such day. What people read in two ways is refused: "next Friday", a weekday on that very day, "at 6", "3/4/2026".
 */
export function readEnd(text: string, context: EndTextContext): Result<Date, EndTextRefusal> {
  const today = DateTime.fromJSDate(context.now, { zone: context.timeZone });
  const dated = withIsoDate(plainWords(text, context.language), { today, dayFirst: context.language === 'de' });
  const readings: Date[] = [];
  for (const one of dated.texts) {
    const spoken = readWords(one, today, context);
    if (!spoken.ok) return spoken;
    readings.push(...instantsOf(spoken.value, context.now));
  }
  const [instant, another] = readings;
  if (instant === undefined) return refuse({ kind: 'not-understood', words: dated.typed ?? text });
  return another === undefined ? ok(instant) : refuse({ kind: 'ambiguous', words: text, readings });
}

/** Spellings that the library does not know, as ones that it does. */
function plainWords(text: string, language: Language): string {
  const words = text
    .replace(/[\s,;!?]+$/, '')
    .replace(/(?<=\p{L}{3})\.$/u, '')
    .replace(/\b(?:eod|(?:the )?end of (?:the )?day|tagesende|ende des tages)\b/i, '')
    .replace(/\b(?:noon|midday)\b|\bmittags?\b/i, '12:00')
    .replace(/(?<![:\d])24(?::00(?::00)?)?(?: uhr|(?<=:00))/i, '23:59:59')
    .replace(/\b(\d{1,2})\.(\d{2})(?= uhr)/i, '$1:$2')
    .replace(/\b(?:coming|kommende[nrsm]?) /i, '')
    .replace(/\bsonnabend\b/i, 'samstag')
    .replace(/\b(?:the|dem|den|der) (?=\d)/i, '')
    .replace(/\s+/g, ' ')
    .trim();
  return /^(?:(?:at |um )?(?:midnight|mitternacht))?$/i.test(words) ? (language === 'de' ? 'heute' : 'today') : words;
}

function readWords(words: string, today: DateTime, context: EndTextContext): Result<SpokenEnd, EndTextRefusal> {
  const unread = (left: string) => refuse({ kind: 'not-understood', words: left } as const);
  // Noon of the person's day on the machine's own clock: no zone skips it, and only days are taken from it.
  const noon = new Date(today.year, today.month - 1, today.day, 12);
  const asked = words.replace(nextWeekday, '');
  const results = (context.language === 'de' ? german : english).casual.parse(asked, noon);
  const [found] = results;
  if (found === undefined) return unread(words);
  const left = `${asked.slice(0, found.index)} ${asked.slice(found.index + found.text.length)}`.trim();
  if (/[^\s,;]/.test(left)) return unread(left);
  if (found.end) return unread(words);

  const { start } = found;
  const hour = start.isCertain('hour') ? start.get('hour') : null;
  const vague = partOfDay.exec(words) ?? (start.isCertain('weekday') ? null : stretch.exec(words));
  if (hour === null && vague !== null) return unread(vague[0]);
  // Words of a moment ("now", "5 hours later") count from the noon above.
  if (hour !== null && !/\d/.test(words)) return unread(words);
  const offset = start.isCertain('timezoneOffset') ? start.get('timezoneOffset') : null;
  if (offset !== null && !writtenOffset.test(words)) return unread(/\p{L}+$/u.exec(words)?.[0] ?? words);
  const time = hour === null ? null : { hour, minute: start.get('minute') ?? 0, second: start.get('second') ?? 0 };
  const day = dayIn(start, asked, asked !== words);
  if (day === 'unclear' || (day === null && time === null)) return unread(words);
  const zone = offset === null ? context.timeZone : FixedOffsetZone.instance(offset).name;
  const halfKnown = time === null || start.isCertain('meridiem');
  return ok({ day, time, zone, twelveHoursLater: halfKnown ? 'no' : twelveHoursLater(words, time, context.language) });
}

function dayIn(start: english.ParsedResult['start'], words: string, next: boolean): SpokenEnd['day'] | 'unclear' {
  const [year, month, day] = [start.get('year'), start.get('month'), start.get('day')];
  const weekday = start.isCertain('weekday') ? start.get('weekday') : null;
  if (month === null || day === null) return 'unclear';
  if (start.isCertain('day') && start.isCertain('month')) {
    return { kind: 'date', year: start.isCertain('year') ? year : null, month, day, weekday };
  }
  if (weekday === null)
    return start.isCertain('month') || start.isCertain('year') || start.isCertain('day') ? 'unclear' : null;
  if (next) return { kind: 'weekday', weekday, which: 'next' };
  return whichWeek.test(words)
    ? { kind: 'date', year, month, day, weekday }
    : { kind: 'weekday', weekday, which: 'coming' };
}

function twelveHoursLater(words: string, { hour }: ClockTime, language: Language): SpokenEnd['twelveHoursLater'] {
  const leadingZero = /(?<!\d)0\d/.test(words.replace(/\d{4}-\d{2}-\d{2}/, ''));
  if (hour < 1 || hour > 11 || leadingZero) return 'no';
  return language === 'en' && !/\d:\d{2}/.test(words) ? 'maybe' : 'if-passed';
}
