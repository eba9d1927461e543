import { LRUCache } from 'lru-cache';
import { OutwardFailure } from '../../domain/outward/outward-failure.ts';
import { entries } from '../../use-cases/ports/remember-answers.ts';

/** Waits; injected so that tests do not. */
export type Sleep = (ms: number) => Promise<void>;

/** How fast turns follow each other in a lane. */
export interface LanePace {
  /** Turns a minute; 60 by default. */
  readonly perMinute?: number;
  /**
   * Turns that may be taken at once after a pause of that length: the pace is kept on average. 1 by
   * default.
   */
  readonly burst?: number;
}

export interface Turn extends LanePace {
  /** A second lane: the caller needs a turn in both, and goes when it has them. */
  readonly within?: LanePace & { readonly lane: string };
  /**
   * Identifies a caller that can be rejected, so that it finds its place again when it comes back.
   * A caller without a ticket waits here.
   */
  readonly ticket?: string;
  /** A person waits for the call: it takes a slot at once instead of its place in the order. */
  readonly isAtOnce?: boolean;
  /** A caller with a ticket that would wait longer is rejected at once. Default 2 s. */
  readonly longestWaitMs?: number;
}

/** The next free slot of a lane. */
interface Slot {
  readonly lane: string;
  readonly atMs: number;
  readonly waitMs: number;
  readonly spacingMs: number;
}

