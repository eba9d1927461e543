const tickMs = 10;

/**
 * Milliseconds until there is an answer, without those in which this process waited for the
 * processor: a limit on them holds on a busy machine, too. What the process itself works on counts,
 * and so does every wait for somebody else.
 */
export async function timed<Answer>(
  act: () => Promise<Answer>,
): Promise<{ readonly answer: Answer; readonly ms: number }> {
  const fromMs = performance.now();
  const before = process.cpuUsage();
  let tickedMs = fromMs;
  let lateMs = 0;
  const tick = () => {
    const nowMs = performance.now();
    lateMs += Math.max(0, nowMs - tickedMs - tickMs);
    tickedMs = nowMs;
  };
  const ticking = setInterval(tick, tickMs);
  try {
    const answer = await act();
    tick();
    const { user, system } = process.cpuUsage(before);
    const starvedMs = Math.max(0, lateMs - (user + system) / 1_000);
    return { answer, ms: performance.now() - fromMs - starvedMs };
  } finally {
    clearInterval(ticking);
  }
}
