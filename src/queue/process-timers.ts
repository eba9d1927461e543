import type { LocalDeps } from '../use-cases/deps.ts';
import { isAnythingDue } from '../use-cases/due/act-on-due.ts';
import type { Log, Timers } from '../use-cases/ports/ports.ts';
import {
  type ServedReading,
  servedAgainMs,
  unreadAgainMs,
} from '../use-cases/ports/served-reading.ts';
import type { JobQueue } from './job-queue.ts';

/** Work that this process does once, a moment later; a failure is logged. */
export class ProcessTimers implements Timers {
  readonly #log: Pick<Log, 'warn'>;
  readonly #waiting = new Map<string, NodeJS.Timeout>();
  readonly #running = new Set<Promise<void>>();
  #isStopped = false;

  constructor(log: Pick<Log, 'warn'>) {
    this.#log = log;
  }

  get isIdle(): boolean {
    return this.#waiting.size === 0 && this.#running.size === 0;
  }

  after(ms: number, key: string, work: () => Promise<unknown>): void {
    if (this.#isStopped || this.#waiting.has(key)) return;
    const timer = setTimeout(() => {
      this.#waiting.delete(key);
      const running = this.#run(work).finally(() => this.#running.delete(running));
      this.#running.add(running);
    }, ms);
    timer.unref();
    this.#waiting.set(key, timer);
  }

  async #run(work: () => Promise<unknown>): Promise<void> {
    try {
      await work();
    } catch (err) {
      this.#log.warn({ err }, 'the work of a timer failed');
    }
  }

  /** What waits is not done; what runs is waited for. */
  async stop(): Promise<void> {
    this.#isStopped = true;
    for (const timer of this.#waiting.values()) clearTimeout(timer);
    this.#waiting.clear();
    await Promise.all(this.#running);
  }
}

/**
 * Does something now and then every so often, never twice at once; a failure is logged and the next
 * turn comes. What it returns lets no other turn begin, and resolves when the one under way is over.
 */
export function repeat(
  everyMs: number,
  work: () => Promise<unknown>,
  log: Pick<Log, 'warn'>,
): () => Promise<void> {
  let underWay: Promise<void> | null = null;
  const turn = () => {
    underWay ??= work()
      .then(
        () => undefined,
        (err: unknown) => log.warn({ err, waiting: work }, 'repeated work failed'),
      )
      .finally(() => {
        underWay = null;
      });
  };
  const timer = setInterval(turn, everyMs);
  timer.unref();
  turn();
  return async () => {
    clearInterval(timer);
    await underWay;
  };
}

/**
 * What a process does now and then. A stop lets no other turn begin early, and waits for those
 * under way late, before it closes what they use: one that reads long must not hold up the rest.
 */
export class Turns {
  readonly #log: Pick<Log, 'warn'>;
  readonly #underWay = new Set<Promise<unknown>>();

  constructor(log: Pick<Log, 'warn'>) {
    this.#log = log;
  }

  /** Returns what lets no other turn begin. */
  every(ms: number, work: () => Promise<unknown>): () => void {
    const stop = repeat(ms, () => this.track(work()), this.#log);
    return () => void stop();
  }

  /** `ended` waits for this, too. */
  async track<T>(work: Promise<T>): Promise<T> {
    this.#underWay.add(work);
    try {
      return await work;
    } finally {
      this.#underWay.delete(work);
    }
  }

  /** Resolves when nothing of it is under way, however that ended. */
  async ended(): Promise<void> {
    while (this.#underWay.size > 0) await Promise.allSettled(this.#underWay);
  }
}

/** How often the bot asks again if the service does not answer after a restore. */
const settleMs = 5_000;
/** Due times are compared with the bot's own clock: the queue's is the database's. */
const dueCheckMs = 1_000;

/** A job that is added by the bot's clock, when there is something for it to do. */
export interface DueJob {
  readonly job: Parameters<JobQueue['enqueueEvery']>[0];
  readonly everySeconds: number;
  readonly isDue: (deps: Pick<LocalDeps, 'store'>) => Promise<boolean>;
}

type RepeatedDeps = Pick<LocalDeps, 'store'> & {
  readonly catalogue: Pick<ServedReading, 'refresh' | 'refreshUnread'>;
  readonly visibility: Pick<ServedReading, 'refresh' | 'refreshUnread'>;
  readonly queue: Pick<JobQueue, 'enqueueEvery'>;
  readonly refreshTasksMs?: number;
  readonly turns: Pick<Turns, 'every'>;
  readonly onStop: (close: () => unknown) => void;
  /** What extras repeat. */
  readonly ofExtras: readonly DueJob[];
  /** Settles what a restore may have left; resolves with whether it has. */
  readonly settle: () => Promise<boolean>;
};

/** Begins with a turn of each, as soon as what a restore may have left is settled. */
export function startRepeating(deps: RepeatedDeps): void {
  const { settle, turns, onStop } = deps;
  let isStopped = false;
  const stops: (() => void)[] = [];
  const every = (ms: number, work: () => Promise<unknown>) => stops.push(turns.every(ms, work));
  const stopSettling = turns.every(settleMs, async () => {
    if (!(await settle())) return;
    stopSettling();
    // The stop may have begun during this turn.
    if (!isStopped) repeatAll(deps, every);
  });
  onStop(() => {
    isStopped = true;
    stopSettling();
    for (const stop of stops) stop();
  });
}

function repeatAll(
  deps: Omit<RepeatedDeps, 'settle' | 'turns' | 'onStop'>,
  every: (ms: number, work: () => Promise<unknown>) => void,
): void {
  const { refreshTasksMs = 15_000, catalogue, visibility } = deps;
  const { queue, store, ofExtras } = deps;
  const refreshSeconds = Math.max(1, Math.round(refreshTasksMs / 1_000));
  for (const one of [catalogue, visibility]) {
    every(servedAgainMs, () => one.refresh());
    every(unreadAgainMs, () => one.refreshUnread());
  }
  // Due work starts within 5 s.
  const dueSeconds = Math.min(refreshSeconds, 4);
  every(refreshSeconds * 1_000, () =>
    queue.enqueueEvery({ kind: 'refresh-tasks' }, refreshSeconds),
  );
  every(dueSeconds * 1_000, () => queue.enqueueEvery({ kind: 'end-grants' }, dueSeconds));
  every(dueCheckMs, async () => {
    if (await isAnythingDue({ store })) await queue.enqueueEvery({ kind: 'act-on-due' }, 1);
    for (const { job, everySeconds, isDue } of ofExtras)
      if (await isDue({ store })) await queue.enqueueEvery(job, everySeconds);
  });
}
