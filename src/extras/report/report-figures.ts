import { DateTime } from 'luxon';
import { type AccessSettings, isConfidential } from '../../domain/settings/access-settings.ts';
import type { ReportedRequest, ReportFacts } from './report-facts.ts';

/** A month in a time zone. */
export interface ReportPeriod {
  readonly month: string;
  readonly timeZone: string;
  readonly from: Date;
  readonly until: Date;
}

/**
 * The figures of a month, as the page shows them and `--format json` writes them. Facts that a
 * confidential app hides are null.
 */
export interface ReportFigures {
  readonly month: string;
  readonly timeZone: string;
  readonly from: string;
  readonly until: string;
  readonly madeAt: string;
  readonly requests: number;
  readonly byDay: readonly { readonly day: string; readonly requests: number }[];
  readonly byApp: readonly {
    readonly app: string;
    readonly outcome: ReportedRequest['outcome'];
    readonly requests: number;
  }[];
  readonly byOutcome: readonly {
    readonly outcome: ReportedRequest['outcome'];
    readonly requests: number;
  }[];
  readonly firstLook: WaitingTimes;
  readonly decision: WaitingTimes;
  readonly longestWaits: readonly LongWait[];
  readonly emergencies: readonly ReportedEmergency[];
  readonly refusals: ReportFacts['refusals'];
}

interface Spread {
  readonly requests: number;
  readonly medianSeconds: number | null;
  readonly p90Seconds: number | null;
}

interface WaitingTimes extends Spread {
  /** By the hour of the request. */
  readonly byHour: readonly (Spread & { readonly hour: number })[];
}

interface ShownRequest {
  readonly number: ReportedRequest['number'];
  readonly app: string;
  readonly entitlement: string | null;
  readonly requester: string | null;
  readonly why: string | null;
  readonly askedAt: string;
  readonly outcome: ReportedRequest['outcome'];
}

interface LongWait extends ShownRequest {
  readonly waitedSeconds: number;
}

interface ReportedEmergency extends ShownRequest {
  readonly approvers: ReportedRequest['approvers'] | null;
  readonly heldSeconds: number | null;
  readonly ending: ReportedRequest['endedBy'];
  readonly isFollowedUp: boolean;
}

export function reportPeriodOf(month: string, timeZone: string): ReportPeriod {
  const begin = DateTime.fromISO(`${month}-01`, { zone: timeZone });
  return { month, timeZone, from: begin.toJSDate(), until: begin.plus({ months: 1 }).toJSDate() };
}

/** As many as a reader looks at. */
const mostWaits = 10;

/** A request for a confidential app shows only its number, its app and its state. */
export function figuresOf(
  period: ReportPeriod,
  { requests: all, refusals, newestAt }: ReportFacts,
  settings: Pick<AccessSettings, 'apps'>,
  clock: Date,
): ReportFigures {
  // The bot's clock can be ahead of the clock of this process, as it is in the sandbox.
  const now = newestAt !== null && newestAt > clock ? newestAt : clock;
  const { month, timeZone, from, until } = period;
  const requests = all.filter(({ at }) => at >= from);
  const isHidden = (one: ReportedRequest): boolean => isConfidential(settings, one.appId);
  return {
    month,
    timeZone,
    from: from.toISOString(),
    until: until.toISOString(),
    madeAt: now.toISOString(),
    requests: requests.length,
    byDay: requestsByDay(requests, period),
    byApp: counted(requests, ({ appName: app, outcome }) => ({ app, outcome })),
    byOutcome: counted(requests, ({ outcome }) => ({ outcome })),
    firstLook: waitingTimes(requests, timeZone, ({ firstLookAt }) => firstLookAt),
    decision: waitingTimes(requests, timeZone, ({ decidedAt }) => decidedAt),
    longestWaits: longestWaits(all, until < now ? until : now, isHidden),
    emergencies: requests
      .filter(({ emergency }) => emergency)
      .map((one) => reportedEmergency(one, now, isHidden)),
    refusals: [...refusals],
  };
}

