import { DateTime } from 'luxon';
import { type AccessSettings, isConfidential } from '../../domain/access-settings.ts';
import type { ReportedRequest, ReportFacts } from './report-facts.ts';

/**
 * The figures of a month, as the page shows them and `--format json` writes them. What a
 * confidential app does not show is null.
 */
export type ReportFigures = ReturnType<typeof figuresOf>;

/** A month as it begins and ends in the zone. */
export function periodOf(month: string, timeZone: string) {
  const begin = DateTime.fromISO(`${month}-01`, { zone: timeZone });
  return { month, timeZone, from: begin.toJSDate(), until: begin.plus({ months: 1 }).toJSDate() };
}

/** As many as a reader looks at. */
const mostWaits = 10;

/** Of the requests for confidential apps nothing but the number, the app and the state is shown. */
export function figuresOf(
  { month, timeZone, from, until }: ReturnType<typeof periodOf>,
  { requests: all, refusals }: ReportFacts,
  settings: Pick<AccessSettings, 'apps'>,
  now: Date,
) {
  const made = all.filter(({ at }) => at >= from);
  const local = (at: Date) => DateTime.fromJSDate(at, { zone: timeZone });
  const byDay = Map.groupBy(made, ({ at }) => local(at).toISODate());
  const days = Array.from({ length: local(from).daysInMonth ?? 0 }, (_, index) =>
    local(from).plus({ days: index }),
  );
  const end = until < now ? until : now;
  const shownOf = (one: ReportedRequest) => {
    const show = (text: string) => (isConfidential(settings, one.appId) ? null : text);
    const { number, appName: app, outcome } = one;
    const names = {
      number,
      app,
      entitlement: show(one.entitlementName),
      requester: show(one.requesterName),
    };
    return { ...names, why: show(one.justification), askedAt: one.at.toISOString(), outcome };
  };
  const timesOf = (endOf: (one: ReportedRequest) => Date | null) => {
    const ended = made.flatMap((one) => {
      const endedAt = endOf(one);
      return endedAt === null
        ? []
        : [{ hour: local(one.at).hour, waited: secondsBetween(one.at, endedAt) }];
    });
    const hours = [...Map.groupBy(ended, ({ hour }) => hour)].sort(([one], [other]) => one - other);
    return {
      ...spreadOf(ended),
      byHour: hours.map(([hour, ofHour]) => ({ hour, ...spreadOf(ofHour) })),
    };
  };
  return {
    month,
    timeZone,
    from: from.toISOString(),
    until: until.toISOString(),
    madeAt: now.toISOString(),
    requests: made.length,
    byDay: days.map((one) => {
      const day = one.toFormat('yyyy-MM-dd');
      return { day, requests: byDay.get(day)?.length ?? 0 };
    }),
    byApp: counted(made, ({ appName: app, outcome }) => ({ app, outcome })),
    byOutcome: counted(made, ({ outcome }) => ({ outcome })),
    firstLook: timesOf(({ firstLookAt }) => firstLookAt),
    decision: timesOf(({ decidedAt }) => decidedAt),
    longestWaits: all
      .filter(({ decidedAt, outcome }) => decidedAt !== null || outcome === 'open')
      .map((one) => ({
        ...shownOf(one),
        waitedSeconds: secondsBetween(one.at, one.decidedAt ?? end),
      }))
      .sort((one, other) => other.waitedSeconds - one.waitedSeconds)
      .slice(0, mostWaits),
    emergencies: made
      .filter(({ emergency }) => emergency)
      .map((one) => ({
        ...shownOf(one),
        approvers: isConfidential(settings, one.appId) ? null : one.approvers,
        heldSeconds: one.startedAt && secondsBetween(one.startedAt, one.endedAt ?? now),
        ending: one.endedBy,
        isFollowedUp: one.isFollowedUp,
      })),
    refusals: [...refusals],
  };
}

const secondsBetween = (from: Date, to: Date) =>
  Math.max(0, Math.round((to.getTime() - from.getTime()) / 1_000));

/** The most frequent first. */
function counted<Key extends object>(
  requests: readonly ReportedRequest[],
  keyOf: (one: ReportedRequest) => Key,
) {
  return [...Map.groupBy(requests, (one) => JSON.stringify(keyOf(one)))]
    .sort(([one, ones], [other, others]) => others.length - ones.length || one.localeCompare(other))
    .flatMap(([, group]) =>
      group.slice(0, 1).map((one) => ({ ...keyOf(one), requests: group.length })),
    );
}

function spreadOf(ended: readonly { readonly waited: number }[]) {
  const sorted = ended.map(({ waited }) => waited).sort((one, other) => one - other);
  return {
    requests: sorted.length,
    medianSeconds: quantile(sorted, 0.5),
    p90Seconds: quantile(sorted, 0.9),
  };
}

/** With what lies between two of them where none lies there; null of nothing. */
function quantile(sorted: readonly number[], share: number): number | null {
  const at = (sorted.length - 1) * share;
  const [below, above] = [sorted[Math.floor(at)], sorted[Math.ceil(at)]];
  return below === undefined || above === undefined
    ? null
    : Math.round(below + (above - below) * (at % 1));
}
