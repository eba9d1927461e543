import { DateTime } from 'luxon';
import { z } from 'zod';
import type { ReportedRefusal, ReportedRequest, ReportFacts } from '../use-cases/report-facts.ts';

const seconds = z.number().nullable();
const spread = { requests: z.number(), medianSeconds: seconds, p90Seconds: seconds };
const times = z.object({ ...spread, byHour: z.array(z.object({ hour: z.number(), ...spread })) });
/** What a confidential app does not show is null. */
const shown = z.string().nullable();
const request = { number: shown, app: z.string(), entitlement: shown, requester: shown };

/** The figures of a month, as the page shows them and `--format json` writes them. */
export const reportFigures = z.object({
  month: z.string(),
  timeZone: z.string(),
  from: z.string(),
  until: z.string(),
  madeAt: z.string(),
  requests: z.number(),
  byDay: z.array(z.object({ day: z.string(), requests: z.number() })),
  byApp: z.array(z.object({ app: z.string(), outcome: z.string(), requests: z.number() })),
  byOutcome: z.array(z.object({ outcome: z.string(), requests: z.number() })),
  /** Until somebody other than the requester first did something. `byHour`: of the hour in which it was asked. */
  firstLook: times,
  decision: times,
  longestWaits: z.array(z.object({ ...request, askedAt: z.string(), waitedSeconds: z.number(), isOpen: z.boolean() })),
  emergencies: z.array(
    z.object({
      ...request,
      why: shown,
      askedAt: z.string(),
      outcome: z.string(),
      heldSeconds: seconds,
      ending: shown,
      isFollowedUp: z.boolean(),
    }),
  ),
  refusals: z.array(z.object({ kind: z.string(), reason: z.string(), times: z.number() })),
});
export type ReportFigures = z.infer<typeof reportFigures>;

export interface ReportPeriod {
  /** Like 2026-11. */
  readonly month: string;
  readonly timeZone: string;
  readonly from: Date;
  readonly until: Date;
}

/** A month as it begins and ends in the zone. */
export function periodOf(month: string, timeZone: string): ReportPeriod {
  const begin = DateTime.fromISO(`${month}-01`, { zone: timeZone });
  return { month, timeZone, from: begin.toJSDate(), until: begin.plus({ months: 1 }).toJSDate() };
}

/** As many as a reader looks at. */
const mostWaits = 10;

/** The figures of a period, as they are in the database. */
export async function readFigures(
  facts: ReportFacts,
  period: ReportPeriod,
  confidentialApps: ReadonlySet<string>,
  now: Date,
): Promise<ReportFigures> {
  const requests = await facts.requests(period.from, period.until);
  const refusals = await facts.refusals(period.from, period.until);
  return figuresOf(period, { requests, refusals }, confidentialApps, now);
}

/** @param confidentialApps ids of apps of which nothing but the number and the state is shown */
export function figuresOf(
  period: ReportPeriod,
  {
    requests: all,
    refusals,
  }: { readonly requests: readonly ReportedRequest[]; readonly refusals: readonly ReportedRefusal[] },
  confidentialApps: ReadonlySet<string>,
  now: Date,
): ReportFigures {
  const { month, timeZone, from, until } = period;
  const made = all.filter(({ at }) => at >= from);
  const named = (one: ReportedRequest) => namesOf(one, confidentialApps.has(one.appId));
  return {
    month,
    timeZone,
    from: from.toISOString(),
    until: until.toISOString(),
    madeAt: now.toISOString(),
    requests: made.length,
    byDay: daysOf(period).map((day) => ({
      day,
      requests: made.filter(({ at }) => dayOf(at, timeZone) === day).length,
    })),
    byApp: counted(made, ({ appName, outcome }) => ({ app: appName, outcome })),
    byOutcome: counted(made, ({ outcome }) => ({ outcome })),
    firstLook: timesOf(made, ({ firstLookAt }) => firstLookAt, timeZone),
    decision: timesOf(made, ({ decidedAt }) => decidedAt, timeZone),
    longestWaits: longestWaits(all, named, until < now ? until : now),
    emergencies: made
      .filter(({ emergency }) => emergency)
      .map((one) => ({
        ...named(one),
        askedAt: one.at.toISOString(),
        outcome: one.outcome,
        heldSeconds: one.grant === null ? null : secondsBetween(one.grant.startedAt, one.grant.endedAt ?? now),
        ending: one.grant?.endedBy ?? null,
        isFollowedUp: one.isFollowedUp,
      })),
    refusals: [...refusals],
  };
}