/** Every day of the month, also one without requests. */
function requestsByDay(
  requests: readonly ReportedRequest[],
  { from, timeZone }: ReportPeriod,
): ReportFigures['byDay'] {
  const local = (at: Date): DateTime => DateTime.fromJSDate(at, { zone: timeZone });
  const byDay = Map.groupBy(requests, ({ at }) => local(at).toISODate());
  const days = Array.from({ length: local(from).daysInMonth ?? 0 }, (_, index) =>
    local(from).plus({ days: index }).toFormat('yyyy-MM-dd'),
  );
  return days.map((day) => ({ day, requests: byDay.get(day)?.length ?? 0 }));
}

/** How long requests waited until `endOf`. Requests that still wait are left out. */
function waitingTimes(
  requests: readonly ReportedRequest[],
  timeZone: string,
  endOf: (one: ReportedRequest) => Date | null,
): WaitingTimes {
  const ended = requests.flatMap((one) => {
    const endedAt = endOf(one);
    const { hour } = DateTime.fromJSDate(one.at, { zone: timeZone });
    return endedAt === null ? [] : [{ hour, waited: secondsBetween(one.at, endedAt) }];
  });
  const hours = [...Map.groupBy(ended, ({ hour }) => hour)].sort(([one], [other]) => one - other);
  return {
    ...spreadOf(ended),
    byHour: hours.map(([hour, ofHour]) => ({ hour, ...spreadOf(ofHour) })),
  };
}

type IsHidden = (one: ReportedRequest) => boolean;

/** The requests that waited longest for a decision, open ones included. */
function longestWaits(
  all: readonly ReportedRequest[],
  end: Date,
  isHidden: IsHidden,
): readonly LongWait[] {
  return all
    .filter(({ decidedAt, outcome }) => decidedAt !== null || outcome === 'open')
    .map((one) => ({
      ...shownRequest(one, isHidden(one)),
      waitedSeconds: secondsBetween(one.at, one.decidedAt ?? end),
    }))
    .sort((one, other) => other.waitedSeconds - one.waitedSeconds)
    .slice(0, mostWaits);
}

function reportedEmergency(one: ReportedRequest, now: Date, isHidden: IsHidden): ReportedEmergency {
  return {
    ...shownRequest(one, isHidden(one)),
    approvers: isHidden(one) ? null : one.approvers,
    heldSeconds: one.startedAt && secondsBetween(one.startedAt, one.endedAt ?? now),
    ending: one.endedBy,
    isFollowedUp: one.isFollowedUp,
  };
}

function shownRequest(one: ReportedRequest, isHidden: boolean): ShownRequest {
  const show = (text: string): string | null => (isHidden ? null : text);
  return {
    number: one.number,
    app: one.appName,
    entitlement: show(one.entitlementName),
    requester: show(one.requesterName),
    why: show(one.justification),
    askedAt: one.at.toISOString(),
    outcome: one.outcome,
  };
}

const secondsBetween = (from: Date, to: Date): number =>
  Math.max(0, Math.round((to.getTime() - from.getTime()) / 1_000));

/** The most frequent first. */
function counted<Key extends object>(
  requests: readonly ReportedRequest[],
  keyOf: (one: ReportedRequest) => Key,
): (Key & { readonly requests: number })[] {
  return [...Map.groupBy(requests, (one) => JSON.stringify(keyOf(one)))]
    .sort(([one, ones], [other, others]) => others.length - ones.length || one.localeCompare(other))
    .flatMap(([, group]) =>
      group.slice(0, 1).map((one) => ({ ...keyOf(one), requests: group.length })),
    );
}

function spreadOf(ended: readonly { readonly waited: number }[]): Spread {
  const sorted = ended.map(({ waited }) => waited).sort((one, other) => one - other);
  return {
    requests: sorted.length,
    medianSeconds: quantile(sorted, 0.5),
    p90Seconds: quantile(sorted, 0.9),
  };
}

/** Interpolates between two values; null without any. */
function quantile(sorted: readonly number[], share: number): number | null {
  const at = (sorted.length - 1) * share;
  const [below, above] = [sorted[Math.floor(at)], sorted[Math.ceil(at)]];
  return below === undefined || above === undefined
    ? null
    : Math.round(below + (above - below) * (at % 1));
}
