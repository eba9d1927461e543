/**
 * The room of the durable queue. It owns when a job runs and when it runs again; it never knows what a job does: a handler
 * calls one use case. pg-boss keeps the jobs, in the same database as everything else.
 * Long because what is kept, what is run and what is waited for are one contract with pg-boss.
 */

import {
  fromKysely,
  fromPglite,
  type JobWithMetadata,
  type KyselyTransactionLike,
  type PGliteLike,
  PgBoss,
} from 'pg-boss';
import { z } from 'zod';
import { backoffMs, decideRetry, type JobKind, jobKinds, type NotYet, type OutwardJob } from '../domain/job.ts';
import { OutwardFailure } from '../domain/outward-failure.ts';
import type { World } from '../use-cases/ports.ts';

export type QueueEngine =
  | { readonly kind: 'embedded'; readonly pglite: PGliteLike }
  | { readonly kind: 'postgres'; readonly url: string; readonly options: string };

export interface JobQueueDeps {
  readonly engine: QueueEngine;
  readonly world: World;
  /** 0 up to 1, spreads the waits. */
  readonly random: () => number;
  readonly onAttempt?: (kind: JobKind, outcome: 'done' | 'again' | 'given-up', durationMs: number) => void;
}

export interface JobHandlers {
  run(job: OutwardJob): Promise<NotYet | void>;
  /** Told once about a job that will not be tried again; the reference is in the log line too. */
  giveUp(job: OutwardJob, reference: string): Promise<void>;
}

export interface JobQueue {
  /** A job that exists exactly if the transaction commits. */
  enqueueIn(trx: KyselyTransactionLike, job: OutwardJob, options?: { afterMs?: number }): Promise<void>;
  /** At most one of its kind in `seconds`, whichever process asks. */
  enqueueEvery(job: OutwardJob, seconds: number): Promise<void>;
  start(handlers: JobHandlers): Promise<void>;
  /** Waiting and running jobs by kind. */
  depth(): Promise<ReadonlyMap<JobKind, number>>;
  /** Lets running jobs finish, up to the time given; what is cut off runs again at the next start. */
  stop(timeoutMs: number): Promise<void>;
}

/** The name of `create-task` in earlier versions: what an upgraded installation still has queued under it is worked on too. */
const formerKind = 'submit-request';

const queued = z.object({
  attempt: z.number().int().min(1),
  job: z.discriminatedUnion('kind', [
    z.object({ kind: z.literal('create-task'), requestId: z.string() }),
    z
      .object({ kind: z.literal(formerKind), requestId: z.string() })
      .transform(({ requestId }) => ({ kind: 'create-task' as const, requestId })),
    z.object({ kind: z.literal('sync-card'), cardId: z.string() }),
    z.object({ kind: z.literal('carry-out-review'), reviewId: z.string() }),
    z.object({ kind: z.literal('carry-out-holder-action'), holderActionId: z.string() }),
    z.object({ kind: z.literal('send-notice'), noticeId: z.string() }),
    z.object({ kind: z.literal('sync-home'), slackUserId: z.string() }),
    z.object({ kind: z.literal('retire-copy'), channel: z.string(), ts: z.string() }),
    z.object({ kind: z.literal('sync-overview'), channel: z.string() }),
    z.object({ kind: z.literal('act-on-due') }),
    z.object({ kind: z.literal('send-digest'), day: z.string() }),
    z.object({ kind: z.literal('refresh-tasks') }),
    z.object({ kind: z.literal('end-grants') }),
    z.object({ kind: z.literal('post-audit-head') }),
  ]) satisfies z.ZodType<OutwardJob>,
});

/** Longer than any handler takes: each of its calls outward has a time limit of its own. */
const expireInSeconds = 600;
/** With many processes, a job whose process died is taken over after two missed beats. */
const heartbeatSeconds = 10;

