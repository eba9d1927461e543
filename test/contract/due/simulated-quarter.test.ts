/**
 * A quarter of a year in a company of four time zones, with the clocks changing, holidays, absences
 * and a bot that is stopped now and then. Everything that is sent is checked against the rules by
 * plain reckoning, not by what the bot stored. Long because it holds the year, the rules and the
 * reckoning.
 */
import { DateTime } from 'luxon';
import { expect, it } from 'vitest';
import { afterWorkingTime } from '../../../src/domain/settings/working-time.ts';
import { refreshTasks } from '../../../src/use-cases/task/refresh-tasks.ts';
import { closedSnapshot, person } from '../../support/samples.ts';
import { testSettings } from '../../support/test-settings.ts';
import { useCaseDesk } from '../../support/use-case-desk.ts';
import { waiting } from '../../support/waiting.ts';

const desk = useCaseDesk();
const { waits, reads, standStill, turn, sent, nextDue } = waiting(desk);

const hour = 3_600;
const day = 24 * hour;
/** Berlin goes back on 25 October, New York on 1 November, Sydney forward on 4 October. */
const zones = new Map([
  ['U0ANA', 'Europe/Berlin'],
  ['U0CHO', 'America/New_York'],
  ['U0DEE', 'Asia/Tokyo'],
  ['U0EVA', 'Australia/Sydney'],
]);
const reviewers = [...zones.keys()];
const begin = Date.parse('2026-09-14T06:00Z');
const weeks = 13;
const hours = { ...testSettings().workingHours, holidays: ['2026-10-26', '2026-11-26'] };
/** Away over the change of the clocks. */
const away = {
  who: 'U0CHO',
  from: Date.parse('2026-10-28T00:00Z'),
  until: Date.parse('2026-11-10T14:00Z'),
};
const stops = ['2026-10-01T03:00Z', '2026-11-18T15:00Z'].map((at) => ({
  from: Date.parse(at),
  until: Date.parse(at) + 30 * hour * 1_000,
}));
const { reminders } = testSettings();
const tier = { people: [], channel: null, group: null, owners: false, offersEmergency: false };
const escalation = [
  { ...tier, afterSeconds: 8 * hour, people: ['U0HANA'] },
  { ...tier, afterSeconds: 16 * hour, channel: 'C0SECURITY', group: null },
];

/** Numbers between 0 and 1, the same in every run. */
function randomNumbers(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state * 1_103_515_245 + 12_345) % 2_147_483_648;
    return state / 2_147_483_648;
  };
}

interface Asked {
  readonly number: number;
  readonly at: number;
  readonly decidedAt: number;
  readonly emergency: boolean;
  readonly of: readonly string[];
}

const random = randomNumbers(42);
/** More than one request a week; some are decided within the hour, some never. */
const asked: readonly Asked[] = Array.from({ length: weeks + 4 }, (_, index) => {
  const any = begin + Math.floor(random() * weeks * 7 * day) * 1_000;
  const at = stops.find(({ from, until }) => any >= from && any < until)?.until ?? any;
  const emergency = random() < 0.15;
  const longest = emergency ? 5 * hour : 9 * day;
  return {
    number: index + 1,
    at,
    decidedAt: at + Math.floor(random() * longest) * 1_000,
    emergency,
    of: reviewers.filter((_, place) => place === index % reviewers.length || random() < 0.3),
  };
});

const isStopped = (ms: number) => stops.some(({ from, until }) => ms >= from && ms < until);

/** What happens in the quarter, in order; nobody can ask while the bot is stopped. */
function course(): readonly { readonly at: number; readonly run: () => Promise<void> }[] {
  const world = desk();
  const ask = asked.map(({ number, at, emergency, of }) => ({
    at,
    run: () =>
      waits(number, {
        emergency,
        stepApprovers: of.map((id) => person(`user-${id.slice(2).toLowerCase()}`)),
      }),
  }));
  const decide = asked.map(({ number, decidedAt }) => ({
    at: decidedAt,
    async run() {
      const task = closedSnapshot({ id: `task-${number}`, sourceRequestId: `request-${number}` });
      // Every second one is decided in the console: the bot has not heard of it.
      if (number % 2 === 0 || isStopped(decidedAt)) world.governance.tasks.set(task.id, task);
      else await reads(number, task);
    },
  }));
  const absence = [away.from, away.until].map((at) => ({
    at,
    async run() {
      const until = at === away.from ? { away: { until: new Date(away.until) } } : {};
      world.directory.add(away.who, { timeZone: zones.get(away.who) ?? '', ...until });
    },
  }));
  return [...ask, ...decide, ...absence].sort((one, other) => one.at - other.at);
}

async function passTo(ms: number): Promise<void> {
  for (;;) {
    const now = desk().world.now().getTime();
    const stop = stops.find(({ from, until }) => now >= from && now < until);
    const due =
      stop?.until ?? Math.max(now, (await nextDue())?.getTime() ?? Number.POSITIVE_INFINITY);
    if (due > ms) break;
    standStill(new Date(due).toISOString());
    if (!isStopped(due)) await turn();
  }
  standStill(new Date(ms).toISOString());
}

