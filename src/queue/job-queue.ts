/**
 * The room of the durable queue. It decides when a job runs and when it runs again; it never knows
 * what a job does: a handler calls one use case. pg-boss stores the jobs, in the same database as
 * everything else. Long because storing, running and waiting for jobs are one contract with
 * pg-boss.
 */

import {
  fromKysely,
  type JobWithMetadata,
  type KyselyTransactionLike,
  PgBoss,
  type SendOptions,
} from 'pg-boss';
import { z } from 'zod';
import {
  backoffMs,
  decideRetry,
  type JobKind,
  jobKinds,
  type NotYet,
  type OutwardJob,
  outwardJob,
} from '../domain/outward/job.ts';
import {
  DatabaseFailure,
  isPerhapsDone,
  OutwardFailure,
} from '../domain/outward/outward-failure.ts';
import type { World } from '../use-cases/ports/ports.ts';
import { failing, failingBecause, type QueueSql, type StuckWork, stuckWork } from './stuck-work.ts';

/** Its SQL runs on connections that others do not keep busy. */
export interface QueueEngine extends QueueSql {
  /** Nobody but this process runs jobs. */
  readonly isEmbedded: boolean;
}

export interface JobQueueDeps {
  readonly engine: QueueEngine;
  readonly world: World;
  /** 0 up to 1, spreads the waits. */
  readonly random: () => number;
  /**
   * How often it looks for jobs of processes that are gone. For jobs that it adds it wakes its own
   * workers.
   */
  readonly pollEverySeconds?: number;
  readonly onAttempt?: (
    kind: JobKind,
    outcome: 'done' | 'again' | 'given-up',
    durationMs: number,
  ) => void;
}

/** What is known of the earlier runs of a job. */
export interface EarlierRuns {
  /** One of them may have done the job, wholly or in part. */
  readonly mayBeDone: boolean;
  /** One of them got no usable answer from the access service. */
  readonly hasServiceFailed: boolean;
  /** How long ago Slack first failed this job; absent or 0 where it never did. */
  readonly slackFailedForMs?: number;
}

export interface JobHandlers {
  run(job: OutwardJob, earlier: EarlierRuns): Promise<NotYet | void>;
  /** Told once about a job that will not be tried again; the reference is in the log line too. */
  giveUp(job: OutwardJob, reference: string): Promise<void>;
}

const queued = z.object({
  attempt: z.number().int().min(1),
  job: outwardJob,
  mayBeDone: z.boolean().default(false),
  hasServiceFailed: z.boolean().default(false),
  /** When Slack first failed it: other failures and waits in between must not put the end off. */
  slackFailedAt: z.iso.datetime().nullable().default(null),
  /** Its last attempt failed, and since when all of them did; null where it only waits. */
  failing: failing.nullable().default(null),
});

const kindRow = z.object({ kind: z.enum(jobKinds) });
const depthRow = z.object({ kind: z.enum(jobKinds), count: z.int() });
const waitingRow = z.object({ kind: z.enum(jobKinds), seconds: z.number().nonnegative() });
const soonerRow = z.object({ kind: z.enum(jobKinds), waitMs: z.number().nonnegative() });

/** Jobs that are tried because somebody asks for it begin one after the other. */
const askedEveryMs = 50;

/** Longer than any handler takes: each of its calls outward has a time limit of its own. */
const expireInSeconds = 600;
/** A job whose process died, or could not write its end, is taken over after two missed beats. */
const heartbeatSeconds = 10;

const queueOptions = {
  // One at a time for each key, in order, whichever process runs it: two hands on one card could
  // post it twice, or leave its older state.
  policy: 'key_strict_fifo',
  expireInSeconds,
  heartbeatSeconds,
  // Ours is the rule about waits; pg-boss retries only what its process left behind.
  retryLimit: 1_000,
  retryDelay: 1,
  retryDelayMax: 60,
  retryBackoff: true,
  // Most jobs are looks at what is due, every few seconds: nobody asks for them when they are done.
  deleteAfterSeconds: 3600,
  retentionSeconds: 365 * 24 * 3600,
} as const;

/**
 * Identifies work that two workers must not do at once: the subject of the job, or its kind if
 * there is only one such job.
 */
function keyOf({ kind, ...ids }: OutwardJob): string {
  return Object.values(ids).join(':') || kind;
}

const workOptions = {
  includeMetadata: true,
  batchSize: 4,
  burstWhenBatchFull: true,
} as const;

const usualPollSeconds = 10;

const workersOfAKind = 2;

/**
 * Several jobs about the same thing follow each other: the next one can be run when the one before
 * it is done.
 */
const followEachOther: ReadonlySet<string> = new Set<JobKind>([
  'sync-card',
  'update-card',
  'show-asking',
  'show-list',
  'sync-home',
]);