function namesOf(one: ReportedRequest, isHidden: boolean) {
  const show = (text: string) => (isHidden ? null : text);
  const { number, appName: app } = one;
  const [entitlement, requester, why] = [show(one.entitlementName), show(one.requesterName), show(one.justification)];
  return { number, app, entitlement, requester, why };
}

function longestWaits(
  requests: readonly ReportedRequest[],
  named: (one: ReportedRequest) => ReturnType<typeof namesOf>,
  end: Date,
): ReportFigures['longestWaits'] {
  return requests
    .filter((one) => one.decidedAt !== null || one.outcome === 'open')
    .map((one) => {
      const { why: _, ...names } = named(one);
      const waitedSeconds = secondsBetween(one.at, one.decidedAt ?? end);
      return { ...names, askedAt: one.at.toISOString(), waitedSeconds, isOpen: one.outcome === 'open' };
    })
    .sort((one, other) => other.waitedSeconds - one.waitedSeconds)
    .slice(0, mostWaits);
}

const secondsBetween = (from: Date, to: Date) => Math.max(0, Math.round((to.getTime() - from.getTime()) / 1_000));

const dayOf = (at: Date, zone: string) => DateTime.fromJSDate(at, { zone }).toFormat('yyyy-MM-dd');

function daysOf({ month, timeZone }: ReportPeriod): readonly string[] {
  const first = DateTime.fromISO(`${month}-01`, { zone: timeZone });
  return Array.from({ length: first.daysInMonth ?? 0 }, (_, index) =>
    first.plus({ days: index }).toFormat('yyyy-MM-dd'),
  );
}

/** The most frequent first. */
function counted<Key extends object>(requests: readonly ReportedRequest[], keyOf: (one: ReportedRequest) => Key) {
  const groups = new Map<string, Key & { requests: number }>();
  for (const one of requests) {
    const key = keyOf(one);
    const id = JSON.stringify(key);
    groups.set(id, { ...key, requests: (groups.get(id)?.requests ?? 0) + 1 });
  }
  return [...groups]
    .sort(([one, { requests: ones }], [other, { requests: others }]) => others - ones || one.localeCompare(other))
    .map(([, group]) => group);
}

function timesOf(requests: readonly ReportedRequest[], endOf: (one: ReportedRequest) => Date | null, zone: string) {
  const ended = requests.flatMap((one) => {
    const end = endOf(one);
    return end === null
      ? []
      : [{ hour: DateTime.fromJSDate(one.at, { zone }).hour, waited: secondsBetween(one.at, end) }];
  });
  const hours = [...new Set(ended.map(({ hour }) => hour))].sort((one, other) => one - other);
  return {
    ...spreadOf(ended),
    byHour: hours.map((hour) => ({ hour, ...spreadOf(ended.filter((one) => one.hour === hour)) })),
  };
}

function spreadOf(ended: readonly { readonly waited: number }[]) {
  const sorted = ended.map(({ waited }) => waited).sort((one, other) => one - other);
  return { requests: sorted.length, medianSeconds: quantile(sorted, 0.5), p90Seconds: quantile(sorted, 0.9) };
}

/** With what lies between two of them where none lies there; null of nothing. */
function quantile(sorted: readonly number[], share: number): number | null {
  const at = (sorted.length - 1) * share;
  const [below, above] = [sorted[Math.floor(at)], sorted[Math.ceil(at)]];
  return below === undefined || above === undefined ? null : Math.round(below + (above - below) * (at % 1));
}
