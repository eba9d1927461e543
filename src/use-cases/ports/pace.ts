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
