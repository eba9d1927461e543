import type { Log } from '../use-cases/ports/ports.ts';

/**
 * Does something now and then every so often, never twice at once; a failure is logged and the next
 * turn comes.
 */
export function repeat(
  everyMs: number,
  work: () => Promise<unknown>,
  log: Pick<Log, 'warn'>,
): () => void {
  let busy = false;
  const turn = () => {
    if (busy) return;
    busy = true;
    work()
      .catch((err: unknown) => log.warn({ err }, 'repeated work failed'))
      .finally(() => {
        busy = false;
      });
  };
  const timer = setInterval(turn, everyMs);
  timer.unref();
  turn();
  return () => clearInterval(timer);
}
