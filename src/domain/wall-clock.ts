import { DateTime } from 'luxon';

/** What a clock on the wall and a calendar beside it show. Month 1 to 12. */
export interface WallClock {
  readonly year: number;
  readonly month: number;
  readonly day: number;
  readonly hour: number;
  readonly minute: number;
  readonly second: number;
}

/**
 * The instant at which clocks in the zone show this. A time that the clocks skip in spring is moved forward by what they
 * skip (02:30 becomes 03:30); of a time that they show twice in autumn it is the first that is still ahead of `now`.
 * Null where the calendar has no such day.
 */
export function instantOf(shown: WallClock, zone: string, now: Date): Date | null {
  const local = DateTime.fromObject({ ...shown }, { zone });
  if (!local.isValid) return null;
  const instants = local.getPossibleOffsets().map((one) => one.toJSDate());
  return instants.find((one) => one > now) ?? instants.at(-1) ?? null;
}

/** The last second of a day: "until Friday" includes Friday. */
export const endOfDay = { hour: 23, minute: 59, second: 59 } as const;
