/** npm forwards a signal that the whole process group got already, a moment later. */
const forwardedMs = 1_000;

/**
 * Handles SIGTERM and SIGINT: the first stops the process; a later one ends it at once, because
 * somebody does not want to wait. Two within a second count as one.
 */
export function stopSignals(on: {
  readonly nowMs: () => number;
  readonly stop: () => void;
  readonly endAtOnce: () => void;
}): () => void {
  let firstMs: number | null = null;
  return () => {
    if (firstMs === null) {
      firstMs = on.nowMs();
      on.stop();
    } else if (on.nowMs() - firstMs >= forwardedMs) on.endAtOnce();
  };
}
