import { randomUUID } from 'node:crypto';
import type { Kysely, Transaction } from 'kysely';
import type { OutwardJob } from '../domain/outward/job.ts';
import { DatabaseFailure } from '../domain/outward/outward-failure.ts';
import type { World } from '../use-cases/ports/ports.ts';
import type { AuditEntry } from '../use-cases/ports/rows/audit-rows.ts';
import type { Store } from '../use-cases/ports/store-ports.ts';
import { asDatabaseFailure, isLockRefused, wasRolledBack } from './platform/database-trouble.ts';
import { beginWithTrail, oneStatement } from './platform/dialect.ts';
import type { Tables } from './platform/tables.ts';
import { auditRows, TrailLock } from './record/audit.ts';
import { Changes } from './show/marks.ts';
import { type OpenTransaction, rowsIn, withTransaction } from './transaction.ts';

/** A job, and how long it waits. */
export interface WantedJob {
  readonly job: OutwardJob;
  readonly afterMs: number;
}

/** The jobs of a transaction; which of them are added stands at `enqueue`. */
class WantedJobs {
  readonly #byJob = new Map<string, WantedJob>();

  add(
    job: OutwardJob,
    { afterMs = 0, evenIfSooner = false }: { afterMs?: number; evenIfSooner?: boolean } = {},
  ): void {
    const key = JSON.stringify(evenIfSooner ? [job, afterMs] : job);
    const earlierMs = this.#byJob.get(key)?.afterMs ?? afterMs;
    this.#byJob.set(key, { job, afterMs: Math.min(earlierMs, afterMs) });
  }

