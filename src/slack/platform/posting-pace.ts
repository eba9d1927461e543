import { LRUCache } from 'lru-cache';
import { entries } from '../../use-cases/ports/remember-answers.ts';

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
