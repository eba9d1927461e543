/** Knows what is under way, so that a stop can wait for it: Bolt's own stop does not (slack.md, Bolt). */
export class InFlight {
  readonly #open = new Set<Promise<unknown>>();

  async track<T>(work: () => Promise<T>): Promise<T> {
    const running = work();
    this.#open.add(running);
    try {
      return await running;
    } finally {
      this.#open.delete(running);
    }
  }

  /** Resolves when nothing is under way any more. */
  async idle(): Promise<void> {
    while (this.#open.size > 0) await Promise.allSettled(this.#open);
  }
}
