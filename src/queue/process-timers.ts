import type { Log, Timers } from '../use-cases/ports/ports.ts';

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
