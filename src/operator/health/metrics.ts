/** Long because the metrics of the whole process are here, so that their names are seen side by side. */
import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client';
import { type JobKind, jobKinds } from '../../domain/outward/job.ts';
import { buildInfo } from './build-info.ts';
import { inTime, type SystemStatus } from './system-status.ts';

const jobOutcomes = ['done', 'again', 'given-up'] as const;

const submissionOutcomes = ['kept', 'refused', 'not-kept'] as const;
/** What becomes of requests, as the trail and the log call it. */
const requestOutcomes = [
  'request.asked',
  'request.created',
  'request.refused',
  'request.uncertain',
  'request.abandoned',
  'request.withdrawn',
  'review.approved',
  'review.denied',
  'request.ended',
] as const;

export interface Metrics {
  readonly registry: Registry;
  readonly jobAttempt: (
    kind: JobKind,
    outcome: (typeof jobOutcomes)[number],
    durationMs: number,
  ) => void;
  /** `not-kept`: the database failed. */
  readonly submitted: (outcome: (typeof submissionOutcomes)[number]) => void;
  /** Counts a fact of the trail that is an outcome of a request. */
  readonly recorded: (kind: string) => void;
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
  readonly status: SystemStatus['read'];
  /** Accepted and refused requests from Slack over HTTP since the start. */
  readonly deliveries: () => {
    readonly accepted: number;
    readonly refused: Readonly<Record<string, number>>;
  };
}

/** When the credentials run out; absent where nobody says. */
export function showCredentialExpiry(
  { registry }: Pick<Metrics, 'registry'>,
  read: () => Promise<Date | null>,
): void {
  new Gauge({
    name: 'access_governance_credential_expiry_timestamp_seconds',
    help: 'When the bot’s credentials in the service run out, in seconds since 1970.',
    registers: [registry],
    async collect() {
      this.reset();
      const expiresAt = await inTime(read).catch(() => null);
      if (expiresAt !== null) this.set(expiresAt.getTime() / 1_000);
    },
  });
}

/** Names and units follow Prometheus: seconds, `_total`. */
export function createMetrics(sources: MetricSources): Metrics {
  const registry = new Registry();
  collectDefaultMetrics({ register: registry });
  const countJob = jobMetrics(registry);
  const countCall = callMetrics(registry);
  const slack = slackMetrics(registry);
  addGauges(registry, sources);
  countDeliveries([registry], sources.deliveries);
  showBuild(registry);
  const submitted = countOutcomes(registry, submissionOutcomes, {
    name: 'access_submissions_total',
    help: 'Forms in which somebody asked for access, by outcome (kept, refused, not-kept).',
  });
  const recorded = countOutcomes(registry, requestOutcomes, {
    name: 'access_requests_total',
    help: 'What became of requests, by the name that it has in the audit trail.',
  });
  return { registry, jobAttempt: countJob, submitted, recorded, governanceCall: countCall, slack };
}

/** Prometheus sees no increase in a counter that was not there before: each begins at 0. */
function countOutcomes(
  registry: Registry,
  outcomes: readonly string[],
  named: { readonly name: string; readonly help: string },
): (outcome: string) => void {
  const counter = new Counter({ ...named, labelNames: ['outcome'], registers: [registry] });
  for (const outcome of outcomes) counter.inc({ outcome }, 0);
  return (outcome) => {
    if (outcomes.includes(outcome)) counter.inc({ outcome });
  };
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
  // As those of `countOutcomes`.
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

function showBuild(registry: Registry): void {
  const info = new Gauge({
    name: 'access_build_info',
    help: 'Always 1; its labels say which version runs, built from which commit.',
    labelNames: ['version', 'revision'],
    registers: [registry],
  });
  info.set({ ...buildInfo() }, 1);
}

function addGauges(registry: Registry, sources: MetricSources): void {
  addGauge(registry, {
    name: 'access_jobs_queued',
    label: 'kind',
    help: 'Jobs waiting or running, by kind.',
    read: sources.jobDepth,
  });
  addGauge(registry, {
    name: 'access_oldest_job_age_seconds',
    label: 'kind',
    help: 'How long the oldest job that is due has waited, by kind; a kind without one is absent.',
    read: sources.jobAges,
  });
  addNumber(registry, {
    name: 'access_audit_seal_lag_seconds',
    help: 'How long the oldest entry of the audit trail has waited for its seal.',
    read: sources.sealLag,
  });
  addNumber(registry, {
    name: 'access_reading_age_seconds',
    help: 'How long ago the open task was read that has waited longest for a reading.',
    read: sources.readingAge,
  });
  addNumber(registry, {
    name: 'access_untold_emergency_age_seconds',
    help: 'How long the oldest undecided emergency has waited of which no reviewer has a card.',
    read: sources.untoldEmergencyAge,
  });
  addGauge(registry, {
    name: 'access_catalogue_age_seconds',
    label: 'app',
    help: 'How old the copy of what can be asked for is, by app; an app that was never read is absent.',
    read: async () =>
      [...sources.catalogueAges()].flatMap(([app, seconds]) =>
        seconds === null ? [] : [[app, seconds] as const],
      ),
  });
  addGauge(registry, {
    name: 'access_up',
    label: 'system',
    help: 'Whether a system that the bot depends on is usable (1) or not (0).',
    read: async () =>
      Object.entries(await sources.status()).map(([system, { ok }]) => [system, ok ? 1 : 0]),
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

interface GaugeSource {
  readonly name: string;
  readonly label: string;
  readonly help: string;
  readonly read: () => Promise<Iterable<readonly [string, number]>>;
}

/**
 * Adds a number that is read each time the metrics are scraped. It is left out where that fails, as
 * while the database is down: that is when the other metrics matter most.
 */
function addGauge(registry: Registry, { name, label, help, read }: GaugeSource): void {
  new Gauge({
    name,
    help,
    labelNames: [label],
    registers: [registry],
    async collect() {
      this.reset();
      for (const [of, value] of await inTime(read).catch(() => []))
        this.set({ [label]: of }, value);
    },
  });
}

/** Adds a number of the database, left out while that does not answer. */
function addNumber(
  registry: Registry,
  {
    name,
    help,
    read,
  }: Pick<GaugeSource, 'name' | 'help'> & { readonly read: () => Promise<number> },
): void {
  new Gauge({
    name,
    help,
    registers: [registry],
    async collect() {
      this.remove();
      const value = await inTime(read).catch(() => null);
      if (value !== null) this.set(value);
    },
  });
}