/** Ordinary reminders come at the next full five minutes at which the person works. */
function atFullFive(at: Date, zone: string): Date {
  const fiveMinutesMs = 300_000;
  const full = new Date(Math.ceil(at.getTime() / fiveMinutesMs) * fiveMinutesMs);
  return afterWorkingTime(full, 0, zone, hours);
}

/**
 * When a reviewer, or a tier, is due by plain reckoning: after so much time, and so much after
 * that.
 */
function expectedTimes(
  one: Asked,
  zone: string,
  waitsSeconds: readonly number[],
): readonly number[] {
  const times: number[] = [];
  let at = new Date(one.at);
  for (const seconds of waitsSeconds) {
    at = one.emergency
      ? new Date(at.getTime() + seconds * 1_000)
      : atFullFive(afterWorkingTime(at, seconds, zone, hours), zone);
    if (at.getTime() >= one.decidedAt) break;
    times.push(at.getTime());
  }
  return times;
}

const doubled = (firstSeconds: number, everySeconds: number, count: number) => [
  firstSeconds,
  ...Array.from({ length: count - 1 }, (_, index) => everySeconds * 2 ** index),
];
const pace = (one: Asked) => {
  const { afterSeconds, everySeconds, atMost } = one.emergency ? reminders.emergency : reminders;
  return doubled(afterSeconds, everySeconds, atMost);
};
const timesOf = (kind: string, to: string, number: number) =>
  sent
    .filter((one) => one.kind === kind && one.to === to && one.numbers.includes(number))
    .map(({ at }) => at.getTime());
const overlaps = (one: Asked, period: { from: number; until: number }) =>
  one.at < period.until && one.decidedAt > period.from;

it('sends every message of a quarter once, on time and by day, in four time zones', {
  timeout: 300_000,
}, async () => {
  const { directory } = desk();
  standStill(new Date(begin).toISOString());
  for (const [id, timeZone] of zones) directory.add(id, { timeZone });
  directory.add('U0HANA', { timeZone: 'Europe/Berlin' });
  desk().settings = testSettings({
    workingHours: hours,
    escalation,
    timeZone: 'Europe/Berlin',
  });
  for (const { at, run } of course()) {
    await passTo(at);
    await run();
  }
  await passTo(begin + (weeks + 3) * 7 * day * 1_000);

  for (const { at, kind, to, numbers } of sent) {
    for (const one of asked.filter(({ number }) => numbers.includes(number))) {
      expect(at.getTime(), `${kind} of ${one.number} to ${to}`).toBeLessThan(one.decidedAt);
      if (kind !== 'reminder' || one.emergency) continue;
      const local = DateTime.fromJSDate(at, { zone: zones.get(to) ?? '' });
      expect(
        local.hour >= 9 && local.hour < 17 && local.weekday <= 5,
        `${to} at ${local.toISO()}`,
      ).toBe(true);
      expect(hours.holidays).not.toContain(local.toISODate());
    }
    expect(to === away.who && at.getTime() >= away.from && at.getTime() < away.until).toBe(false);
  }
  // One message for each person and instant.
  const instants = sent
    .filter(({ kind }) => kind !== 'overdue-told')
    .map(({ at, kind, to }) => `${at.getTime()} ${kind} ${to}`);
  expect(new Set(instants).size).toBe(instants.length);

  let undisturbed = 0;
  for (const one of asked) {
    for (const to of reviewers) {
      const times = timesOf('reminder', to, one.number);
      const expected = one.of.includes(to)
        ? expectedTimes(one, zones.get(to) ?? '', pace(one))
        : [];
      expect(times.length).toBeLessThanOrEqual(expected.length);
      for (const [index, at] of times.entries())
        expect(at).toBeGreaterThanOrEqual(expected[index] ?? 0);
      if (stops.some((stop) => overlaps(one, stop)) || (to === away.who && overlaps(one, away)))
        continue;
      expect(times, `reminders of ${one.number} to ${to}`).toEqual(expected);
      undisturbed += times.length;
    }
    for (const [index, to] of ['U0HANA', 'C0SECURITY'].entries()) {
      const times = timesOf('overdue', to, one.number);
      expect(times.length).toBeLessThanOrEqual(1);
      if (stops.some((stop) => overlaps(one, stop))) continue;
      const due = expectedTimes(one, 'Europe/Berlin', [escalation[index]?.afterSeconds ?? 0]);
      expect(times.length, `tier of ${one.number} to ${to}`).toBe(due.length);
    }
  }
  // The rules were put to work: many reminders, of every zone, in both halves of the year's clocks.
  expect(undisturbed).toBeGreaterThan(40);
  expect(new Set(sent.filter(({ kind }) => kind === 'reminder').map(({ to }) => to))).toEqual(
    new Set(reviewers),
  );

  // Everybody was told of the end, once.
  await refreshTasks(desk().deps);
  await desk().runJobs('send-notice');
  expect(
    desk().chat.notices.filter(({ body, to }) => body.kind === 'ended' && to === 'U0BEN'),
  ).toHaveLength(asked.length);
});
