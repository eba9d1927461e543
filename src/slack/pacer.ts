import { LRUCache } from 'lru-cache';
import { OutwardFailure } from '../domain/outward-failure.ts';

/** Waits; injected so that tests do not. */
export type Sleep = (ms: number) => Promise<void>;

export interface Turn {
  /** So many turns a minute; 60 where absent. */
  readonly perMinute?: number;
  /**
   * So many go through at once where nobody came for that long: the pace is kept on average. 1
   * where absent.
   */
  readonly burst?: number;
  /**
   * What wants its turn, by an id of its own: it can be sent away and keeps its place. Without one
   * it waits here.
   */
  readonly ticket?: string;
  /**
   * Somebody waits for it: it takes a slot from those who wait for their turn, and not its place
   * behind them.
   */
  readonly isAtOnce?: boolean;
  /** A caller with a ticket that would wait longer is rejected at once. Default 2 s. */
  readonly longestWaitMs?: number;
}

interface Wait {
  readonly lane: string;
  readonly nowMs: number;
  readonly waitMs: number;
  readonly spacingMs: number;
  readonly longestWaitMs: number;
}

/** A job that slept longer would hold up what goes to other conversations. */
const longestSleepMs = 2_000;
/**
 * A process that was stopped for longer may have lost its jobs to another one, which takes them
 * after two missed heartbeats.
 */
const longestLateMs = 4_000;

/**
 * Spaces what goes to Slack: about one message a second to each conversation, and so many calls a
 * minute of a method (slack.md, Limits). Each caller gets the next free slot of its lane, in the
 * order of asking. Whoever has a ticket and a long wait is sent away: `turn` throws a rate limit
 * that says when to come back, and keeps the order among those who do. It throws as well where the
 * process was stopped meanwhile (SIGSTOP, a paused machine): another one may have done the job, so
 * whoever waited looks again.
 */
export class Pacer {
  readonly #settings: {
    readonly spacingMs: number;
    readonly now: () => Date;
    readonly sleep: Sleep;
  };
  readonly #nextFreeMs = new LRUCache<string, number>({ max: 10_000 });
  /** When the last one who was sent away from a lane comes back. */
  readonly #lastBackMs = new LRUCache<string, number>({ max: 10_000 });
  readonly #sentAway = new LRUCache<string, true>({ max: 100_000 });

  /** @param settings `spacingMs`: between two turns of a lane with 60 a minute */
  constructor(settings: { spacingMs: number; now: () => Date; sleep: Sleep }) {
    this.#settings = settings;
  }

  async turn(lane: string, asked: Turn = {}): Promise<void> {
    const {
      perMinute = 60,
      burst = 1,
      ticket,
      isAtOnce = false,
      longestWaitMs = longestSleepMs,
    } = asked;
    const spacingMs = (this.#settings.spacingMs * 60) / perMinute;
    const nowMs = this.#settings.now().getTime();
    const slotMs = Math.max(nowMs, this.#nextFreeMs.get(lane) ?? 0);
    const waitMs = Math.max(0, slotMs - (burst - 1) * spacingMs - nowMs);
    if (ticket !== undefined)
      this.#sendAway(`${lane} ${ticket}`, { lane, nowMs, waitMs, spacingMs, longestWaitMs });
    this.#nextFreeMs.set(lane, slotMs + spacingMs);
    if (waitMs === 0 || isAtOnce) return;
    await this.#settings.sleep(waitMs);
    const lateMs = this.#settings.now().getTime() - nowMs - waitMs;
    if (lateMs > longestLateMs)
      throw notDone(`${lane}: its turn was ${Math.round(lateMs / 1_000)} s ago`, 0);
  }

  #sendAway(place: string, { lane, nowMs, waitMs, spacingMs, longestWaitMs }: Wait): void {
    const isBack = this.#sentAway.delete(place);
    const lastBackMs = this.#lastBackMs.get(lane) ?? 0;
    const backMs = Math.max(nowMs + waitMs, isBack ? 0 : lastBackMs + spacingMs);
    if (backMs - nowMs <= longestWaitMs) return;
    this.#sentAway.set(place, true);
    this.#lastBackMs.set(lane, Math.max(lastBackMs, backMs));
    const inMs = backMs - nowMs;
    throw notDone(`${lane}: its turn comes in ${Math.round(inMs / 1_000)} s`, inMs);
  }
}

function notDone(message: string, retryAfterMs: number): OutwardFailure {
  return new OutwardFailure({
    system: 'slack',
    kind: 'rate-limited',
    message,
    certainlyNotDone: true,
    retryAfterMs,
  });
}
