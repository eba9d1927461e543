/**
 * Slack's rate limits: one bucket per method, for posting one per channel, and one of the whole
 * workspace.
 */

/** Slack's rate limit tiers (calls a minute), and what has a limit of its own. */
export type Tier = 'tier2' | 'tier3' | 'tier4' | 'posting' | 'none';

export interface Allowance {
  readonly burst: number;
  readonly perSecond: number;
}

/** Posting: one message per second and channel; short bursts are tolerated. */
const allowances: Record<Exclude<Tier, 'none'>, Allowance> = {
  tier2: { burst: 20, perSecond: 20 / 60 },
  tier3: { burst: 50, perSecond: 50 / 60 },
  tier4: { burst: 100, perSecond: 100 / 60 },
  posting: { burst: 4, perSecond: 1 },
};

interface LimitedCall {
  readonly name: string;
  readonly tier: Tier;
  readonly channel: string | undefined;
}

/** Which limits hold at the moment. */
interface Limits {
  readonly ofMethods: boolean;
  /** For all posting together; Slack has such a limit and does not publish it. */
  readonly ofWorkspace: Allowance | null;
}

export class RateLimits {
  readonly #now: () => Date;
  readonly #buckets = new Map<string, { tokens: number; atMs: number }>();

  constructor(now: () => Date) {
    this.#now = now;
  }

  /** Null if the call is allowed; otherwise how many seconds to wait, at least one. */
  retryAfterSeconds(limits: Limits, { name, tier, channel }: LimitedCall): number | null {
    if (tier === 'none') return null;
    const ownKey = tier === 'posting' ? `${name} ${channel ?? ''}` : name;
    const ownWait = limits.ofMethods ? this.#take(ownKey, allowances[tier]) : null;
    if (ownWait !== null || tier !== 'posting' || limits.ofWorkspace === null) return ownWait;
    return this.#take('every posting', limits.ofWorkspace);
  }

  /** Takes one token; null where there was one, otherwise the seconds until there is. */
  #take(key: string, allowance: Allowance): number | null {
    const nowMs = this.#now().getTime();
    const bucket = this.#buckets.get(key) ?? { tokens: allowance.burst, atMs: nowMs };
    const refilled = bucket.tokens + ((nowMs - bucket.atMs) / 1000) * allowance.perSecond;
    const tokens = Math.min(allowance.burst, refilled);
    if (tokens < 1) {
      this.#buckets.set(key, { tokens, atMs: nowMs });
      return Math.max(1, Math.ceil((1 - tokens) / allowance.perSecond));
    }
    this.#buckets.set(key, { tokens: tokens - 1, atMs: nowMs });
    return null;
  }
}
