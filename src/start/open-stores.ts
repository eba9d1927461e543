import { isRefusedDecision } from '../domain/people/person-limit.ts';
import type { Metrics } from '../operator/health/metrics.ts';
import { JobQueue } from '../queue/job-queue.ts';
import { abilitiesOf } from '../service/capabilities.ts';
import { type Database, openDatabase } from '../store/platform/database.ts';
import { usualWait } from '../store/platform/migration-wait.ts';
import { createAuditTrail } from '../store/record/audit-trail.ts';
import { TrailLock } from '../store/record/trail-lock.ts';
import { createStore, type EnqueueIn } from '../store/store.ts';
import type { PersonLimits } from '../use-cases/people/person-limits.ts';
import type { AuditEntry, Store } from '../use-cases/ports/store-ports.ts';
import {
  type AuditTrail,
  headSigner,
  type SignHead,
  unsigned,
} from '../use-cases/trail/audit-chain.ts';
import { type Context, openingOf, realNow } from './app-context.ts';

/** A person who clicks hears after 2 s that the database is down. After 3 s Slack reports an error. */
const interactiveMs = 2_000;

/** The database, and the queue and stores in it. */
export interface OpenedStores {
  readonly database: Database;
  readonly queue: JobQueue;
  readonly trail: AuditTrail;
  /** Signs nothing without a key. */
  readonly sign: SignHead;
  /** For people who wait: gives up early when the database does not answer. */
  readonly store: Store;
  /** For jobs. */
  readonly background: Store;
}

export async function openStores(
  { environment, extras, tenant, world, onStop }: Context,
  metrics: Metrics,
  limits: PersonLimits,
): Promise<OpenedStores> {
  const tell = (words: string) => world.log.warn({}, words);
  const key = environment.auditSigningKey;
  const sign = key === undefined ? unsigned : headSigner(key);
  const wait = { ...usualWait, tell };
  const database = await openDatabase(environment.database, { wait, sign, ...openingOf(extras) });
  onStop(() => database.close(), 'the database');
  const queue = new JobQueue({
    engine: database.engine,
    // The queue compares its times with the database's clock, which nobody moves.
    world: { ...world, now: realNow },
    random: Math.random,
    onAttempt: (...attempt) => metrics.jobAttempt(...attempt),
  });
  const enqueue: EnqueueIn = (trx, jobs) => queue.enqueueIn(trx, jobs);
  const onRecorded = ({ kind, requestId, taskId, actor, detail }: AuditEntry) => {
    if (actor !== null && isRefusedDecision(kind, detail)) limits.take('refusals', actor);
    // Not the detail: it holds what people wrote.
    world.log.info({ requestId, taskId, actor }, kind);
  };
  const areTasksRead = () => abilitiesOf(tenant).canFollowTasks;
  const options = { onRecorded, world, trailLock: new TrailLock(), areTasksRead };
  return {
    database,
    trail: createAuditTrail(database.background),
    sign,
    queue,
    store: createStore(database.kysely, enqueue, { ...options, patienceMs: interactiveMs }),
    background: createStore(database.background, enqueue, options),
  };
}
