import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client';
import type { JobKind } from '../../domain/job.ts';
import { inTime, type SystemStatus } from './system-status.ts';

export type Metrics = ReturnType<typeof createMetrics>;

interface MetricSources {
  readonly jobDepth: () => Promise<ReadonlyMap<JobKind, number>>;
  /** Seconds by app id; null where nothing was ever read: such an app is left out. */
  readonly catalogueAges: () => ReadonlyMap<string, number | null>;
  readonly status: SystemStatus['read'];
  /** What came of requests from Slack over HTTP, since the start. */
  readonly deliveries: () => {
    readonly accepted: number;
    readonly refused: Readonly<Record<string, number>>;
  };
}

/** Names and units as Prometheus has them: seconds, `_total`. */
export function createMetrics(sources: MetricSources) {
  const registry = new Registry();
  collectDefaultMetrics({ register: registry });
  const registers = [registry];
  const attempts = new Counter({
    name: 'access_job_attempts_total',
    help: 'Attempts at a job by kind and outcome (done, again, given-up).',
    labelNames: ['kind', 'outcome'],
    registers,
  });
  const buckets = [0.01, 0.05, 0.1, 0.5, 1, 5, 10, 30];
  const durations = new Histogram({
    name: 'access_job_duration_seconds',
    help: 'How long an attempt at a job took.',
    labelNames: ['kind'],
    buckets,
    registers,
  });
  const calls = new Histogram({
    name: 'access_governance_request_duration_seconds',
    help: 'How long a call to the governance service took, by method, path template and status.',
    labelNames: ['method', 'path', 'status'],
    buckets,
    registers,
  });
  // Left out while the database is away: the other metrics are wanted most then.
  gauge(registry, 'access_jobs_queued', 'kind', 'Jobs waiting or running, by kind.', () =>
    inTime(sources.jobDepth).catch(() => []),
  );
  const ageHelp =
    'How old the copy of what can be asked for is, by app; an app that was never read is absent.';
  gauge(registry, 'access_catalogue_age_seconds', 'app', ageHelp, async () =>
    [...sources.catalogueAges()].flatMap(([app, seconds]) =>
      seconds === null ? [] : [[app, seconds] as const],
    ),
  );
  gauge(
    registry,
    'access_up',
    'system',
    'Whether a system that the bot depends on is usable (1) or not (0).',
    async () =>
      Object.entries(await sources.status()).map(([system, { ok }]) => [system, ok ? 1 : 0]),
  );
  countDeliveries(registers, sources.deliveries);
  return {
    registry,
    jobAttempt(kind: JobKind, outcome: 'done' | 'again' | 'given-up', durationMs: number) {
      attempts.inc({ kind, outcome });
      durations.observe({ kind }, durationMs / 1_000);
    },
    governanceCall(call: {
      method: string;
      path: string;
      status: number | null;
      durationMs: number;
    }) {
      const { method, path, status, durationMs } = call;
      calls.observe({ method, path, status: String(status ?? 'none') }, durationMs / 1_000);
    },
  };
}

function countDeliveries(registers: Registry[], read: MetricSources['deliveries']): void {
  new Counter({
    name: 'access_slack_deliveries_accepted_total',
    help: 'Signed requests of Slack that were accepted.',
    registers,
    collect() {
      this.reset();
      this.inc(read().accepted);
    },
  });
  new Counter({
    name: 'access_slack_deliveries_refused_total',
    help: 'Requests to the address for Slack that were refused, by reason (unsigned, signature, timestamp, payload).',
    labelNames: ['reason'],
    registers,
    collect() {
      this.reset();
      for (const [reason, count] of Object.entries(read().refused)) this.inc({ reason }, count);
    },
  });
}

/** A number that is read when somebody asks for the metrics. */
function gauge(
  registry: Registry,
  name: string,
  label: string,
  help: string,
  read: () => Promise<Iterable<readonly [string, number]>>,
): void {
  new Gauge({
    name,
    help,
    labelNames: [label],
    registers: [registry],
    async collect() {
      this.reset();
      for (const [of, value] of await read()) this.set({ [label]: of }, value);
    },
  });
}
