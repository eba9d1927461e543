import { setTimeout as sleep } from 'node:timers/promises';
import { refusalCode } from '../domain/refusals/refusals.ts';
import type { AccessSettings } from '../domain/settings/access-settings.ts';
import type { OpenedExtra } from '../extra.ts';
import type { Metrics } from '../operator/health/metrics.ts';
import { JobQueue } from '../queue/job-queue.ts';
import { followsTasks } from '../service/capabilities.ts';
import { DatabaseAway } from '../store/platform/data-folder.ts';
import { type Database, openDatabase } from '../store/platform/database.ts';
import { usualWait } from '../store/platform/migrations.ts';
import { TrailLock } from '../store/record/audit.ts';
import { createAuditTrail } from '../store/record/audit-trail.ts';
import { meetSetBack } from '../store/set-back/set-back.ts';
import { createStore, type EnqueueIn } from '../store/store.ts';
import { pruneOldRows } from '../use-cases/due/prune-old-rows.ts';
import type { Log, World } from '../use-cases/ports/ports.ts';
import type { AuditEntry } from '../use-cases/ports/rows/audit-rows.ts';
import type { Store } from '../use-cases/ports/store-ports.ts';
import {
  type AuditTrail,
  headSigner,
  type SignHead,
  unsigned,
} from '../use-cases/trail/audit-chain.ts';
import { type Context, ownServerOf } from './app-context.ts';

/** A person who clicks hears after 2 s that the database is down. After 3 s Slack reports an error. */
const interactiveMs = 2_000;
/** If the database is known to be down, the person hears within a second. */
const interactiveWhileDownMs = 700;
const lookAtDatabaseMs = 1_000;

/** Waits before a database that is away is tried again. */
const firstRetryMs = 1_000;
const longestRetryMs = 10_000;

/** The database, and the queue and stores in it. */
export interface OpenedStores {
  readonly database: Database;
  /** Why nothing can be kept, as of the last look at the database; null where it can. */
  readonly trouble: () => string | null;
  readonly queue: JobQueue;
  readonly trail: AuditTrail;
  /** Signs nothing without a key. */
  readonly sign: SignHead;
  /** For people who wait: gives up early when the database does not answer. */
  readonly store: Store;
  /** For jobs. */
  readonly background: Store;
}

interface StoresContext extends Pick<Context, 'extras' | 'tenant' | 'turns' | 'onStop'> {
  readonly environment: Pick<Context['environment'], 'database' | 'auditSigningKey' | 'headFolder'>;
  readonly world: World;
  readonly stopping: Pick<Context['stopping'], 'jobsMs'>;
}

export async function openStores(
  { environment, extras, tenant, world, turns, onStop, stopping }: StoresContext,
  metrics: Pick<Metrics, 'jobAttempt'>,
): Promise<OpenedStores> {
  const tell = (words: string) => world.log.warn({}, words);
  const key = environment.auditSigningKey;
  const sign = key === undefined ? unsigned : headSigner(key);
  const wait = { ...usualWait, tell };
  const opening = { wait, sign, ownServer: ownServerOf(extras) };
  const database = await whenThere(world.log, () => openDatabase(environment.database, opening));
  onStop(() => database.close(), 'the database');
  const { headFolder } = environment;
  await meetSetBack(database.background, { headFolder, sign, now: world.now, log: world.log });
  // After everything else, so that what a turn waits for has ended, too.
  onStop(() => turns.ended(), 'repeated work');
  const trouble = watchDatabase(database, { world, turns, onStop });
  const queue = new JobQueue({
    engine: database.engine,
    // The queue compares its times with the database's clock, which nobody moves.
    world: { ...world, now: realNow },
    random: Math.random,
    onAttempt: (...attempt) => metrics.jobAttempt(...attempt),
  });
  // The first row may come with a job: on an empty database the queue has to have its tables by then.
  onStop(() => queue.stop(stopping.jobsMs), 'jobs');
  await queue.startAdding();
  const enqueue: EnqueueIn = (trx, jobs) => queue.enqueueIn(trx, jobs);
  const onRecorded = ({ kind, requestId, taskId, actor, detail }: AuditEntry) => {
    // Not the detail: it holds what people wrote.
    const why = refusalCode(detail);
    world.log.info({ requestId, taskId, actor, ...(why !== null && { why }) }, kind);
  };
  const areTasksRead = () => followsTasks(tenant);
  const options = { onRecorded, world, trailLock: new TrailLock(), areTasksRead };
  return {
    database,
    trouble,
    trail: createAuditTrail(database.background),
    sign,
    queue,
    store: createStore(database.kysely, enqueue, {
      ...options,
      patienceMs: () => (trouble() !== null ? interactiveWhileDownMs : interactiveMs),
    }),
    background: createStore(database.background, enqueue, options),
  };
}

const shortestPruneMs = 2_000;
const longestPruneMs = 3_600_000;

/** Tries until the database answers. What does not pass by itself is thrown, as are all others. */
async function whenThere(log: Log, open: () => Promise<Database>): Promise<Database> {
  for (let waitMs = firstRetryMs; ; waitMs = Math.min(2 * waitMs, longestRetryMs)) {
    try {
      return await open();
    } catch (error) {
      if (!(error instanceof DatabaseAway)) throw error;
      log.warn({ why: error.message, waitMs }, 'the bot waits for its database');
      await sleep(waitMs);
    }
  }
}

/** Why nothing can be kept, as of the last look; null where it can. */
function watchDatabase(
  database: Pick<Database, 'ping'>,
  { world: { log }, turns, onStop }: Pick<StoresContext, 'world' | 'turns' | 'onStop'>,
): () => string | null {
  let trouble: string | null = null;
  const look = async () => {
    const why = await database.ping().then(
      () => null,
      (error: unknown) => (error instanceof Error ? error.message : String(error)),
    );
    if (why !== null && trouble === null)
      log.warn({ why }, 'the database is down: people are told that nothing was kept');
    if (why === null && trouble !== null) log.info({}, 'the database is back');
    trouble = why;
  };
  onStop(turns.every(lookAtDatabaseMs, look));
  return () => trouble;
}

/** Removes rows that are over and older than they are kept. */
export function startPruning(
  { settings, world, turns, onStop }: Context,
  { background: store, trail, sign }: Pick<OpenedStores, 'background' | 'trail' | 'sign'>,
  { prune: pruneExtra }: Pick<OpenedExtra, 'prune'>,
): void {
  const deps = { store, trail, settings, world, sign, pruneExtra };
  onStop(turns.every(pruneMs(settings), () => pruneOldRows(deps)));
}

/** As often as the shortest time for which anything is kept, within limits. */
function pruneMs({ retention }: Pick<AccessSettings, 'retention'>): number {
  const times: Readonly<Record<keyof typeof retention, number | null>> = retention;
  const shortestSeconds = Math.min(
    ...Object.values(times).map((seconds) => seconds ?? Number.POSITIVE_INFINITY),
  );
  return Math.min(longestPruneMs, Math.max(shortestPruneMs, shortestSeconds * 1_000));
}

export const realNow = (): Date => new Date();
