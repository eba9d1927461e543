/** Tells listeners what must be rendered again. */
import type { Change } from '../client.ts';

export class ChangeFeed {
  readonly #listeners = new Set<(change: Change) => void>();

  subscribe(listener: (change: Change) => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  announce(change: Change): void {
    for (const listener of this.#listeners) listener(change);
  }
}
