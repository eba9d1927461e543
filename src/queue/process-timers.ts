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