/** Who wants the slots, and how long they would wait for them. */
interface Ticket {
  readonly ticket: string;
  readonly nowMs: number;
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
 * minute of a method (docs/spec/slack.md#rate-limits). Each caller gets the next free slot of its
 * lane, in the order of asking. If a caller with a ticket would wait long, `turn` throws a rate
 * limit that says when to come back; callers that come back keep their order. `turn` throws as well
 * if the process was stopped meanwhile (SIGSTOP, a paused machine): another one may have done the
 * job, so the caller looks again.
 */
export class Pacer {
  readonly #settings: {
    readonly spacingMs: number;
    readonly now: () => Date;
    readonly sleep: Sleep;
  };
  readonly #nextFreeMs = new LRUCache<string, number>(entries(10_000));
  /** When the last one that was rejected in a lane comes back. */
  readonly #lastBackMs = new LRUCache<string, number>(entries(10_000));
  /** When each of those that were rejected comes back. */
  readonly #rejected = new LRUCache<string, number>(entries(100_000));

  /** @param settings `spacingMs`: between two turns of a lane with 60 a minute */
  constructor(settings: { spacingMs: number; now: () => Date; sleep: Sleep }) {
    this.#settings = settings;
  }

  /** The clock of its turns. */
  get now(): () => Date {
    return this.#settings.now;
  }

  async turn(lane: string, options: Turn = {}): Promise<void> {
    const { ticket, isAtOnce = false, longestWaitMs = longestSleepMs, within } = options;
    const nowMs = this.#settings.now().getTime();
    const slots = [this.#slotOf(lane, options, nowMs)];
    if (within !== undefined) slots.push(this.#slotOf(within.lane, within, nowMs));
    if (ticket !== undefined) this.#rejectLong(slots, { ticket, nowMs, longestWaitMs });
    for (const { lane: slotLane, atMs, spacingMs } of slots)
      this.#nextFreeMs.set(slotLane, atMs + spacingMs);
    const waitMs = Math.max(...slots.map((slot) => slot.waitMs));
    if (waitMs === 0 || isAtOnce) return;
    await this.#settings.sleep(waitMs);
    const lateMs = this.#settings.now().getTime() - nowMs - waitMs;
    if (lateMs > longestLateMs)
      throw notDone(`${lane}: its turn was ${Math.round(lateMs / 1_000)} s ago`, 0);
  }

  /** Lets nobody through in this lane for so long. */
  hold(lane: string, ms: number): void {
    const heldMs = this.#settings.now().getTime() + ms;
    this.#nextFreeMs.set(lane, Math.max(heldMs, this.#nextFreeMs.get(lane) ?? 0));
  }

  #slotOf(lane: string, { perMinute = 60, burst = 1 }: LanePace, nowMs: number): Slot {
    const spacingMs = (this.#settings.spacingMs * 60) / perMinute;
    const atMs = Math.max(nowMs, this.#nextFreeMs.get(lane) ?? 0);
    const waitMs = Math.max(0, atMs - (burst - 1) * spacingMs - nowMs);
    return { lane, atMs, waitMs, spacingMs };
  }

  /** Throws for the first slot that is too far away. The caller keeps its place in earlier lanes. */
  #rejectLong(slots: readonly Slot[], asking: Ticket): void {
    const earlierPlaces: (readonly [string, number])[] = [];
    for (const slot of slots) {
      const place = `${slot.lane} ${asking.ticket}`;
      const backMs = this.#backMs(slot, this.#rejected.get(place), asking.nowMs);
      this.#rejected.delete(place);
      if (backMs - asking.nowMs > asking.longestWaitMs) {
        for (const earlier of earlierPlaces) this.#rejected.set(...earlier);
        throw this.#rejection(slot, place, { backMs, nowMs: asking.nowMs });
      }
      earlierPlaces.push([place, backMs]);
    }
  }

  /** When it has its turn: behind all that were rejected before; for one of them, not before its time. */
  #backMs(
    { lane, waitMs, spacingMs }: Slot,
    promisedMs: number | undefined,
    nowMs: number,
  ): number {
    const lastMs = (this.#lastBackMs.get(lane) ?? 0) + spacingMs;
    return Math.max(nowMs + waitMs, promisedMs ?? lastMs);
  }

  #rejection(
    { lane }: Slot,
    place: string,
    { backMs, nowMs }: { readonly backMs: number; readonly nowMs: number },
  ): OutwardFailure {
    this.#rejected.set(place, backMs);
    this.#lastBackMs.set(lane, Math.max(this.#lastBackMs.get(lane) ?? 0, backMs));
    const inMs = backMs - nowMs;
    return notDone(`${lane}: its turn comes in ${Math.round(inMs / 1_000)} s`, inMs);
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

/** Posts that count for the measured rate: accepted within this time, */
const windowMs = 10_000;
/** and without a longer pause between them: before it nobody tried to post. */
const longestPauseMs = 2_000;
/** A burst shorter than this says little about a rate. */
const shortestSpanMs = 500;
/** A refusal for a channel that the bot posted to this recently may be about the channel alone. */
const channelMs = 5_000;
/** A little below the measured rate, because a refusal costs a second in which nothing is posted. */
const caution = 0.95;
/** The limit may be higher by now, so the rate grows by one per cent a second. */
const growthPerSecond = 1.01;
const leastPerSecond = 0.2;
/** A rate above this limits nothing that the bot does. */
const mostPerSecond = 100;

interface Learned {
  readonly perSecond: number;
  readonly atMs: number;
}

/**
 * Learns how many posts a second Slack accepts in the whole workspace. Slack has such a limit and
 * does not publish it, so it is measured when Slack refuses a post: without it each refused post
 * would be tried again by itself, and many of them would wait while nothing is posted.
 */
export class PostingPace {
  readonly #now: () => Date;
  readonly #postedAtMs = new LRUCache<string, number>(entries(10_000));
  #acceptedAtMs: number[] = [];
  #learned: Learned | null = null;

  constructor(now: () => Date) {
    this.#now = now;
  }

  /** Posts a second that Slack probably accepts; null while no limit is known. */
  get perSecond(): number | null {
    if (this.#learned === null) return null;
    const { perSecond, atMs } = this.#learned;
    const seconds = (this.#now().getTime() - atMs) / 1_000;
    const grown = perSecond * growthPerSecond ** seconds;
    return grown > mostPerSecond ? null : grown;
  }

  accepted(channel: string): void {
    const nowMs = this.#now().getTime();
    this.#postedAtMs.set(channel, nowMs);
    const lastMs = this.#acceptedAtMs.at(-1) ?? Number.NEGATIVE_INFINITY;
    if (nowMs - lastMs > longestPauseMs) this.#acceptedAtMs = [];
    this.#acceptedAtMs = this.#acceptedAtMs.filter((atMs) => nowMs - atMs < windowMs);
    this.#acceptedAtMs.push(nowMs);
  }

  /**
   * Slack answered that a post into this channel came too soon.
   *
   * @returns whether that is about the whole workspace
   */
  refused(channel: string): boolean {
    const nowMs = this.#now().getTime();
    const postedMs = this.#postedAtMs.get(channel) ?? Number.NEGATIVE_INFINITY;
    if (nowMs - postedMs < channelMs) return false;
    const recent = this.#acceptedAtMs.filter((atMs) => nowMs - atMs < windowMs);
    const spanMs = Math.max(shortestSpanMs, nowMs - (recent[0] ?? nowMs));
    const measured = (recent.length * 1_000) / spanMs;
    this.#learned = { perSecond: Math.max(leastPerSecond, measured * caution), atMs: nowMs };
    return true;
  }
}
