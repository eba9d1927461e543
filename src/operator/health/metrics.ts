/** Long because the metrics of the whole process are here, so that their names are seen side by side. */
import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client';
import { type JobKind, jobKinds } from '../../domain/outward/job.ts';
import { buildInfo } from './build-info.ts';
import { inTime, type SystemStatus } from './system-status.ts';

const jobOutcomes = ['done', 'again', 'given-up'] as const;

const submissionOutcomes = ['kept', 'refused', 'not-kept'] as const;
export interface Metrics {
  readonly registry: Registry;
  readonly jobAttempt: (
    kind: JobKind,
    outcome: (typeof jobOutcomes)[number],
    durationMs: number,
  ) => void;
  /** `not-kept`: the database failed. */
  readonly submitted: (outcome: (typeof submissionOutcomes)[number]) => void;
  readonly governanceCall: (call: GovernanceCall) => void;
  readonly slack: {
    readonly called: (call: SlackCall) => void;
    /** From a payload of Slack until the bot answered it. */
    readonly acked: (durationMs: number) => void;
  };
}

interface GovernanceCall {
  readonly method: string;
  readonly path: string;
  readonly status: number | null;
  readonly durationMs: number;
}

interface SlackCall {
  readonly method: string;
  readonly outcome: string;
  readonly durationMs: number;
}

export interface MetricSources {
  readonly jobDepth: () => Promise<ReadonlyMap<JobKind, number>>;
  /** Seconds since the oldest job of a kind was due; a kind of which none waits is left out. */
  readonly jobAges: () => Promise<ReadonlyMap<JobKind, number>>;
  /** Seconds since the oldest entry of the audit trail that is not sealed yet; 0 without one. */
  readonly sealLag: () => Promise<number>;
  /** Seconds since the last reading of the open task that waits longest for one; 0 without one. */
  readonly readingAge: () => Promise<number>;
  /** Seconds since the oldest emergency was asked for of which no reviewer was told; 0 without one. */
  readonly untoldEmergencyAge: () => Promise<number>;
  /** Seconds by app id; null for an app that was never read, which is left out. */
  readonly catalogueAges: () => ReadonlyMap<string, number | null>;
  /** When the bot's credentials run out; null where nobody says. */
  readonly credentialExpiry: Date | null;
  readonly status: SystemStatus['read'];
  /** Accepted and refused requests from Slack over HTTP since the start. */
  readonly deliveries: () => {
    readonly accepted: number;
    readonly refused: Readonly<Record<string, number>>;
  };
}

/** Names and units follow Prometheus: seconds, `_total`. */
export function createMetrics(sources: MetricSources): Metrics {
  const registry = new Registry();
  collectDefaultMetrics({ register: registry });
  for (const one of gaugesOf(sources)) addGauge(registry, one);
  countDeliveries([registry], sources.deliveries);
  return {
    registry,
    jobAttempt: jobMetrics(registry),
    submitted: countSubmissions(registry),
    governanceCall: callMetrics(registry),
    slack: slackMetrics(registry),
  };
}

/** Prometheus sees no increase in a counter that was not there before: each begins at 0. */
function countSubmissions(registry: Registry): Metrics['submitted'] {
  const counter = new Counter({
    name: 'access_submissions_total',
    help: 'Forms in which somebody asked for access, by outcome (kept, refused, not-kept).',
    labelNames: ['outcome'],
    registers: [registry],
  });
  for (const outcome of submissionOutcomes) counter.inc({ outcome }, 0);
  return (outcome) => counter.inc({ outcome });
}

const buckets = [0.01, 0.05, 0.1, 0.5, 1, 5, 10, 30];

function jobMetrics(registry: Registry): Metrics['jobAttempt'] {
  const registers = [registry];
  const attempts = new Counter({
    name: 'access_job_attempts_total',
    help: 'Attempts at a job by kind and outcome (done, again, given-up).',
    labelNames: ['kind', 'outcome'],
    registers,
  });
  // As those of `countSubmissions`.
  for (const kind of jobKinds)
    for (const outcome of jobOutcomes) attempts.inc({ kind, outcome }, 0);
  const durations = new Histogram({
    name: 'access_job_duration_seconds',
    help: 'How long an attempt at a job took.',
    labelNames: ['kind'],
    buckets,
    registers,
  });
  return (kind, outcome, durationMs) => {
    attempts.inc({ kind, outcome });
    durations.observe({ kind }, durationMs / 1_000);
  };
}

function callMetrics(registry: Registry): Metrics['governanceCall'] {
  const calls = new Histogram({
    name: 'access_governance_request_duration_seconds',
    help: 'How long a call to the governance service took, by method, path template and status.',
    labelNames: ['method', 'path', 'status'],
    buckets,
    registers: [registry],
  });
  return ({ method, path, status, durationMs }) =>
    calls.observe({ method, path, status: String(status ?? 'none') }, durationMs / 1_000);
}

