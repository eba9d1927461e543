import { LRUCache } from 'lru-cache';
import type { AccessSettings } from '../domain/access-settings.ts';
import { countWithin, type LimitedAct, type LimitWindow, type OverLimit } from '../domain/person-limit.ts';
import type { World } from './ports.ts';
import type { Store } from './store-ports.ts';

/** What each person did lately, in this process's memory: each replica counts for itself. */
export interface PersonLimits {
  /** Counts it (once by default; 0 only looks); null where there is room, else it must not be done. */
  take(act: LimitedAct, slackUserId: string, times?: number): OverLimit | null;
  /** It was not done after all. */
  giveBack(act: LimitedAct, slackUserId: string, times: number): void;
}

/** Who did nothing for longer than these many others is forgotten, and begins anew. */
const rememberedWindows = 50_000;

export function createPersonLimits(limits: AccessSettings['limits'], world: Pick<World, 'now'>): PersonLimits {
  const windows = new LRUCache<string, LimitWindow>({ max: rememberedWindows });
  return {
    take(act, slackUserId, times = 1) {
      const key = `${act}:${slackUserId}`;
      const counted = countWithin(windows.get(key) ?? null, limits[act], world.now().getTime(), times);
      windows.set(key, counted.window);
      return counted.over;
    },
    giveBack(act, slackUserId, times) {
      const key = `${act}:${slackUserId}`;
      const window = windows.get(key);
      if (window !== undefined) windows.set(key, { ...window, used: Math.max(0, window.used - times) });
    },
  };
}

/**
 * Counts something by each of these limits, by all or none of them; what is too much, or null. Refusals are only looked at: they are
 * counted when they happen. A burst leaves one entry in the trail.
 */
export async function takeAll(
  { limits, store, world }: { readonly limits: PersonLimits; readonly store: Store; readonly world: World },
  acts: readonly LimitedAct[],
  slackUserId: string,
  times = 1,
): Promise<(OverLimit & { readonly act: LimitedAct }) | null> {
  for (const [index, act] of acts.entries()) {
    const over = limits.take(act, slackUserId, act === 'refusals' ? 0 : times);
    if (over === null) continue;
    for (const taken of acts.slice(0, index)) limits.giveBack(taken, slackUserId, times);
    const detail = { limit: act, waitSeconds: over.waitSeconds };
    const entry = { kind: 'limit.reached', at: world.now(), actor: slackUserId, detail };
    if (over.isFirst) await store.transaction((tx) => tx.audit.append(entry));
    return { ...over, act };
  }
  return null;
}
