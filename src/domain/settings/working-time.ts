import { IANAZone } from 'luxon';

export const weekdays = ['mon', 'tue', 'wed', 'thu', 'fri', 'sat', 'sun'] as const;

/** When people work, by the clocks of their own zone. */
export interface WorkingHours {
  /** Minutes since midnight, from 0. */
  readonly fromMinutes: number;
  /** Minutes since midnight, more than `fromMinutes`, up to 1440. */
  readonly toMinutes: number;
  /** Not empty. */
  readonly days: readonly (typeof weekdays)[number][];
  /** Dates on which nobody works, like `2026-12-25`. */
  readonly holidays: readonly string[];
}

const minuteMs = 60_000;
const dayMs = 24 * 60 * minuteMs;

/**
 * The first instant at which the clocks of a zone show this time, or a later one where they skip
 * it. A time that they show twice counts the first time. `wallMs`: date and time of the clock,
 * written as if it were UTC.
 */
function firstInstant(zone: IANAZone, wallMs: number): number {
  // Zones are 12 hours behind UTC to 14 hours before it, and change their clocks less often than
  // once a day.
  let before = wallMs - 15 * 60 * minuteMs;
  let after = wallMs + 13 * 60 * minuteMs;
  const offsetBefore = zone.offset(before);
  const offsetAfter = zone.offset(after);
  const earlierMs = wallMs - offsetBefore * minuteMs;
  if (offsetBefore === offsetAfter) return earlierMs;
  while (after - before > 1) {
    const middle = Math.floor((before + after) / 2);
    if (zone.offset(middle) === offsetBefore) before = middle;
    else after = middle;
  }
  return earlierMs < after ? earlierMs : Math.max(after, wallMs - offsetAfter * minuteMs);
}

/** Every period of work that ends after `fromMs`, in their order, without end. */
function* workingPeriods(
  fromMs: number,
  zone: IANAZone,
  hours: WorkingHours,
): Generator<readonly [number, number]> {
  const today = Math.floor((fromMs + zone.offset(fromMs) * minuteMs) / dayMs) * dayMs;
  if (Number.isNaN(today))
    throw new RangeError(`no such instant or time zone: ${fromMs}, ${zone.name}`);
  for (let day = today - dayMs; ; day += dayMs) {
    const date = new Date(day);
    const weekday = weekdays[(date.getUTCDay() + 6) % 7];
    if (weekday === undefined || !hours.days.includes(weekday)) continue;
    if (hours.holidays.includes(date.toISOString().slice(0, 10))) continue;
    const begin = firstInstant(zone, day + hours.fromMinutes * minuteMs);
    const end = firstInstant(zone, day + hours.toMinutes * minuteMs);
    if (end > fromMs && end > begin) yield [begin, end];
  }
}

/**
 * The instant at which so much working time has passed: always one at which people work, so that 0
 * gives the next such instant.
 */
export function afterWorkingTime(
  from: Date,
  seconds: number,
  timeZone: string,
  hours: WorkingHours,
): Date {
  let leftMs = seconds * 1_000;
  for (const [begin, end] of workingPeriods(from.getTime(), IANAZone.create(timeZone), hours)) {
    const startMs = Math.max(begin, from.getTime());
    if (end - startMs > leftMs) return new Date(startMs + leftMs);
    leftMs -= end - startMs;
  }
  throw new Error('working periods have no end');
}

/**
 * An hour before people stop working for the last time before an instant, at the earliest when they
 * began; null where they do not work.
 */
export function lastWorkingTime(
  before: Date,
  since: Date,
  timeZone: string,
  hours: WorkingHours,
): Date | null {
  let last: number | null = null;
  for (const [begin, end] of workingPeriods(since.getTime(), IANAZone.create(timeZone), hours)) {
    if (begin >= before.getTime()) break;
    last = Math.max(begin, since.getTime(), Math.min(end, before.getTime()) - 60 * minuteMs);
  }
  return last === null ? null : new Date(last);
}