function slackMetrics(registry: Registry): Metrics['slack'] {
  const calls = new Histogram({
    name: 'access_slack_request_duration_seconds',
    help: 'How long a call to Slack took, by method and outcome (ok, Slack’s error, an HTTP status, no-answer).',
    labelNames: ['method', 'outcome'],
    buckets: [0.1, 0.5, 1, 5, 10],
    registers: [registry],
  });
  const acks = new Histogram({
    name: 'access_slack_ack_duration_seconds',
    help: 'From a command, a click or an event of Slack until the bot answered it. Slack waits 3 s.',
    buckets: [0.05, 0.1, 0.25, 0.5, 1, 2, 3],
    registers: [registry],
  });
  return {
    called: ({ method, outcome, durationMs }) =>
      calls.observe({ method, outcome }, durationMs / 1_000),
    acked: (durationMs) => acks.observe(durationMs / 1_000),
  };
}

interface GaugeSource {
  readonly name: string;
  readonly help: string;
  /** Each number with its labels; absent = none. */
  readonly read: () => Promise<Iterable<readonly [Readonly<Record<string, string>>, number]>>;
}

const one = async (read: Promise<number>) => [[{}, await read] as const];

async function by<Of extends string>(
  label: string,
  read: Promise<Iterable<readonly [Of, number]>>,
) {
  return Array.from(await read, ([of, value]) => [{ [label]: of }, value] as const);
}

/** What is read each time the metrics are scraped. */
const gaugesOf = (sources: MetricSources): readonly GaugeSource[] => [
  {
    name: 'access_build_info',
    help: 'Always 1; its labels say which version runs, built from which commit.',
    read: async () => [[{ ...buildInfo() }, 1]],
  },
  {
    name: 'access_jobs_queued',
    help: 'Jobs waiting or running, by kind.',
    read: () => by('kind', sources.jobDepth()),
  },
  {
    name: 'access_oldest_job_age_seconds',
    help: 'How long the oldest job that is due has waited, by kind; a kind without one is absent.',
    read: () => by('kind', sources.jobAges()),
  },
  {
    name: 'access_audit_seal_lag_seconds',
    help: 'How long the oldest entry of the audit trail has waited for its seal.',
    read: () => one(sources.sealLag()),
  },
  {
    name: 'access_reading_age_seconds',
    help: 'How long ago the open task was read that has waited longest for a reading.',
    read: () => one(sources.readingAge()),
  },
  {
    name: 'access_untold_emergency_age_seconds',
    help: 'How long the oldest undecided emergency has waited of which no reviewer has a card.',
    read: () => one(sources.untoldEmergencyAge()),
  },
  {
    name: 'access_governance_credential_expiry_timestamp_seconds',
    help: 'When the bot’s credentials in the service run out, in seconds since 1970; absent where nobody says.',
    read: async () => {
      const { credentialExpiry } = sources;
      return credentialExpiry === null ? [] : [[{}, credentialExpiry.getTime() / 1_000]];
    },
  },
  {
    name: 'access_catalogue_age_seconds',
    help: 'How old the copy of what can be asked for is, by app; an app that was never read is absent.',
    read: async () =>
      [...sources.catalogueAges()].flatMap(([app, seconds]) =>
        seconds === null ? [] : [[{ app }, seconds] as const],
      ),
  },
  {
    name: 'access_up',
    help: 'Whether a system that the bot depends on is usable (1) or not (0).',
    read: async () =>
      Object.entries(await sources.status()).map(([system, { ok }]) => [{ system }, ok ? 1 : 0]),
  },
];

/** Left out where reading fails, as while the database is down: that is when the others matter most. */
function addGauge(registry: Registry, { name, help, read }: GaugeSource): void {
  new Gauge({
    name,
    help,
    labelNames: ['version', 'revision', 'kind', 'app', 'system'],
    registers: [registry],
    async collect() {
      this.reset();
      for (const [labels, value] of await inTime(read).catch(() => [])) this.set(labels, value);
    },
  });
}

function countDeliveries(registers: Registry[], countsNow: MetricSources['deliveries']): void {
  new Counter({
    name: 'access_slack_deliveries_accepted_total',
    help: 'Signed requests of Slack that were accepted.',
    registers,
    collect() {
      this.reset();
      this.inc(countsNow().accepted);
    },
  });
  new Counter({
    name: 'access_slack_deliveries_refused_total',
    help: 'Requests to the address for Slack that were refused, by reason (unsigned, signature, timestamp, payload).',
    labelNames: ['reason'],
    registers,
    collect() {
      this.reset();
      for (const [reason, count] of Object.entries(countsNow().refused))
        this.inc({ reason }, count);
    },
  });
}
