import { sql } from 'kysely';
import type { DatabaseSettings } from '../../src/config/environment.ts';
import { createHandlers } from '../../src/queue/handlers.ts';
import { JobQueue } from '../../src/queue/job-queue.ts';
import { type Database, openDatabase } from '../../src/store/platform/database.ts';
import { delivering, type FakeCallbacks } from '../support/delivering.ts';
import { allAtDesk } from '../support/extras-at-desk.ts';
import { UseCaseDesk } from '../support/use-case-desk.ts';

export interface UpgradeWorld {
  readonly database: Database;
  readonly desk: UseCaseDesk;
  /** Where delivered steps are answered. */
  readonly callbacks: FakeCallbacks;
  /** Runs jobs from now on; before, they are only added. */
  start(): Promise<void>;
  /** How many jobs wait or run. */
  depth(): Promise<number>;
  close(): Promise<void>;
}

/**
 * The bot's store and its real queue, between a service and a Slack that a test wrote.
 *
 * @param settings of a database with the tables of this version
 */
export async function openUpgradeWorld(settings: DatabaseSettings): Promise<UpgradeWorld> {
  const database = await openDatabase(settings);
  const queue = new JobQueue({
    engine: database.engine,
    world: { now: () => new Date(), newId: () => desk.world.newId(), log: silent },
    random: () => 0,
    pollEverySeconds: 1,
  });
  // As the bot's jobs, which are patient with locks.
  const desk = new UseCaseDesk(database.background, allAtDesk, (trx, jobs) =>
    queue.enqueueIn(trx, jobs),
  );
  desk.reset();
  const callbacks = delivering(() => desk).start();
  await queue.startAdding();
  return {
    database,
    desk,
    callbacks,
    start: () => queue.start(createHandlers({ ...desk.handlerDeps, homeSpacingMs: 0 })),
    async depth() {
      // In one statement: a job may make one of a kind that was counted before it. Later looks at
      // access that was given back, and at what people are shown of a request, wait for minutes or
      // hours, and do nothing that is asserted.
      const left = sql<{ count: number }>`
        select count(*)::integer as count from pgboss.job where state in ('created', 'retry', 'active')
          and not (name = 'read-held' and start_after > now())
          and not (name = 'show-asking' and start_after > now() + interval '1 minute')`;
      const { rows } = await left.execute(database.kysely);
      return rows[0]?.count ?? 0;
    },
    async close() {
      await queue.stop(5_000);
      await database.close();
    },
  };
}

const silent = { info: () => undefined, warn: () => undefined, error: () => undefined };
