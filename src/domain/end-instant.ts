import { DateTime } from 'luxon';
import { endOfDay, instantOf } from './wall-clock.ts';

export interface ClockTime {
  readonly hour: number;
  readonly minute: number;
  readonly second: number;
}

/** An end as words name it, before it is an instant. */
export interface SpokenEnd {
  readonly day:
    | {
        readonly kind: 'date';
        /** Null: the next such day. */
        readonly year: number | null;
        readonly month: number;
        readonly day: number;
        /** 0 is Sunday; null where none was named. */
        readonly weekday: number | null;
      }
    /** `next`: "next Friday", which some people say of the coming one and some of the one after it. */
    | { readonly kind: 'weekday'; readonly weekday: number; readonly which: 'coming' | 'next' }
    /** A time alone. */
    | null;
  /** Null: the end of the day. */
  readonly time: ClockTime | null;
  /** Whether twelve hours later may be meant: no; where the earlier has passed today ("until 6:30", in the afternoon); yes ("at 6"). */
  readonly twelveHoursLater: 'no' | 'if-passed' | 'maybe';
  /** IANA name, or an offset as luxon writes it ("UTC+5:30"). */
  readonly zone: string;
}

/** The instants that may be meant, the likeliest first: none where there is no such day, one where it is clear. */
export function instantsOf(end: SpokenEnd, now: Date): readonly Date[] {
  const time = end.time ?? endOfDay;
  const readings = instantsAt(end, time, now);
  const later = { ...time, hour: time.hour + 12 };
  const [first] = readings;
  if (end.twelveHoursLater === 'maybe') return [...readings, ...instantsAt(end, later, now)];
  if (end.twelveHoursLater === 'if-passed' && end.day === null) {
    const [evening] = instantsAt(end, later, now);
    if (first !== undefined && evening !== undefined && evening < first) return [first, evening];
  }
  return readings;
}

function instantsAt({ day, zone }: SpokenEnd, time: ClockTime, now: Date): readonly Date[] {
  const today = DateTime.fromJSDate(now, { zone });
  const inDays = (days: number) => {
    const { year, month, day: dayOfMonth } = today.plus({ days });
    const instant = instantOf({ year, month, day: dayOfMonth, ...time }, zone, now);
    return instant === null ? [] : [instant];
  };
  if (day === null) return [...inDays(0).filter((one) => one > now), ...inDays(1)].slice(0, 1);
  if (day.kind === 'weekday') {
    const days = (day.weekday - (today.weekday % 7) + 7) % 7;
    if (day.which === 'next') return days === 0 ? inDays(7) : [...inDays(days), ...inDays(days + 7)];
    // On a Friday, "Friday" may be today and may be in a week.
    return days > 0 ? inDays(days) : [...inDays(0).filter((one) => one > now), ...inDays(7)];
  }
  // A 29 February is at most eight years away.
  const years = day.year === null ? Array.from({ length: 9 }, (_, index) => today.year + index) : [day.year];
  const instants = years.flatMap((year) => {
    const instant = instantOf({ year, month: day.month, day: day.day, ...time }, zone, now);
    return instant === null ? [] : [instant];
  });
  const instant = instants.find((one) => one > now) ?? instants.at(-1);
  if (instant === undefined) return [];
  const shown = DateTime.fromJSDate(instant, { zone });
  if (day.weekday === null || shown.weekday % 7 === day.weekday) return [instant];
  const named = instantsAt(
    { day: { kind: 'weekday', weekday: day.weekday, which: 'coming' }, zone, time, twelveHoursLater: 'no' },
    time,
    now,
  );
  return [instant, ...named];
}