const queueOptions = {
  // One at a time for each key, in order, whichever process runs it: two hands on one card could post it twice, or leave
  // its older state.
  policy: 'key_strict_fifo',
  expireInSeconds,
  // Ours is the rule about waits; pg-boss retries only what its process left behind.
  retryLimit: 1_000,
  retryDelay: 1,
  retryDelayMax: 60,
  retryBackoff: true,
  deleteAfterSeconds: 24 * 3600,
  retentionSeconds: 365 * 24 * 3600,
  notify: true,
} as const;

/** What must not be worked on by two at once: what the job is about, or itself where there is only one of its kind. */
function keyOf({ kind, ...ids }: OutwardJob): string {
  return Object.values(ids).join(':') || kind;
}

const workOptions = {
  includeMetadata: true,
  batchSize: 4,
  burstWhenBatchFull: true,
  pollingIntervalSeconds: 1,
  // Only for what nobody tells: the jobs that wait in a process that is gone.
  notifyPollingIntervalSeconds: 10,
} as const;

const workersOfAKind = 2;

export function createJobQueue(deps: JobQueueDeps): JobQueue {
  const { engine, world } = deps;
  const boss = new PgBoss({
    ...(engine.kind === 'embedded'
      ? { db: fromPglite(engine.pglite), backend: 'pglite' }
      : { connectionString: engine.url, max: 4, options: engine.options }),
    schema: 'pgboss',
    schedule: false,
    useListenNotify: true,
    superviseIntervalSeconds: 10,
    monitorIntervalSeconds: 10,
    monitorVacuum: false,
  });
  boss.on('error', (err) => world.log.error({ err }, 'queue error'));
  boss.on('warning', (warning) => world.log.warn({ warning }, 'queue warning'));
  const runner = new JobRunner(boss, deps);
  return {
    async enqueueIn(trx, job, { afterMs = 0 } = {}) {
      const later = afterMs === 0 ? {} : { startAfter: new Date(world.now().getTime() + afterMs) };
      await boss.send(job.kind, { job, attempt: 1 }, { singletonKey: keyOf(job), db: fromKysely(trx), ...later });
      if (afterMs > 0) runner.wakeIn(job.kind, afterMs);
    },
    async enqueueEvery(job, seconds) {
      await boss.send(job.kind, { job, attempt: 1 }, { singletonKey: keyOf(job), singletonSeconds: seconds });
    },
    start: (handlers) => runner.start(handlers),
    async depth() {
      const depths = new Map<JobKind, number>();
      for (const kind of jobKinds) {
        const stats = await boss.getQueueStats(kind, { force: true });
        const latest = stats.at(-1);
        depths.set(kind, latest === undefined ? 0 : latest.queuedCount + latest.activeCount);
      }
      return depths;
    },
    async stop(timeoutMs) {
      await boss.stop({ graceful: true, timeout: timeoutMs, close: true });
    },
  };
}

/** The clock of the database may be a little behind. */
const wakeMarginMs = 100;
/** What waits longer is found by the look every ten seconds. */
const longestWakeSeconds = 600;

/** One of the three doors at which bugs are caught: a handler that throws anything ends here. */
class JobRunner {
  readonly #boss: PgBoss;
  readonly #deps: JobQueueDeps;
  readonly #workers = new Map<string, string[]>();

  constructor(boss: PgBoss, deps: JobQueueDeps) {
    this.#boss = boss;
    this.#deps = deps;
  }

