import { AsyncLocalStorage } from 'node:async_hooks';
import {
  backoffMs,
  decideRetry,
  type JobKind,
  type NotYet,
  type OutwardJob,
} from '../../src/domain/outward/job.ts';
import { OutwardFailure } from '../../src/domain/outward/outward-failure.ts';
import type { EarlierRuns } from '../../src/queue/job-queue.ts';
import type { EnqueueIn } from '../../src/store/store.ts';

/** As `queue/job-queue.ts` has them. */
const workersOfAKind = 2;
const jobsOfABatch = 4;
const wakeMarginMs = 100;

interface KeptJob {
  readonly job: OutwardJob;
  /** What two jobs must not have at once. */
  readonly key: string;
  readonly dueMs: number;
  readonly attempt: number;
  readonly mayBeDone: boolean;
  readonly hasServiceFailed: boolean;
  /** When Slack first failed it. */
  readonly slackFailedMs: number | null;
}

/** Something under way; it sleeps while one of its calls waits for its turn. */
interface Working {
  sleepers: number;
}

export interface ClockedJobsSettings {
  readonly now: () => Date;
  readonly pass: (ms: number) => void;
  readonly run: (job: OutwardJob, earlier: EarlierRuns) => Promise<NotYet | void>;
}

const noRuns = { attempt: 1, mayBeDone: false, hasServiceFailed: false, slackFailedMs: null };

const keyOf = ({ kind, ...ids }: OutwardJob): string =>
  `${kind} ${Object.values(ids).join(':')}`.trim();

/**
 * The queue by a clock that a test moves: two workers of each kind with batches of four, one job at
 * a time about the same, waits by `decideRetry`. The clock stands still while anything works that
 * does not sleep. It is no proof of what pg-boss does, nor of how long jobs take.
 */
export class ClockedJobs {
  readonly #settings: ClockedJobsSettings;
  #kept: KeptJob[] = [];
  readonly #busyWorkers = new Map<JobKind, number>();
  readonly #busyKeys = new Set<string>();
  readonly #working = new Set<Working>();
  readonly #workingNow = new AsyncLocalStorage<Working>();
  #sleepers: { readonly atMs: number; readonly wake: () => void }[] = [];
  #repeated: { readonly everyMs: number; dueMs: number; readonly work: () => Promise<void> }[] = [];
  #changed = Promise.withResolvers<void>();
  /** Given up, because a handler has a bug. */
  readonly givenUp: unknown[] = [];

  constructor(settings: ClockedJobsSettings) {
    this.#settings = settings;
  }

