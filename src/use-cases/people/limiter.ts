import type { Readable } from 'node:stream';
import { LRUCache } from 'lru-cache';
import type {
  Limit,
  LimitedUse,
  Limits,
  OverLimit,
  PersonLimits,
} from '../../domain/people/limit.ts';
import type { AccessSettings } from '../../domain/settings/access-settings.ts';
import type { LocalDeps } from '../deps.ts';
import type { World } from '../ports/ports.ts';
import { entries } from '../ports/remember-answers.ts';
import type { StoreTransaction } from '../ports/store-ports.ts';

/** Who did nothing for longer than these many others is forgotten, and begins anew. */
const rememberedWindows = 50_000;

interface Window {
  readonly endsAtMs: number;
  used: number;
  /** They were told that it is too much; once a window, however many follow. */
  isTold: boolean;
}

/**
 * Counts what each does, by kind, in this process's memory: each replica counts for itself. Nothing
 * is asked of the database, so that strangers can be counted, too.
 */
export class Limiter<Kind extends string> implements Limits<Kind> {
  readonly #limits: Readonly<Record<Kind, Limit>>;
  readonly #now: World['now'];
  readonly #windows = new LRUCache<string, Window>(entries(rememberedWindows));

  constructor(limits: Readonly<Record<Kind, Limit>>, now: World['now']) {
    this.#limits = limits;
    this.#now = now;
  }

  take(kinds: readonly Kind[], who: string, times = 1, isAnswered = true): OverLimit | null {
    const nowMs = this.#now().getTime();
    const current = kinds.map((kind) => ({ kind, window: this.#windowOf(kind, who) }));
    const full = current.find(({ kind, window: { used } }) => {
      const { most } = this.#limits[kind];
      // What alone is more than the limit takes a whole window.
      return most - used < Math.min(Math.max(times, 1), most);
    });
    if (full === undefined) {
      for (const { window } of current) window.used += times;
      return null;
    }
    const { window } = full;
    const waitSeconds = Math.max(1, Math.ceil((window.endsAtMs - nowMs) / 1_000));
    const isFirst = isAnswered && !window.isTold;
    window.isTold ||= isAnswered;
    return { endsAtMs: window.endsAtMs, waitSeconds, isFirst };
  }

  count(kind: Kind, who: string): void {
    this.#windowOf(kind, who).used += 1;
  }

  #windowOf(kind: Kind, who: string): Window {
    const nowMs = this.#now().getTime();
    const key = `${kind}:${who}`;
    const earlier = this.#windows.get(key);
    if (earlier !== undefined && nowMs < earlier.endsAtMs) return earlier;
    const endsAtMs = nowMs + this.#limits[kind].windowSeconds * 1_000;
    const window = { endsAtMs, used: 0, isTold: false };
    this.#windows.set(key, window);
    return window;
  }
}

/** The log names who reached a limit, once a window. */
export function createPersonLimits(
  limits: AccessSettings['limits'],
  { now, log }: Pick<World, 'now' | 'log'>,
): PersonLimits {
  const limiter = new Limiter(limits, now);
  return {
    count: (kind, who) => limiter.count(kind, who),
    take(kinds, who, times, isAnswered) {
      const over = limiter.take(kinds, who, times, isAnswered);
      if (over?.isFirst) log.info({ who, kinds, waitSeconds: over.waitSeconds }, 'limit reached');
      return over;
    },
  };
}

/**
 * `take` for what a form submits. Where it is stored already, it was submitted again after a lost
 * answer: that is nothing more, and passes.
 */
export async function takeSubmission(
  { limits, store }: Pick<LocalDeps, 'limits' | 'store'>,
  kinds: readonly LimitedUse[],
  { slackUserId, times }: { readonly slackUserId: string; readonly times: number },
  isStored: (tx: StoreTransaction) => Promise<boolean>,
): Promise<OverLimit | null> {
  const over = limits.take(kinds, slackUserId, times);
  if (over === null || (await store.transaction(isStored))) return null;
  return over;
}

/** True for the first of each in a minute: strangers can cause lines of the log without end. */
export function onceAMinute({ now }: Pick<World, 'now'>): (line: string) => boolean {
  const limiter = new Limiter({ lines: { most: 1, windowSeconds: 60 } }, now);
  return (line) => limiter.take(['lines'], line) === null;
}

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
