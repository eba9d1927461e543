import { LRUCache } from 'lru-cache';

/** Waits; injected so that tests do not. */
export type Sleep = (ms: number) => Promise<void>;

/**
 * Spaces the posts to each conversation: Slack takes about one a second (slack.md, Limits). Each caller gets the next free
 * slot of its conversation, in the order of asking.
 */
export class Pacer {
  readonly #spacingMs: number;
  readonly #now: () => Date;
  readonly #sleep: Sleep;
  readonly #nextFreeMs = new LRUCache<string, number>({ max: 10_000 });

  constructor(settings: { spacingMs: number; now: () => Date; sleep: Sleep }) {
    this.#spacingMs = settings.spacingMs;
    this.#now = settings.now;
    this.#sleep = settings.sleep;
  }

  /** @param burst so many go through at once where nobody came for that long: the pace is kept on average */
  async turn(conversation: string, burst = 1): Promise<void> {
    const nowMs = this.#now().getTime();
    const slotMs = Math.max(nowMs, this.#nextFreeMs.get(conversation) ?? 0);
    this.#nextFreeMs.set(conversation, slotMs + this.#spacingMs);
    const waitMs = slotMs - (burst - 1) * this.#spacingMs - nowMs;
    if (waitMs > 0) await this.#sleep(waitMs);
  }
}
