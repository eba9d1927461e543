import type { Readable } from 'node:stream';
import type { World } from '../ports/ports.ts';
import { onceAMinute } from './limiter.ts';

/** The limit for all unfinished bodies together, whoever sends them and to whatever address. */
export const mostUnauthenticatedBytes = 64 * 1024 * 1024;

/** The first buffer of a body; most bodies are shorter. */
const firstBytes = 4 * 1024;

/**
 * Reads bodies of requests whose sender nobody has checked yet. Anybody can send one almost to its
 * limit on each of many connections and then stop, so all of them share one budget. Beyond it the
 * body that waits longest is cut, with its connection: Slack and the service send theirs in one go.
 */
export class UnauthenticatedBodies {
  readonly #world: World;
  readonly #isToSay: (line: string) => boolean;
  readonly #mostBytes: number;
  /** The bytes that each unfinished body occupies, in the order in which they began to come. */
  readonly #held = new Map<Readable, number>();
  #heldBytes = 0;

  constructor(world: World, mostBytes: number) {
    this.#world = world;
    this.#isToSay = onceAMinute(world);
    this.#mostBytes = mostBytes;
  }

  /** The bytes that all unfinished bodies occupy. */
  get heldBytes(): number {
    return this.#heldBytes;
  }

  /**
   * A body to its end; `too-long` as soon as it is known to be longer than the limit. It no longer
   * counts when this resolves: the caller checks the sender without waiting for anything else.
   */
  async read(body: Readable, limit: number): Promise<Buffer | 'too-long' | 'cut-off'> {
    try {
      return await this.#readWhole(body, limit);
    } catch {
      return 'cut-off';
    } finally {
      this.#release(body);
    }
  }

  /**
   * Into one buffer: a list of pieces of one byte each would occupy a hundred times what it holds.
   */
  async #readWhole(body: Readable, limit: number): Promise<Buffer | 'too-long'> {
    let bytes = Buffer.alloc(0);
    let length = 0;
    for await (const piece of body.iterator({ destroyOnReturn: false })) {
      const chunk: Buffer = piece;
      const needed = length + chunk.length;
      if (needed > limit) return 'too-long';
      if (needed > bytes.length) {
        const size = Math.min(limit, Math.max(needed, 2 * bytes.length, firstBytes));
        this.#occupy(body, size);
        if (body.destroyed) throw new Error('cut');
        const larger = Buffer.allocUnsafeSlow(size);
        bytes.copy(larger, 0, 0, length);
        bytes = larger;
      }
      chunk.copy(bytes, length);
      length = needed;
    }
    return bytes.subarray(0, length);
  }

  #occupy(body: Readable, size: number): void {
    this.#heldBytes += size - (this.#held.get(body) ?? 0);
    this.#held.set(body, size);
    for (const longestWaiting of this.#held.keys()) {
      if (this.#heldBytes <= this.#mostBytes) return;
      this.#release(longestWaiting);
      this.#noteCut();
      longestWaiting.destroy();
    }
  }

  #release(body: Readable): void {
    this.#heldBytes -= this.#held.get(body) ?? 0;
    this.#held.delete(body);
  }

  #noteCut(): void {
    if (!this.#isToSay('cut')) return;
    const says = 'Look at who reaches this port: neither Slack nor the service sends so slowly.';
    this.#world.log.warn({ says }, 'too many unfinished requests: the oldest cut');
  }
}
