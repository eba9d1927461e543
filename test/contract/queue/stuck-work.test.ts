import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { OutwardJob } from '../../../src/domain/outward/job.ts';
import { NotTaken, OutwardFailure } from '../../../src/domain/outward/outward-failure.ts';
import { JobQueue } from '../../../src/queue/job-queue.ts';
import { stuckWork } from '../../../src/queue/stuck-work.ts';
import { type Database, openDatabase } from '../../../src/store/platform/database.ts';
import { createStore } from '../../../src/store/store.ts';
import { postgresEngine, type TestDatabase } from '../../support/database.ts';
import { FakeWorld } from '../../support/fakes.ts';
import { until } from '../../support/until.ts';

describe('what waits longer than it should', () => {
  let place: TestDatabase;
  let database: Database;
  let queue: JobQueue;
  let isBack = false;
  const attempts: string[] = [];

  const failing = (job: OutwardJob): Error => {
    const about = { system: 'governance', message: 'x', certainlyNotDone: true } as const;
    if (job.kind === 'sync-card')
      return new NotTaken('chat.postMessage', 'org_login_required', job.cardId);
    // The service asks for a wait of an hour.
    return new OutwardFailure({ ...about, kind: 'timeout', retryAfterMs: 3_600_000 });
  };

  beforeAll(async () => {
    place = await postgresEngine.open();
    database = await openDatabase(place.settings);
    const world = Object.assign(new FakeWorld(), { now: () => new Date() });
    queue = new JobQueue({
      engine: database.engine,
      world,
      random: () => 0,
      onAttempt: (kind, outcome) => attempts.push(`${kind} ${outcome}`),
    });
    await queue.start({
      async run(job) {
        if (!isBack) throw failing(job);
      },
      giveUp: async () => undefined,
    });
    const store = createStore(database.kysely, (trx, jobs) => queue.enqueueIn(trx, jobs));
    await store.transaction(async (tx) => {
      await tx.enqueue({ kind: 'create-task', requestId: 'request-1' });
      for (const cardId of ['card-1', 'card-2']) await tx.enqueue({ kind: 'sync-card', cardId });
    });
    await until('all tries', () => attempts.length >= 3);
  });
  afterAll(async () => {
    await queue?.stop(5_000);
    await database?.close();
    await place?.close();
  });

  it('is told by kind and cause after a minute, to every process, and tried at once when somebody asks', async () => {
    expect(await stuckWork(database.engine, new Date())).toEqual([]);
    const later = new Date(Date.now() + 120_000);
    const told = async () => {
      const work = await stuckWork(database.engine, later);
      return work
        .map(({ kind, count, why, code, refused }) => [kind, count, why, code, refused])
        .toSorted((one, other) => String(one[0]).localeCompare(String(other[0])));
    };
    await expect.poll(told).toEqual([
      ['create-task', 1, 'governance', 'timeout', [null]],
      ['sync-card', 2, 'slack', 'org_login_required', ['card-1', 'card-2']],
    ]);
    isBack = true;
    await queue.tryAgain();
    await until('both are done', () => attempts.includes('create-task done'));
    await expect.poll(told).toEqual([]);
  });
});
