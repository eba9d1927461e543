/**
 * The time in the sandbox: the real one, or one ahead of it. How far is kept in a file, so that
 * after a restart nothing that was stored comes from the future.
 */
import { readFileSync, writeFileSync } from 'node:fs';

export class SandboxClock {
  readonly #file: string;
  #aheadMs: number;

  get aheadMs(): number {
    return this.#aheadMs;
  }

  constructor(file: string) {
    this.#file = file;
    this.#aheadMs = storedIn(file);
  }

  readonly now = (): Date => new Date(Date.now() + this.#aheadMs);

  /** Time never goes back. Returns how far it is ahead then. */
  forwardTo(instant: Date): number {
    this.#aheadMs += Math.max(0, instant.getTime() - this.now().getTime());
    writeFileSync(this.#file, `${this.#aheadMs}\n`);
    return this.#aheadMs;
  }
}

/** 0 where nothing is stored that can be. */
function storedIn(file: string): number {
  try {
    const ms = Number(readFileSync(file, 'utf8'));
    return Number.isFinite(ms) && ms >= 0 ? ms : 0;
  } catch {
    return 0;
  }
}
