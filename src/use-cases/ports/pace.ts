import { setImmediate as turn } from 'node:timers/promises';

/** To be awaited before each call. */
export type Pace = () => Promise<void>;

export const noPace: Pace = async () => undefined;

/**
 * Lets one caller through every `spacingMs`, in the order in which they came, however many wait.
 */
export function createPace(
  spacingMs: number,
  clock: { readonly nowMs: () => number; readonly sleep: (ms: number) => Promise<unknown> },
): Pace {
  let nextMs = 0;
  return async () => {
    const nowMs = clock.nowMs();
    const turnMs = Math.max(nowMs, nextMs);
    nextMs = turnMs + spacingMs;
    if (turnMs > nowMs) await clock.sleep(turnMs - nowMs);
  };
}

/** To be awaited between pieces of work. */
export type TakingTurns = () => Promise<void> | undefined;

/** Gives everything else a turn after a few milliseconds. */
export function takingTurns(): TakingTurns {
  let sinceMs = performance.now();
  return () => {
    if (performance.now() - sinceMs < 4) return undefined;
    return turn().then(() => {
      sinceMs = performance.now();
    });
  };
}
