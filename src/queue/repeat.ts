import type { Log } from '../use-cases/ports/ports.ts';

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
