import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client';
import type { JobKind } from '../domain/job.ts';
import { inTime, type SystemStatus } from './system-status.ts';

export interface Metrics {
  readonly registry: Registry;
  jobAttempt(kind: JobKind, outcome: 'done' | 'again' | 'given-up', durationMs: number): void;
  governanceCall(call: { method: string; path: string; status: number | null; durationMs: number }): void;
}

interface MetricSources {
  readonly jobDepth: () => Promise<ReadonlyMap<JobKind, number>>;
  /** Seconds by app id; null where nothing was ever read: such an app is left out. */
  readonly catalogueAges: () => ReadonlyMap<string, number | null>;
  readonly status: SystemStatus['read'];
}

/** Names and units as Prometheus has them: seconds, `_total`. */
export function createMetrics(sources: MetricSources): Metrics {
  const registry = new Registry();
  collectDefaultMetrics({ register: registry });
  const attempts = new Counter({
    name: 'access_job_attempts_total',
    help: 'Attempts at a job by kind and outcome (done, again, given-up).',
    labelNames: ['kind', 'outcome'],
    registers: [registry],
  });
  const durations = new Histogram({
    name: 'access_job_duration_seconds',
    help: 'How long an attempt at a job took.',
    labelNames: ['kind'],
    buckets: [0.01, 0.05, 0.1, 0.5, 1, 5, 10, 30],
    registers: [registry],
  });
  const calls = new Histogram({
    name: 'access_governance_request_duration_seconds',
    help: 'How long a call to the governance service took, by method, path template and status.',
    labelNames: ['method', 'path', 'status'],
    buckets: [0.01, 0.05, 0.1, 0.5, 1, 5, 10, 30],
    registers: [registry],
  });
  registerGauges(registry, sources);
  return {
    registry,
    jobAttempt(kind, outcome, durationMs) {
      attempts.inc({ kind, outcome });
      durations.observe({ kind }, durationMs / 1_000);
    },
    governanceCall(call) {
      calls.observe(
        { method: call.method, path: call.path, status: String(call.status ?? 'none') },
        call.durationMs / 1_000,
      );
    },
  };
}

/** What is read when somebody asks for the metrics. */
function registerGauges(registry: Registry, sources: MetricSources): void {
  new Gauge({
    name: 'access_jobs_queued',
    help: 'Jobs waiting or running, by kind.',
    labelNames: ['kind'],
    registers: [registry],
    async collect() {
      this.reset();
      // Left out while the database is away: the other metrics are wanted most then.
      const depths = await inTime(sources.jobDepth).catch(() => []);
      for (const [kind, count] of depths) this.set({ kind }, count);
    },
  });
  new Gauge({
    name: 'access_catalogue_age_seconds',
    help: 'How old the copy of what can be asked for is, by app; an app that was never read is absent.',
    labelNames: ['app'],
    registers: [registry],
    collect() {
      for (const [app, seconds] of sources.catalogueAges()) if (seconds !== null) this.set({ app }, seconds);
    },
  });
  new Gauge({
    name: 'access_up',
    help: 'Whether a system that the bot depends on is usable (1) or not (0).',
    labelNames: ['system'],
    registers: [registry],
    async collect() {
      for (const [system, { ok }] of Object.entries(await sources.status())) this.set({ system }, ok ? 1 : 0);
    },
  });
}