  get #nowMs(): number {
    return this.#settings.now().getTime();
  }

  readonly enqueueIn: EnqueueIn = async (_trx, jobs) => () => {
    for (const { job, afterMs } of jobs) this.add(job, afterMs);
  };

  add(job: OutwardJob, afterMs = 0): void {
    this.#keep({ ...noRuns, job, key: keyOf(job) }, afterMs);
  }

  #keep(kept: Omit<KeptJob, 'dueMs'>, afterMs: number): void {
    const waitMs = afterMs === 0 ? 0 : afterMs + wakeMarginMs;
    this.#kept.push({ ...kept, dueMs: this.#nowMs + waitMs });
  }

  /** Adds a job unless one of its kind waits or runs. */
  addOnce(job: OutwardJob): void {
    const isThere = this.#kept.some((one) => one.job.kind === job.kind);
    if (!isThere && !this.#busyKeys.has(keyOf(job))) this.add(job);
  }

  /** Nothing works, and nothing is due. */
  get isQuiet(): boolean {
    return this.#working.size === 0 && this.#kept.every(({ dueMs }) => dueMs > this.#nowMs);
  }

  /** Jobs that wait, due or not. */
  get waiting(): readonly OutwardJob[] {
    return this.#kept.map(({ job }) => job);
  }

  /** Nothing is repeated any more. */
  stopRepeating(): void {
    this.#repeated = [];
  }

  /** Begins now. */
  every(everyMs: number, work: () => Promise<void>): void {
    this.#repeated.push({ everyMs, dueMs: this.#nowMs, work });
  }

  /** For the pace of Slack: the clock goes on while a job sleeps. */
  readonly sleep = (ms: number): Promise<void> =>
    new Promise((resolve) => {
      const working = this.#workingNow.getStore();
      if (working !== undefined) working.sleepers += 1;
      const wake = (): void => {
        if (working !== undefined) working.sleepers -= 1;
        resolve();
      };
      this.#sleepers.push({ atMs: this.#nowMs + ms, wake });
      this.#tell();
    });

  /** What a test does while the jobs run, as a person would. */
  at(when: Date, work: () => Promise<unknown>): void {
    this.#repeated.push({
      everyMs: Infinity,
      dueMs: when.getTime(),
      work: async () => void (await work()),
    });
  }

  /** Until that is so, or that much time has passed. Returns whether it is so. */
  async until(isSo: () => boolean, atMostMs: number): Promise<boolean> {
    const endMs = this.#nowMs + atMostMs;
    for (;;) {
      this.#startDue();
      if ([...this.#working].some(({ sleepers }) => sleepers === 0)) {
        await this.#changed.promise;
        continue;
      }
      if (isSo()) return true;
      const nextMs = this.#nextMs();
      if (nextMs > endMs) {
        this.#settings.pass(endMs - this.#nowMs);
        return false;
      }
      this.#settings.pass(Math.max(0, nextMs - this.#nowMs));
      this.#wakeSleepers();
    }
  }

  #nextMs(): number {
    const nowMs = this.#nowMs;
    return Math.min(
      ...this.#kept.map(({ dueMs }) => (dueMs > nowMs ? dueMs : Infinity)),
      ...this.#sleepers.map(({ atMs }) => atMs),
      ...this.#repeated.map(({ dueMs }) => dueMs),
    );
  }

  #wakeSleepers(): void {
    const due = this.#sleepers.filter(({ atMs }) => atMs <= this.#nowMs);
    this.#sleepers = this.#sleepers.filter(({ atMs }) => atMs > this.#nowMs);
    for (const { wake } of due) wake();
  }

  #startDue(): void {
    for (const one of this.#repeated)
      if (one.dueMs <= this.#nowMs) {
        one.dueMs = this.#nowMs + one.everyMs;
        this.#work(one.work);
      }
    this.#repeated = this.#repeated.filter(({ dueMs }) => dueMs < Infinity);
    const nowMs = this.#nowMs;
    const due = this.#kept.filter(({ dueMs }) => dueMs <= nowMs);
    for (const kind of new Set(due.map(({ job }) => job.kind)))
      while ((this.#busyWorkers.get(kind) ?? 0) < workersOfAKind && this.#startBatch(kind));
  }

  /** False where nothing is due that can be run now. */
  #startBatch(kind: JobKind): boolean {
    const nowMs = this.#nowMs;
    const batch: KeptJob[] = [];
    for (const one of this.#kept) {
      const isMeant = one.dueMs <= nowMs && one.job.kind === kind;
      if (!isMeant || batch.length === jobsOfABatch || this.#busyKeys.has(one.key)) continue;
      this.#busyKeys.add(one.key);
      batch.push(one);
    }
    if (batch.length === 0) return false;
    this.#kept = this.#kept.filter((one) => !batch.includes(one));
    this.#busyWorkers.set(kind, (this.#busyWorkers.get(kind) ?? 0) + 1);
    let left = batch.length;
    for (const one of batch)
      this.#work(() =>
        this.#attempt(one).finally(() => {
          left -= 1;
          if (left === 0) this.#busyWorkers.set(kind, (this.#busyWorkers.get(kind) ?? 0) - 1);
        }),
      );
    return true;
  }

  #work(work: () => Promise<void>): void {
    const working: Working = { sleepers: 0 };
    this.#working.add(working);
    void this.#workingNow
      .run(working, work)
      .catch((error: unknown) => this.givenUp.push(error))
      .finally(() => {
        this.#working.delete(working);
        this.#tell();
      });
  }

  async #attempt(one: KeptJob): Promise<void> {
    const { job, key, attempt, mayBeDone, hasServiceFailed, slackFailedMs } = one;
    const slackFailedForMs = slackFailedMs === null ? 0 : this.#nowMs - slackFailedMs;
    try {
      const earlier = { mayBeDone, hasServiceFailed, slackFailedForMs };
      const outcome = await this.#settings.run(job, earlier);
      if (outcome === 'not-yet')
        this.#keep({ ...one, attempt: attempt + 1 }, backoffMs(attempt, 1));
    } catch (error) {
      const decision = decideRetry(error, { kind: job.kind, attempt, jitter: 1, slackFailedForMs });
      if (decision === 'give-up') {
        this.givenUp.push(error);
        return;
      }
      const isOutward = error instanceof OutwardFailure;
      const isPaced = isOutward && error.kind === 'rate-limited';
      this.#keep(
        {
          job,
          key,
          attempt: attempt + 1,
          mayBeDone: mayBeDone || !(isOutward && error.certainlyNotDone),
          hasServiceFailed: hasServiceFailed || (isOutward && error.system === 'governance'),
          slackFailedMs:
            slackFailedMs ??
            (isOutward && error.system === 'slack' && !isPaced ? this.#nowMs : null),
        },
        decision,
      );
    } finally {
      this.#busyKeys.delete(key);
    }
  }

  #tell(): void {
    this.#changed.resolve();
    this.#changed = Promise.withResolvers();
  }
}
