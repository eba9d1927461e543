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
