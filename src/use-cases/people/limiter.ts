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
