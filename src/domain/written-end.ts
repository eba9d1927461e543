import { DateTime } from 'luxon';
import { endOfDay } from './end-text.ts';
import type { Language } from './language.ts';

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
