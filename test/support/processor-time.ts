import { setImmediate as turn } from 'node:timers/promises';

/**
 * Milliseconds that the processor worked on this, in all threads of this process. Unlike a clock it
 * does not go on while other processes have the processor, so a limit on it holds on a busy
 * machine, too.
 */
export function processorMs(work: () => unknown): number {
  const before = process.cpuUsage();
  work();
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1_000;
}

/** Processor time that this thread has used. */
function spentMs(): number {
  const { user, system } = process.threadCpuUsage();
  return (user + system) / 1_000;
}

/**
 * The processor time of the longest stretch for which this work lets nothing else have its turn, and
 * of all of it. The quickest of three: what the compiler and the garbage take does not count.
 */
export async function blocksOf(
  work: () => unknown,
): Promise<{ readonly longestMs: number; readonly allMs: number }> {
  const tries = [await oneTry(work), await oneTry(work), await oneTry(work)];
  return {
    longestMs: Math.min(...tries.map(({ longestMs }) => longestMs)),
    allMs: Math.min(...tries.map(({ allMs }) => allMs)),
  };
}

async function oneTry(work: () => unknown) {
  const fromMs = spentMs();
  let [longestMs, sinceMs, isDone] = [0, fromMs, false];
  const working = turn().then(work);
  void working.finally(() => {
    isDone = true;
  });
  while (!isDone) {
    await turn();
    longestMs = Math.max(longestMs, spentMs() - sinceMs);
    sinceMs = spentMs();
  }
  await working;
  return { longestMs, allMs: sinceMs - fromMs };
}