  get all(): readonly WantedJob[] {
    return [...this.#byJob.values()];
  }
}

/**
 * Adds the jobs of a transaction to the queue within it; the queue provides it. Resolves with what
 * is called once that has committed.
 */
export type EnqueueIn = (
  trx: Transaction<Tables>,
  jobs: readonly WantedJob[],
) => Promise<(() => void) | void>;

const mostTries = 4;

/**
 * Runs a transaction again that PostgreSQL ended because it and another one waited for each other;
 * and, where somebody waits, one that got no lock on a row: each of its waits is short
 * (`interactivePatience`), and in between others get its connection.
 */
async function retryRolledBack<T>(transaction: () => Promise<T>, isAwaited: boolean): Promise<T> {
  for (let tries = 1; ; tries += 1) {
    try {
      return await transaction();
    } catch (error) {
      const isRepeatable = wasRolledBack(error) || (isAwaited && isLockRefused(error));
      if (tries === mostTries || !isRepeatable) throw asDatabaseFailure(error);
    }
  }
}

/**
 * Gives up on work that takes too long; `beforeCommit` keeps it from being committed after that.
 * Once it is being committed, giving up says nothing about what is kept.
 */
async function within<T>(
  patienceMs: number | null,
  run: (beforeCommit: () => void) => Promise<T>,
): Promise<T> {
  if (patienceMs === null) return run(() => undefined);
  let isUncertain = false;
  const overdue = Promise.withResolvers<never>();
  let late: DatabaseFailure | null = null;
  const timer = setTimeout(() => {
    const words = `the database did not do it within ${patienceMs} ms`;
    late = new DatabaseFailure(words, { isUncertain });
    overdue.reject(late);
  }, patienceMs);
  const running = run(() => {
    if (late !== null) throw late;
    isUncertain = true;
  });
  // It goes on until the database ends it.
  running.catch(() => undefined);
  try {
    return await Promise.race([running, overdue.promise]);
  } finally {
    clearTimeout(timer);
  }
}

/** A commit whose answer was lost, unless the server says that it rolled it back. */
function asUncertain(error: unknown): unknown {
  const failure = asDatabaseFailure(error);
  if (wasRolledBack(error) || !(failure instanceof DatabaseFailure)) return error;
  return new DatabaseFailure(failure.message, { cause: error, isUncertain: true });
}

export interface StoreOptions {
  /** Called with each entry of the audit trail after its transaction has committed. */
  readonly onRecorded?: (entry: AuditEntry) => void;
  /** How long a transaction that begins now may take, where somebody waits for it. */
  readonly patienceMs?: () => number;
  /** Shared by the stores of a process. */
  readonly trailLock?: TrailLock;
  /** The machine's clock and random ids where absent. */
  readonly world?: Pick<World, 'now' | 'newId'>;
  /** Whether open tasks are read again, on which it rests where requests stand; they are where absent. */
  readonly areTasksRead?: () => boolean;
}

const machine = { now: () => new Date(), newId: randomUUID };

interface How {
  readonly isOneStatement?: boolean;
  readonly isRecorded?: boolean;
}

interface Settings extends Required<Omit<StoreOptions, 'patienceMs'>> {
  readonly enqueueIn: EnqueueIn;
  /** A person waits. */
  readonly isAwaited: boolean;
}

/** Returns the result of the work, and what to call once it has committed. */
async function run<T>(
  trx: Transaction<Tables>,
  work: (tx: OpenTransaction) => Promise<T>,
  { isOneStatement = false, isRecorded = false }: How,
  { enqueueIn, isAwaited, onRecorded, world, trailLock, areTasksRead }: Settings,
): Promise<{ readonly outcome: T; readonly afterwards: readonly (() => void)[] }> {
  // Only a job takes the lock first: a person does not wait for it (`TrailLock`).
  const isLocked = isRecorded && !isAwaited;
  if (isOneStatement) await trx.executeQuery(oneStatement);
  if (isLocked) await trailLock.learning(() => trx.executeQuery(beginWithTrail));
  const afterwards: (() => void)[] = [];
  const endings: (() => Promise<void>)[] = [];
  const jobs = new WantedJobs();
  const changes = new Changes(isOneStatement);
  const at = world.now();
  const onAppended = (entry: AuditEntry) => void afterwards.push(() => onRecorded(entry));
  const audit = auditRows(trx, { at, isAwaited, isLocked, trailLock, onAppended });
  const tx: OpenTransaction = {
    ...rowsIn({ trx, areTasksRead: areTasksRead(), changes }),
    audit,
    at,
    newId: () => world.newId(),
    enqueue: async (job, options) => jobs.add(job, options),
    atEnd: (ending) => void endings.push(ending),
    afterCommit: (call) => void afterwards.push(call),
  };
  const outcome = await work(withTransaction(tx, trx));
  for (const ending of endings) await ending();
  // A delayed job is added beside an immediate one of the same kind, because it shows what is so later.
  for (const { job, afterMs } of await changes.mark(trx))
    jobs.add(job, { afterMs, evenIfSooner: afterMs > 0 });
  // The trail is written last.
  await audit.write();
  const wake = jobs.all.length > 0 && (await enqueueIn(trx.withoutPlugins(), jobs.all));
  if (wake) afterwards.push(wake);
  return { outcome, afterwards };
}

/** Its transactions throw `DatabaseFailure` where the database is stopped, stuck, full, or gone. */
export function createStore(
  kysely: Kysely<Tables>,
  enqueueIn: EnqueueIn,
  {
    onRecorded = () => undefined,
    patienceMs,
    world = machine,
    trailLock = new TrailLock(),
    areTasksRead = () => true,
  }: StoreOptions = {},
): Store {
  const isAwaited = patienceMs !== undefined;
  const settings = { enqueueIn, isAwaited, onRecorded, world, trailLock, areTasksRead };

  return {
    async transaction(work, how = {}) {
      const attempt = async (beforeCommit: () => void) => {
        let isCommitting = false;
        try {
          return await kysely.transaction().execute(async (trx) => {
            const ran = await run(trx, work, how, settings);
            beforeCommit();
            isCommitting = true;
            return ran;
          });
        } catch (error) {
          throw isCommitting ? asUncertain(error) : error;
        }
      };
      const { outcome, afterwards } = await within(patienceMs?.() ?? null, (beforeCommit) =>
        retryRolledBack(() => attempt(beforeCommit), isAwaited),
      );
      for (const call of afterwards) call();
      return outcome;
    },
  };
}
