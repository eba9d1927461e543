/** Counts what is under way, so that a stop can wait for it: Bolt's own stop does not (slack.md, Bolt). */
export class InFlight {
  #count = 0;
  readonly #idle: (() => void)[] = [];

  async track<T>(work: () => Promise<T>): Promise<T> {
    this.#count += 1;
    try {
      return await work();
    } finally {
      this.#count -= 1;
      if (this.#count === 0) for (const resolve of this.#idle.splice(0)) resolve();
    }
  }

  /** Resolves when nothing is under way any more. */
  async idle(): Promise<void> {
    if (this.#count === 0) return;
    await new Promise<void>((resolve) => this.#idle.push(resolve));
  }
}
