/** Work that the bot repeats at intervals, without a request of a person. */

import type { LocalDeps } from '../use-cases/deps.ts';
import { isAnythingDue } from '../use-cases/due/act-on-due.ts';
import {
  type ServedReading,
  servedAgainMs,
  unreadAgainMs,
} from '../use-cases/ports/served-reading.ts';
import type { JobQueue } from './job-queue.ts';
import type { Turns } from './process-timers.ts';

/** How often the bot asks again if the service does not answer after a restore. */
const settleMs = 5_000;
/** Due times are compared with the bot's own clock: the queue's is the database's. */
const dueCheckMs = 1_000;

/** A job that is added by the bot's clock, when there is something for it to do. */
export interface DueJob {
  readonly job: Parameters<JobQueue['enqueueEvery']>[0];
  readonly everySeconds: number;
  readonly isDue: (deps: Pick<LocalDeps, 'store'>) => Promise<boolean>;
}

type RepeatedDeps = Pick<LocalDeps, 'store'> & {
  readonly catalogue: Pick<ServedReading, 'refresh' | 'refreshUnread'>;
  readonly visibility: Pick<ServedReading, 'refresh' | 'refreshUnread'>;
  readonly queue: Pick<JobQueue, 'enqueueEvery'>;
  readonly refreshTasksMs?: number;
  readonly turns: Pick<Turns, 'every'>;
  readonly onStop: (close: () => unknown) => void;
  /** What extras repeat. */
  readonly ofExtras: readonly DueJob[];
  /** Settles what a restore may have left; resolves with whether it has. */
  readonly settle: () => Promise<boolean>;
};

/** Begins with a turn of each, as soon as what a restore may have left is settled. */
export function startRepeating(deps: RepeatedDeps): void {
  const { settle, turns, onStop } = deps;
  let isStopped = false;
  const stops: (() => void)[] = [];
  const every = (ms: number, work: () => Promise<unknown>) => stops.push(turns.every(ms, work));
  const stopSettling = turns.every(settleMs, async () => {
    if (!(await settle())) return;
    stopSettling();
    // The stop may have begun during this turn.
    if (!isStopped) repeatAll(deps, every);
  });
  onStop(() => {
    isStopped = true;
    stopSettling();
    for (const stop of stops) stop();
  });
}

function repeatAll(
  deps: Omit<RepeatedDeps, 'settle' | 'turns' | 'onStop'>,
  every: (ms: number, work: () => Promise<unknown>) => void,
): void {
  const { refreshTasksMs = 15_000, catalogue, visibility } = deps;
  const { queue, store, ofExtras } = deps;
  const refreshSeconds = Math.max(1, Math.round(refreshTasksMs / 1_000));
  for (const one of [catalogue, visibility]) {
    every(servedAgainMs, () => one.refresh());
    every(unreadAgainMs, () => one.refreshUnread());
  }
  // Due work starts within 5 s.
  const dueSeconds = Math.min(refreshSeconds, 4);
  every(refreshSeconds * 1_000, () =>
    queue.enqueueEvery({ kind: 'refresh-tasks' }, refreshSeconds),
  );
  every(dueSeconds * 1_000, () => queue.enqueueEvery({ kind: 'end-grants' }, dueSeconds));
  every(dueCheckMs, async () => {
    if (await isAnythingDue({ store })) await queue.enqueueEvery({ kind: 'act-on-due' }, 1);
    for (const { job, everySeconds, isDue } of ofExtras)
      if (await isDue({ store })) await queue.enqueueEvery(job, everySeconds);
  });
}