/** The workers of one kind in this process. */
interface Workers {
  readonly all: { readonly id: string; isBusy: boolean }[];
  /** Jobs that were announced to the workers and that none of them has begun. */
  told: number;
}

/** The clock of the database may be a little behind. */
const wakeMarginMs = 100;
/** Jobs that wait longer are found by the poll every ten seconds. */
const longestWakeSeconds = 600;

/** The failure of the queue itself. pg-boss hands on a copy, which has no class. */
function failureOf(copy: Error): Error {
  return copy.name === 'DatabaseFailure' ? new DatabaseFailure(copy.message) : copy;
}

/** One of the three doors at which bugs are caught: a handler that throws anything ends here. */
export class JobQueue {
  readonly #boss: PgBoss;
  readonly #deps: JobQueueDeps;
  readonly #workers = new Map<string, Workers>();
  #adding: Promise<void> | null = null;

  constructor(deps: JobQueueDeps) {
    const { engine, world } = deps;
    this.#deps = deps;
    this.#boss = new PgBoss({
      db: engine.sql,
      schema: 'pgboss',
      schedule: false,
      superviseIntervalSeconds: 10,
      monitorIntervalSeconds: 10,
      monitorVacuum: false,
    });
    this.#boss.on('error', (copy) =>
      world.log.error({ err: failureOf(copy), waiting: 'queue' }, 'queue error'),
    );
    this.#boss.on('warning', (warning) => world.log.warn({ warning }, 'queue warning'));
  }

  /** Adds jobs if the transaction commits. Call the returned function after the commit. */
  async enqueueIn(
    trx: KyselyTransactionLike,
    jobs: readonly { readonly job: OutwardJob; readonly afterMs: number }[],
  ): Promise<() => void> {
    const inserts: Insert[] = [];
    const collecting = {
      async executeSql(text: string, values: readonly unknown[] = []) {
        inserts.push({ text, values });
        return { rows: [] };
      },
    };
    const byKind = [...Map.groupBy(jobs, ({ job }) => job.kind)];
    for (const [kind, all] of byKind.toSorted(([one], [other]) => (one < other ? -1 : 1))) {
      const rows = all.map(({ job, afterMs }) => ({
        data: { job, attempt: 1 },
        ...this.#waiting(job, afterMs),
      }));
      await this.#boss.insert(kind, rows, { db: collecting });
    }
    const { text, values } = inOneStatement(inserts);
    await fromKysely(trx).executeSql(text, values);
    return () => {
      for (const { job, afterMs } of jobs) this.#wakeIn(job.kind, afterMs);
    };
  }

  /** At most one of its kind in `seconds`, whichever process asks. */
  async enqueueEvery(job: OutwardJob, seconds: number): Promise<void> {
    await this.#send({ job, attempt: 1 }, 0, { singletonSeconds: seconds });
    this.#wake(job.kind);
  }

  async #send(
    data: z.input<typeof queued>,
    waitMs: number,
    options: SendOptions = {},
  ): Promise<void> {
    const { job } = data;
    await this.#boss.send(job.kind, data, { ...this.#waiting(job, waitMs), ...options });
  }

  /** Behind those about the same, and not before its time. */
  #waiting(job: OutwardJob, waitMs: number) {
    const later =
      waitMs === 0 ? {} : { startAfter: new Date(this.#deps.world.now().getTime() + waitMs) };
    return { singletonKey: keyOf(job), ...later };
  }

  /** Waiting and running jobs by kind. */
  async depth(): Promise<ReadonlyMap<JobKind, number>> {
    // The statistics of pg-boss are up to a minute old, even those that it is to count anew.
    const { rows } = await this.#deps.engine.sql.executeSql(
      `select name as kind, count(*)::int as count from pgboss.job
        where state < 'completed' and name = any($1) group by name`,
      [jobKinds],
    );
    const counts = rows.map((row) => depthRow.parse(row));
    const countOf = (kind: JobKind) => counts.find((one) => one.kind === kind)?.count ?? 0;
    return new Map(jobKinds.map((kind) => [kind, countOf(kind)]));
  }

  /** Seconds since the oldest job of each kind was due that still waits. */
  async ages(): Promise<ReadonlyMap<JobKind, number>> {
    const { rows } = await this.#deps.engine.sql.executeSql(
      `select name as kind, extract(epoch from now() - min(greatest(created_on, start_after)))::float8 as seconds
        from pgboss.job where state < 'active' and start_after <= now() and name = any($1) group by name`,
      [jobKinds],
    );
    return new Map(rows.map((row) => waitingRow.parse(row)).map((row) => [row.kind, row.seconds]));
  }

  /** The oldest first; each process that runs jobs finds the same. */
  stuck(): Promise<readonly StuckWork[]> {
    return stuckWork(this.#deps.engine, this.#deps.world.now());
  }

  /** Whatever failed is tried now, in the order in which it came, because somebody asks for it. */
  async tryAgain(): Promise<void> {
    const { engine, world } = this.#deps;
    const { rows } = await engine.sql.executeSql(
      `with waiting as (
          select id, name, row_number() over (order by created_on, id) as turn from pgboss.job
          where name = any($1) and state < 'active' and start_after > now() and data -> 'failing' ->> 'since' is not null
        )
        update pgboss.job set start_after = least(start_after, now() + turn * $2::int * interval '1 millisecond')
        from waiting where job.name = waiting.name and job.id = waiting.id
        returning job.name as kind, extract(epoch from start_after - now())::float8 * 1000 as "waitMs"`,
      [jobKinds, askedEveryMs],
    );
    const jobs = rows.map((row) => soonerRow.parse(row));
    world.log.info({ jobs: jobs.length }, 'an administrator tries again');
    for (const { kind, waitMs } of jobs) this.#wakeIn(kind, waitMs);
  }

  /** Those of the kinds of which a job waits. Runs none. */
  async waiting<Kind extends JobKind>(kinds: readonly Kind[]): Promise<readonly Kind[]> {
    await this.startAdding();
    const depths = await this.depth();
    return kinds.filter((kind) => (depths.get(kind) ?? 0) > 0);
  }

  /**
   * Lets running jobs finish, up to the time given; what is cut off runs again at the next start.
   */
  async stop(timeoutMs: number): Promise<void> {
    if (this.#adding === null) return;
    await this.#boss.stop({ graceful: true, timeout: timeoutMs });
  }

  /** Lets jobs be added but runs none: for a command, whose jobs the bot picks up later. */
  async startAdding(): Promise<void> {
    this.#adding ??= this.#open();
    await this.#adding;
  }

  async #open(): Promise<void> {
    await this.#boss.start();
    const queues = new Set((await this.#boss.getQueues()).map(({ name }) => name));
    for (const kind of jobKinds)
      if (!queues.has(kind)) await this.#boss.createQueue(kind, queueOptions);
  }

  async start(handlers: JobHandlers): Promise<void> {
    await this.startAdding();
    for (const kind of await this.#unfinishedKinds())
      this.#wakeFor(kind, await this.#takeUpLeftovers(kind));
    for (const kind of jobKinds) {
      const workers: Workers = { all: [], told: 0 };
      this.#workers.set(kind, workers);
      for (let count = 0; count < workersOfAKind; count += 1)
        await this.#addWorker(kind, workers, handlers);
    }
  }

  /** The kinds of which a job waits or counts as running. */
  async #unfinishedKinds(): Promise<readonly JobKind[]> {
    const { rows } = await this.#deps.engine.sql.executeSql(
      `select distinct name as kind from pgboss.job where state < 'completed' and name = any($1)`,
      [jobKinds],
    );
    return rows.map((row) => kindRow.parse(row).kind);
  }

  async #addWorker(kind: JobKind, workers: Workers, handlers: JobHandlers): Promise<void> {
    const { pollEverySeconds: pollingIntervalSeconds = usualPollSeconds } = this.#deps;
    const options = { ...workOptions, pollingIntervalSeconds };
    const id = await this.#boss.work(kind, options, async (jobs: JobWithMetadata<object>[]) => {
      worker.isBusy = true;
      workers.told = Math.max(0, workers.told - jobs.length);
      // More jobs were announced while it fetched these.
      if (workers.told > 0) this.#wake(kind, 0);
      try {
        await Promise.all(jobs.map((job) => this.#attempt(handlers, job)));
      } finally {
        worker.isBusy = false;
        if (followEachOther.has(kind) || workers.told > 0) this.#boss.notifyWorker(id);
      }
    });
    const worker = { id, isBusy: false };
    workers.all.push(worker);
  }

  /** One worker fetches all that there is; where all are busy, one of them does when it is done. */
  #wake(kind: string, jobs = 1): void {
    const workers = this.#workers.get(kind);
    if (workers === undefined) return;
    workers.told = jobs === 0 ? 0 : workers.told + jobs;
    const worker = workers.all.find(({ isBusy }) => !isBusy) ?? workers.all[0];
    if (worker !== undefined) this.#boss.notifyWorker(worker.id);
  }

  #wakeIn(kind: string, waitMs: number): void {
    if (waitMs === 0) this.#wake(kind);
    else setTimeout(() => this.#wake(kind), waitMs + wakeMarginMs).unref();
  }

  /**
   * Brings back jobs that count as running although nobody runs them: at once if only the process
   * before can have begun them, otherwise pg-boss does so after missed heartbeats.
   * @returns all jobs of this kind, as they were before
   */
  async #takeUpLeftovers(name: string): Promise<readonly JobWithMetadata<unknown>[]> {
    const jobs = await this.#boss.findJobs(name, {});
    const activeIds = jobs.filter((job) => job.state === 'active').map((job) => job.id);
    if (this.#deps.engine.isEmbedded && activeIds.length > 0) {
      await this.#boss.fail(name, activeIds, { cut: 'nobody runs this job any more' });
      for (const second of [1, 2, 3, 4]) this.#wakeIn(name, second * 1_000);
    }
    return jobs;
  }

  /** Jobs that the last process left waiting. */
  #wakeFor(name: string, jobs: readonly JobWithMetadata<unknown>[]): void {
    const nowMs = Date.now();
    const waiting = jobs.filter((job) => job.state === 'created' || job.state === 'retry');
    const seconds = new Set(
      waiting.map((job) => Math.ceil((job.startAfter.getTime() - nowMs) / 1_000)),
    );
    for (const second of seconds)
      if (second > 0 && second < longestWakeSeconds) this.#wakeIn(name, second * 1_000);
  }

  async #attempt(handlers: JobHandlers, raw: JobWithMetadata<object>): Promise<void> {
    const { world, random, onAttempt } = this.#deps;
    const parsed = queued.safeParse(raw.data);
    if (!parsed.success) {
      // Perhaps from a later version: pg-boss brings it again after growing waits, and the rest of
      // its batch is done meanwhile.
      world.log.error({ err: parsed.error, queue: raw.name, jobId: raw.id }, 'job not understood');
      await this.#boss.fail(raw.name, raw.id, { cut: 'this version does not understand the job' });
      return;
    }
    const { job, attempt } = parsed.data;
    let { hasServiceFailed, slackFailedAt } = parsed.data;
    let failure: typeof parsed.data.failing = null;
    let mayBeDone = parsed.data.mayBeDone || raw.retryCount > 0;
    const startedMs = performance.now();
    const report = (outcome: 'done' | 'again' | 'given-up') =>
      onAttempt?.(job.kind, outcome, performance.now() - startedMs);
    const again = async (waitMs: number) => {
      const earlier = { mayBeDone, hasServiceFailed, slackFailedAt, failing: failure };
      await this.#send({ job, attempt: attempt + 1, ...earlier }, waitMs);
      this.#wakeIn(job.kind, waitMs);
      report('again');
    };
    const slackFailedForMs =
      slackFailedAt === null ? 0 : world.now().getTime() - Date.parse(slackFailedAt);
    try {
      if (
        (await handlers.run(job, { mayBeDone, hasServiceFailed, slackFailedForMs })) === 'not-yet'
      )
        await again(backoffMs(attempt, random()));
      else report('done');
    } catch (err) {
      const tried = { kind: job.kind, attempt, jitter: random(), slackFailedForMs };
      const decision = decideRetry(err, tried);
      if (decision === 'give-up') {
        const reference = raw.id;
        world.log.error({ err, job, attempt, reference }, 'job given up');
        await handlers.giveUp(job, reference);
        report('given-up');
        return;
      }
      const isPaced = err instanceof OutwardFailure && err.kind === 'rate-limited';
      world.log[isPaced ? 'info' : 'warn'](
        { err, job, attempt, waitMs: decision, waiting: keyOf(job) },
        'job failed, will be tried again',
      );
      mayBeDone ||= isPerhapsDone(err);
      hasServiceFailed ||= err instanceof OutwardFailure && err.system === 'governance';
      failure = failingBecause(err, parsed.data.failing, world.now());
      if (failure.why === 'slack') slackFailedAt ??= failure.since;
      await again(decision);
    }
  }
}

/** A statement of pg-boss that adds jobs of one kind. */
interface Insert {
  readonly text: string;
  readonly values: readonly unknown[];
}

/** Jobs of several kinds are added in one trip to the database. */
function inOneStatement(inserts: readonly Insert[]): { text: string; values: unknown[] } {
  const [only] = inserts;
  if (only !== undefined && inserts.length === 1)
    return { text: only.text, values: [...only.values] };
  let valueCount = 0;
  const parts = inserts.map(({ text, values }, at) => {
    const before = valueCount;
    valueCount += values.length;
    const renumbered = text.replace(/\$(\d+)/g, (_, place: string) => `$${Number(place) + before}`);
    return `jobs_${at} as (${renumbered})`;
  });
  return {
    text: `with ${parts.join(', ')} select`,
    values: inserts.flatMap(({ values }) => values),
  };
}