  async start(handlers: JobHandlers): Promise<void> {
    const boss = this.#boss;
    await boss.start();
    const hasFormerKind = (await boss.getQueue(formerKind)) !== null;
    const names = hasFormerKind ? [...jobKinds, formerKind] : jobKinds;
    const isShared = this.#deps.engine.kind === 'postgres';
    for (const name of names) {
      await boss.createQueue(name, isShared ? { ...queueOptions, heartbeatSeconds } : queueOptions);
      for (const seconds of await this.#takeUpLeftovers(name)) this.wakeIn(name, seconds * 1_000);
    }
    for (const name of names) {
      const workers: string[] = [];
      this.#workers.set(name, workers);
      for (let count = 0; count < workersOfAKind; count += 1) {
        const worker = await boss.work(name, workOptions, async (jobs: JobWithMetadata<object>[]) => {
          await Promise.all(jobs.map((job) => this.#attempt(handlers, job)));
          // The next one with the key of a job that is done can be run now.
          boss.notifyWorker(worker);
        });
        workers.push(worker);
      }
    }
  }

  /** PostgreSQL tells of jobs that can be run, not of those that have waited long enough. */
  wakeIn(kind: string, waitMs: number): void {
    const wake = () => {
      for (const worker of this.#workers.get(kind) ?? []) this.#boss.notifyWorker(worker);
    };
    setTimeout(wake, waitMs + wakeMarginMs).unref();
  }

  /**
   * Jobs that were running when the process ended come back; with the embedded engine nobody else can be running them.
   *
   * @returns after how many seconds what the last process left can be run
   */
  async #takeUpLeftovers(name: string): Promise<Iterable<number>> {
    // Also fills the queue cache: filled inside a transaction, it would wait for itself on the embedded engine.
    const jobs = await this.#boss.findJobs(name, {});
    const nowMs = Date.now();
    const waiting = jobs.filter((job) => job.state === 'created' || job.state === 'retry');
    const seconds = new Set(waiting.map((job) => Math.ceil((job.startAfter.getTime() - nowMs) / 1_000)));
    const active = jobs.filter((job) => job.state === 'active').map((job) => job.id);
    if (this.#deps.engine.kind === 'embedded' && active.length > 0) {
      await this.#boss.fail(name, active, { cut: 'the process ended while this job ran' });
      for (const second of [1, 2, 3, 4]) seconds.add(second);
    }
    return [...seconds].filter((second) => second > 0 && second < longestWakeSeconds);
  }

  async #attempt(handlers: JobHandlers, raw: JobWithMetadata<object>): Promise<void> {
    const { world, random, onAttempt } = this.#deps;
    const read = queued.safeParse(raw.data);
    if (!read.success) {
      // Perhaps from a later version: pg-boss brings it again after growing waits, and the rest of its batch is done meanwhile.
      world.log.error({ err: read.error, queue: raw.name, jobId: raw.id }, 'job not understood');
      await this.#boss.fail(raw.name, raw.id, { cut: 'this version does not understand the job' });
      return;
    }
    const { job, attempt } = read.data;
    const startedMs = performance.now();
    const report = (outcome: 'done' | 'again' | 'given-up') =>
      onAttempt?.(job.kind, outcome, performance.now() - startedMs);
    try {
      if ((await handlers.run(job)) === 'not-yet') {
        await this.#again(job, attempt, backoffMs(attempt, random()));
        report('again');
      } else report('done');
    } catch (err) {
      const decision = decideRetry(err, attempt, random());
      if (decision === 'give-up') {
        const reference = raw.id;
        world.log.error({ err, job, attempt, reference }, 'job given up');
        await handlers.giveUp(job, reference);
        report('given-up');
        return;
      }
      const isPaced = err instanceof OutwardFailure && err.kind === 'rate-limited';
      world.log[isPaced ? 'info' : 'warn']({ err, job, attempt, waitMs: decision }, 'job failed, will be tried again');
      await this.#again(job, attempt, decision);
      report('again');
    }
  }

  async #again(job: OutwardJob, attempt: number, waitMs: number): Promise<void> {
    const startAfter = new Date(this.#deps.world.now().getTime() + waitMs);
    await this.#boss.send(job.kind, { job, attempt: attempt + 1 }, { singletonKey: keyOf(job), startAfter });
    this.wakeIn(job.kind, waitMs);
  }
}
