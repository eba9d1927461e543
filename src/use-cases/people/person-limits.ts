import { LRUCache } from 'lru-cache';
import type { LimitedUse } from '../../domain/people/person-limit.ts';
import type { AccessSettings } from '../../domain/settings/access-settings.ts';
import type { LocalDeps } from '../deps.ts';
import type { World } from '../ports/ports.ts';
import { entries } from '../ports/remember-answers.ts';
import type { StoreTransaction } from '../ports/store-ports.ts';
import { record } from '../record/record.ts';

/**
 * Too much: how long the person has to wait, and whether it is the first in its window, which is
 * answered and audited.
 */
export interface OverLimit {
  readonly waitSeconds: number;
  readonly isFirst: boolean;
}

export interface PersonLimits {
  /**
   * Counts it, all or none of it; 0 only looks. null where there is room, else it must not be done.
   */
  take(act: LimitedUse, slackUserId: string, times?: number): OverLimit | null;
}

/** Who did nothing for longer than these many others is forgotten, and begins anew. */
const rememberedWindows = 50_000;

/** What each person did lately, in this process's memory: each replica counts for itself. */
export function createPersonLimits(
  limits: AccessSettings['limits'],
  world: Pick<World, 'now'>,
): PersonLimits {
  /** `isNotified`: the person was told that it is too much; once a window, however many follow. */
  const counts = new LRUCache<string, { startedAtMs: number; used: number; isNotified: boolean }>({
    ...entries(rememberedWindows),
  });
  return {
    take(act, slackUserId, times = 1) {
      const { most, windowSeconds } = limits[act];
      const nowMs = world.now().getTime();
      const key = `${act}:${slackUserId}`;
      let counted = counts.get(key);
      if (counted === undefined || nowMs >= counted.startedAtMs + windowSeconds * 1_000) {
        counted = { startedAtMs: nowMs, used: 0, isNotified: false };
        counts.set(key, counted);
      }
      // What alone is more than the limit takes a whole window.
      if (most - counted.used >= Math.min(Math.max(times, 1), most)) {
        counted.used += times;
        return null;
      }
      const isFirst = !counted.isNotified;
      counted.isNotified = true;
      const endsAtMs = counted.startedAtMs + windowSeconds * 1_000;
      return { waitSeconds: Math.max(1, Math.ceil((endsAtMs - nowMs) / 1_000)), isFirst };
    },
  };
}

/**
 * Counts something by each of these limits, up to the first that is too much, which is returned.
 * Refusals are only looked at: they are counted when they happen. A burst leaves one entry in the
 * trail.
 */
export async function takeAll(
  { limits, store }: Pick<LocalDeps, 'store'> & { readonly limits: PersonLimits },
  acts: readonly LimitedUse[],
  slackUserId: string,
  times = 1,
): Promise<OverLimit | null> {
  for (const act of acts) {
    const over = await takeOne({ limits, store }, act, slackUserId, act === 'refusals' ? 0 : times);
    if (over !== null) return over;
  }
  return null;
}

/**
 * `takeAll` for what a form submits. Where it is stored already, it was submitted again after a lost
 * answer: that is nothing more, and passes.
 */
export async function takeSubmission(
  deps: Pick<LocalDeps, 'store'> & { readonly limits: PersonLimits },
  acts: readonly LimitedUse[],
  { slackUserId, times }: { readonly slackUserId: string; readonly times: number },
  isStored: (tx: StoreTransaction) => Promise<boolean>,
): Promise<OverLimit | null> {
  const over = await takeAll(deps, acts, slackUserId, times);
  if (over === null || (await deps.store.transaction(isStored))) return null;
  return over;
}

/**
 * Counts a refusal that a person is about to read; null while they are within the limit. `times`: 0
 * if it was counted already.
 */
export function countRefusal(
  deps: Pick<LocalDeps, 'store'> & { readonly limits: PersonLimits },
  slackUserId: string,
  times: 0 | 1,
): Promise<OverLimit | null> {
  return takeOne(deps, 'refusals', slackUserId, times);
}

async function takeOne(
  { limits, store }: Pick<LocalDeps, 'store'> & { readonly limits: PersonLimits },
  act: LimitedUse,
  slackUserId: string,
  times: number,
): Promise<OverLimit | null> {
  const over = limits.take(act, slackUserId, times);
  if (over === null || !over.isFirst) return over;
  const detail = { limit: act, waitSeconds: over.waitSeconds };
  await store.transaction((tx) =>
    record(tx, { kind: 'limit.reached', actor: slackUserId, detail }),
  );
  return over;
}
