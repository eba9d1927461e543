/** What happens while a request waits, in `access.yaml`: working hours, reminders, escalation, digest and absence. */
import { DateTime, IANAZone } from 'luxon';
import { z } from 'zod';
import type { EscalationTier, ReminderPace } from '../domain/waiting-settings.ts';
import { type WorkingHours, weekdays } from '../domain/working-time.ts';
import {
  expecting,
  filledListOf,
  group,
  listOf,
  matching,
  oneOf,
  optional,
  settings,
  textThat,
} from './shape-mistakes.ts';
import { channelId, personId, secondsFromText, userGroupId } from './values.ts';

const minuteSeconds = 60;
const hourSeconds = 3_600;
const longestWaitSeconds = 365 * 24 * hourSeconds;

/** "09:00" in minutes since midnight; null for anything else. */
export function minutesFromText(text: string): number | null {
  const [, hours, minutes] = /^(\d{1,2}):([0-5]\d)$/.exec(text.trim()) ?? [];
  const total = Number(hours) * 60 + Number(minutes);
  return total <= 24 * 60 ? total : null;
}

const untilMidnight = textThat(minutesFromText, 'a time of day in quotes, from "00:00" to "24:00"');
const timeOfDay = textThat((text) => {
  const minutes = minutesFromText(text);
  return minutes === 24 * 60 ? null : minutes;
}, 'a time of day in quotes, from "00:00" to "23:59"');

const wait = textThat((text) => {
  const seconds = secondsFromText(text);
  return seconds !== null && seconds <= longestWaitSeconds ? seconds : null;
}, 'a time above zero and up to 365d with its unit, like 30s, 10m or 2h');

const calendarDay = textThat(
  (text) => (/^\d{4}-\d\d-\d\d$/.test(text) && DateTime.fromISO(text).isValid ? text : null),
  'a date, like 2026-12-25',
);

export const timeZone = optional(
  textThat((text) => (IANAZone.isValidZone(text) ? text : null), 'the name of a time zone, like Europe/Berlin or UTC'),
  'UTC',
);

export const workingHours = group({
  from: optional(timeOfDay, 9 * 60),
  to: optional(untilMidnight, 17 * 60),
  days: optional(filledListOf(oneOf(weekdays), 'a list of days, like [mon, tue, wed, thu, fri]'), weekdays.slice(0, 5)),
  holidays: listOf(calendarDay, 'a list of dates, like [2026-12-25]'),
}).transform(({ from, to, ...days }): WorkingHours => ({ fromMinutes: from, toMinutes: to, ...days }));

const timesWanted = expecting('a whole number from 0 to 100, like 3');

function pace(afterSeconds: number, everySeconds: number, atMost: number) {
  return {
    after: optional(wait, afterSeconds),
    every: optional(wait, everySeconds),
    atMost: optional(z.int(timesWanted).min(0, timesWanted).max(100, timesWanted), atMost),
  };
}

const inSeconds = (written: { after: number; every: number; atMost: number }): ReminderPace => ({
  afterSeconds: written.after,
  everySeconds: written.every,
  atMost: written.atMost,
});

export const reminders = settings({
  ...pace(2 * hourSeconds, 4 * hourSeconds, 3),
  emergency: group(pace(5 * minuteSeconds, 10 * minuteSeconds, 6)),
}).transform(({ emergency, ...normal }) => ({ ...inSeconds(normal), emergency: inSeconds(emergency) }));

const recipients = settings({
  people: optional(filledListOf(personId, 'a list of member ids, like [U0LEAD]'), []),
  channel: optional(channelId, null),
  group: optional(userGroupId, null),
  owners: optional(z.literal(true, expecting('true, or leave it out')), false),
});

const nobody: z.output<typeof recipients> = { people: [], channel: null, group: null, owners: false };

export const escalation = z.array(
  settings({
    after: wait,
    to: optional(recipients, nobody),
    offer: optional(oneOf(['emergency']), null),
  }).transform(
    ({ after, to, offer }): EscalationTier => ({
      afterSeconds: after,
      ...to,
      offersEmergency: offer === 'emergency',
    }),
  ),
  expecting('a list of tiers, like [{ after: 8h, to: { people: [U0LEAD] } }]'),
);

export const digest = optional(
  settings({ at: timeOfDay, channel: channelId }).transform(({ at, channel }) => ({ atMinutes: at, channel })),
  null,
);

export const absence = group({
  emojis: listOf(
    textThat(matching(/^:[^\s:]+:$/), 'an emoji by its name, like ":palm_tree:"'),
    'a list of emojis, like [":palm_tree:"]',
  ),
});
