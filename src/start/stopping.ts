/** Ends the process: what a signal does, and how the parts close, all within one deadline. */
import type { Log } from '../use-cases/ports/ports.ts';

/**
 * How much of the time what is under way gets to end by itself: what Slack was promised, and calls
 * that are nearly done. The rest is for what calls that are cut off have to write down.
 */
const drainShare = 0.6;

/** For the parts that come after one that hangs. */
const lastMomentMs = 200;

/** What a call that is cut off says. */
class CutOff extends Error {
  override readonly name = 'CutOff';
  constructor() {
    super('cut off, because the bot stops');
  }
}

interface Part {
  readonly name: string;
  readonly close: () => unknown;
}

export class Stopping {
  readonly #deadlineMs: number;
  readonly #log: Pick<Log, 'warn'>;
  readonly #parts: Part[] = [];
  readonly #calls = new AbortController();
  #isBegun = false;

  constructor(deadlineMs: number, log: Pick<Log, 'warn'>) {
    this.#deadlineMs = deadlineMs;
    this.#log = log;
  }

  get isBegun(): boolean {
    return this.#isBegun;
  }

  /** Ends calls that are still under way when the time to end by themselves is over. */
  get callsEnd(): AbortSignal {
    return this.#calls.signal;
  }

  /** How long jobs may go on: until calls are cut off, and they have written that down. */
  get jobsMs(): number {
    return this.#deadlineMs * (drainShare + (1 - drainShare) / 2);
  }

  /** The part that was opened last is closed first. */
  add(close: () => unknown, name = 'another part'): void {
    this.#parts.push({ name, close });
  }

  /**
   * Closes every part, also after one that fails or hangs. Throws the first failure at the end;
   * what is not closed in time is left to the end of the process, and does not fail it.
   */
  async run(): Promise<void> {
    this.#isBegun = true;
    const cutting = setTimeout(
      () => this.#calls.abort(new CutOff()),
      this.#deadlineMs * drainShare,
    );
    const deadline = alarm(this.#deadlineMs);
    const failures: unknown[] = [];
    const open = new Map<Part, Promise<unknown>>();
    for (const part of this.#parts.splice(0).reverse()) {
      const closing = (async () => part.close())()
        .catch((error: unknown) => failures.push(error))
        .finally(() => open.delete(part));
      open.set(part, closing);
      await Promise.race([closing, deadline.rung]);
    }
    const end = alarm(lastMomentMs);
    await Promise.race([Promise.all(open.values()), end.rung]);
    clearTimeout(cutting);
    deadline.clear();
    end.clear();
    const parts = [...open.keys()].map(({ name }) => name);
    if (parts.length > 0) this.#log.warn({ parts }, 'not closed before the deadline of the stop');
    if (failures.length > 0) throw failures[0];
  }
}

function alarm(ms: number): { readonly rung: Promise<void>; readonly clear: () => void } {
  const { promise: rung, resolve } = Promise.withResolvers<void>();
  const timer = setTimeout(resolve, ms);
  return { rung, clear: () => clearTimeout(timer) };
}

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
