/** Long because it tests the whole queue with one set of fakes. */
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import type { OutwardJob } from '../../../src/domain/outward/job.ts';
import { DatabaseFailure, OutwardFailure } from '../../../src/domain/outward/outward-failure.ts';
import { type JobHandlers, JobQueue } from '../../../src/queue/job-queue.ts';
import { type Database, openDatabase } from '../../../src/store/platform/database.ts';
import { createStore } from '../../../src/store/store.ts';
import type { Store } from '../../../src/use-cases/ports/store-ports.ts';
import { postgresEngine, type TestDatabase } from '../../support/database.ts';
import { FakeWorld } from '../../support/fakes.ts';
import { accessRequest, noon } from '../../support/samples.ts';
import { until } from '../../support/until.ts';

/** The real time, which the database uses too, moved by an offset that a test sets. */
class DatabaseTime extends FakeWorld {
  aheadMs = 0;
  override readonly now = (): Date => new Date(Date.now() + this.aheadMs);
}

describe('the queue', () => {
  let place: TestDatabase;
  let database: Database;
  let queue: JobQueue;
  let store: Store;
  let world: DatabaseTime;
  let run: JobHandlers['run'];
  let givenUp: { job: OutwardJob; reference: string }[] = [];
  let attempts: string[] = [];

  async function start(): Promise<void> {
    database = await openDatabase(place.settings);
    world = new DatabaseTime();
    queue = new JobQueue({
      engine: database.engine,
      world,
      random: () => 0,
      // What runs in a test runs because the queue woke its worker, not because the worker happened
      // to look.
      pollEverySeconds: 3_600,
      onAttempt: (kind, outcome) => attempts.push(`${kind} ${outcome}`),
    });
    store = createStore(database.kysely, (trx, jobs) => queue.enqueueIn(trx, jobs));
    await queue.start({
      run: (job, earlier) => run(job, earlier),
      giveUp: async (job, reference) => void givenUp.push({ job, reference }),
    });
  }
  beforeAll(async () => {
    place = await postgresEngine.open();
    run = async () => undefined;
    await start();
  });
  afterAll(async () => {
    await queue?.stop(5_000);
    await database?.close();
    await place?.close();
  });
  beforeEach(async () => {
    // What an earlier test left would run in this one as soon as it is due, and what is under way
    // still may be added again.
    await vi.waitFor(nothingUnderWay, { timeout: 45_000 });
    await sql`delete from pgboss.job where state < 'active'`.execute(database.kysely);
    givenUp = [];
    attempts = [];
    world.aheadMs = 0;
  });

  async function nothingUnderWay(): Promise<void> {
    const active = sql`select from pgboss.job where state = 'active'`;
    const { rows } = await active.execute(database.kysely);
    if (rows.length > 0) throw new Error(`${rows.length} jobs are under way`);
  }
  const enqueue = (job: OutwardJob, options?: { afterMs?: number }) =>
    store.transaction((tx) => tx.enqueue(job, options));
  const card = (cardId: string): OutwardJob => ({ kind: 'sync-card', cardId });
  const rows = async (key: string) =>
    (
      await sql<{ state: string; startAfter: Date; data: { attempt: number } }>`
        select state::text as state, start_after, data from pgboss.job where singleton_key = ${key} order by created_on`.execute(
        database.kysely,
      )
    ).rows;

  it('runs a job of a committed transaction exactly once', async () => {
    const ran: string[] = [];
    run = async (job) => void (job.kind === 'sync-card' && ran.push(job.cardId));
    for (const id of ['a', 'b', 'c']) await enqueue(card(id));
    await enqueue({ kind: 'sync-home', slackUserId: 'U0BEN' });
    await until('all ran', () => attempts.length === 4);
    expect(ran.sort()).toEqual(['a', 'b', 'c']);
    await expect.poll(async () => (await rows('a')).map((row) => row.state)).toEqual(['completed']);
    expect(attempts.sort()).toEqual([...Array(3).fill('sync-card done'), 'sync-home done']);
  });

  it('adds the jobs of several kinds with their own waits', async () => {
    const ran: string[] = [];
    run = async ({ kind }) => void ran.push(kind);
    await store.transaction(async (tx) => {
      await tx.enqueue(card('of several'));
      await tx.enqueue({ kind: 'sync-home', slackUserId: 'U0SEVERAL' });
      await tx.enqueue(
        { kind: 'update-card', cardId: 'of several, later' },
        { afterMs: 3_600_000 },
      );
    });
    await until('those that are due ran', () => attempts.length === 2);
    expect(ran.sort()).toEqual(['sync-card', 'sync-home']);
    expect((await rows('of several, later')).map(({ state }) => state)).toEqual(['created']);
  });

  it('never runs a job of a transaction that was rolled back', async () => {
    const ran: string[] = [];
    run = async (job) => void (job.kind === 'sync-card' && ran.push(job.cardId));
    const rolledBack = store.transaction(async (tx) => {
      await tx.requests.insertOnce({
        id: 'rolled',
        key: 'rolled',
        access: accessRequest(),
        at: noon,
      });
      await tx.enqueue(card('never'));
      throw new Error('in the middle');
    });
    await expect(rolledBack).rejects.toThrow('in the middle');
    await enqueue(card('later one'));
    await until('the later one ran', () => ran.includes('later one'));
    expect(ran).toEqual(['later one']);
    expect(await rows('never')).toEqual([]);
    expect(await store.transaction((tx) => tx.requests.find('rolled'))).toBeNull();
  });

  it('tries a job again after an outside failure, with growing waits, as often as needed', async () => {
    const repeated: boolean[] = [];
    const failedAtService: boolean[] = [];
    run = async (_, { mayBeDone, hasServiceFailed }) => {
      repeated.push(mayBeDone);
      failedAtService.push(hasServiceFailed);
      const system = repeated.length === 1 ? 'governance' : 'slack';
      if (repeated.length < 3) throw unreachable(null, repeated.length === 1, system);
    };
    // The test makes the next try due at once; it reads the wait from the row.
    world.aheadMs = -3_600_000;
    const before = Date.now() + world.aheadMs;
    await enqueue(card('again'));
    await until('the third try', () => attempts.length === 3);
    const kept = await rows('again');
    expect(kept.map((row) => row.data.attempt)).toEqual([1, 2, 3]);
    expect(attempts).toEqual(['sync-card again', 'sync-card again', 'sync-card done']);
    // After a failure that may have been a success it is said that it runs again.
    expect(repeated).toEqual([false, false, true]);
    expect(failedAtService).toEqual([false, true, true]);
    const waits = kept.slice(1).map((row) => row.startAfter.getTime() - before);
    // The first waits are 1 and 2 seconds, by up to a quarter less.
    expect(waits[0]).toBeGreaterThanOrEqual(750);
    expect(waits[1]).toBeGreaterThanOrEqual(1_500);
    expect(Math.max(...waits)).toBeLessThan(60_000);
    expect(givenUp).toEqual([]);
    expect(
      world.lines.filter((line) => line.what === 'job failed, will be tried again'),
    ).toHaveLength(2);
  });

  it('counts from Slack’s first failure, whatever fails or is waited for in between', async () => {
    const counted: boolean[] = [];
    run = async (_, { slackFailedForMs = 0 }) => {
      counted.push(slackFailedForMs > 0);
      // The next try comes a minute later, and is due at once.
      world.aheadMs += 60_000;
      if (counted.length === 1) throw unreachable(null, true, 'slack');
      if (counted.length === 2) throw unreachable(null, true, 'governance');
      return counted.length === 3 ? 'not-yet' : undefined;
    };
    world.aheadMs = -3_600_000;
    await enqueue(card('counted'));
    await until('the fourth try', () => counted.length === 4);
    expect(counted).toEqual([false, true, true, true]);
  });

  it('postpones a job that cannot be done yet, without counting a failure', async () => {
    let tries = 0;
    run = async () => {
      tries += 1;
      return tries < 6 ? 'not-yet' : undefined;
    };
    world.aheadMs = -3_600_000;
    await enqueue(card('not yet'));
    await until('the sixth try', () => attempts.includes('sync-card done'));
    expect(attempts).toEqual([...Array(5).fill('sync-card again'), 'sync-card done']);
    expect(givenUp).toEqual([]);
    expect(JSON.stringify(world.lines)).not.toContain('not yet');
  });

  it('waits as long as Retry-After says', async () => {
    run = async () => {
      throw unreachable(600_000);
    };
    await enqueue(card('asked to wait'));
    await until('the try', () => attempts.includes('sync-card again'));
    const next = (await rows('asked to wait')).at(-1);
    expect(next?.state).toBe('created');
    expect((next?.startAfter.getTime() ?? 0) - Date.now()).toBeGreaterThan(590_000);
  });

  it('tells how long the oldest job that is due has waited, not one whose time is to come', async () => {
    const idle = new JobQueue({ engine: database.engine, world, random: () => 0 });
    run = async () => {
      throw unreachable(600_000);
    };
    await enqueue(card('later'));
    await until('the try', () => attempts.includes('sync-card again'));
    expect((await idle.ages()).has('sync-card')).toBe(false);
    // A worker that looks for more just then takes it, and it waits again.
    const agedTens = async () => {
      await sql`update pgboss.job set created_on = now() - interval '90 seconds', start_after = now() - interval '60 seconds'
        where singleton_key = 'later' and state = 'created'`.execute(database.kysely);
      return Math.floor(((await idle.ages()).get('sync-card') ?? 0) / 10);
    };
    await expect.poll(agedTens).toBe(6);
  });

  it('gives up on a bug after five tries, reports it once, and leaves no job behind', async () => {
    run = async () => {
      throw new TypeError('x is not a function');
    };
    world.aheadMs = -3_600_000;
    await enqueue(card('bug'));
    await until('given up', () => givenUp.length > 0);
    await expect
      .poll(async () => new Set((await rows('bug')).map((row) => row.state)))
      .toEqual(new Set(['completed']));
    expect(attempts).toEqual([...Array(4).fill('sync-card again'), 'sync-card given-up']);
    expect(givenUp.map((one) => one.job)).toEqual([card('bug')]);
    const [line] = world.lines.filter((one) => one.what === 'job given up');
    expect(line?.fields.reference).toBe(givenUp[0]?.reference);
  });

  it('runs jobs of one key one after another, in order, and others beside them', async () => {
    const order: string[] = [];
    let release: () => void = () => undefined;
    const gate = new Promise<void>((resolve) => {
      release = resolve;
    });
    let turn = 0;
    run = async (job) => {
      if (job.kind !== 'sync-card') return;
      if (job.cardId === 'same') turn += 1;
      const name = job.cardId === 'same' ? `same ${turn}` : job.cardId;
      order.push(`${name} begins`);
      if (name === 'same 1') await gate;
      order.push(`${name} ends`);
    };
    for (const id of ['same', 'same', 'other']) await enqueue(card(id));
    await until('the other is done', () => order.includes('other ends'));
    expect(order).not.toContain('same 2 begins');
    release();
    await until('both are done', () => order.includes('same 2 ends'));
    expect(order.indexOf('same 2 begins')).toBeGreaterThan(order.indexOf('same 1 ends'));
  });

  it('updates posted cards while every job that posts one waits for its turn', async () => {
    const turn = Promise.withResolvers<void>();
    const posting: string[] = [];
    const updated: string[] = [];
    run = async (job) => {
      if (job.kind === 'update-card') updated.push(job.cardId);
      if (job.kind !== 'sync-card') return;
      posting.push(job.cardId);
      await turn.promise;
    };
    for (let number = 0; number < 12; number += 1) await enqueue(card(`waiting ${number}`));
    await until('every worker that posts is busy', () => posting.length >= 2);
    for (const cardId of ['a', 'b', 'c', 'd', 'e', 'f'])
      await enqueue({ kind: 'update-card', cardId });
    await until('all clicks are shown', () => updated.length === 6);
    expect(attempts.filter((one) => one.startsWith('sync-card'))).toEqual([]);
    turn.resolve();
    await until('all cards are posted', () => posting.length === 12);
  });

  it('runs jobs that came while all workers were busy as soon as one is free', async () => {
    const gates = new Map(['a', 'b'].map((id) => [id, Promise.withResolvers<void>()]));
    const begun: string[] = [];
    run = async (job) => {
      if (job.kind !== 'send-notice') return;
      begun.push(job.noticeId);
      await gates.get(job.noticeId)?.promise;
    };
    for (const noticeId of ['a', 'b', 'c']) {
      await enqueue({ kind: 'send-notice', noticeId });
      await until(`${noticeId} began`, () => noticeId === 'c' || begun.includes(noticeId));
    }
    gates.get('b')?.resolve();
    await until('the third ran', () => begun.includes('c'));
    expect(begun).toEqual(['a', 'b', 'c']);
    gates.get('a')?.resolve();
    await until('all are done', () => attempts.length === 3);
  });

  it('starts a job no sooner than its start time', async () => {
    run = async () => undefined;
    await enqueue(card('tomorrow'), { afterMs: 86_400_000 });
    await enqueue(card('today'));
    await until('today’s ran', () => attempts.length === 1);
    expect((await rows('tomorrow')).map((row) => row.state)).toEqual(['created']);
  });

  it('runs postponed jobs at their time, not when a worker asks for more work', async () => {
    run = async () => undefined;
    await enqueue(card('soon'), { afterMs: 1_000 });
    await until('it ran', () => attempts.length === 1);
    expect(attempts).toEqual(['sync-card done']);
  });

  it('runs the next job with the same key as soon as the one before it is done', async () => {
    const first = Promise.withResolvers<void>();
    run = () => first.promise;
    for (let count = 0; count < 4; count += 1) await enqueue(card('same'));
    first.resolve();
    await until('all ran', () => attempts.length === 4);
    expect(new Set(attempts)).toEqual(new Set(['sync-card done']));
  });

  it('queues repeated work once in its interval, for several callers', async () => {
    run = async () => undefined;
    await Promise.all([1, 2, 3].map(() => queue.enqueueEvery({ kind: 'refresh-tasks' }, 3_600)));
    await until('it ran', () => attempts.includes('refresh-tasks done'));
    expect(await rows('refresh-tasks')).toHaveLength(1);
  });

  it('says of its own failures which are the database’s', async () => {
    const { sql: engine } = database.engine;
    const executeSql: typeof engine.executeSql = (text, values) =>
      /skip locked/i.test(text)
        ? Promise.reject(new DatabaseFailure('read-only'))
        : engine.executeSql(text, values);
    const beside = new DatabaseTime();
    const deps = { engine: { sql: { executeSql }, isEmbedded: false }, world: beside };
    const fetching = new JobQueue({ ...deps, random: () => 0 });
    onTestFinished(() => fetching.stop(0));
    await fetching.start({ run: async () => undefined, giveUp: async () => undefined });
    const line = await until('it failed', () =>
      beside.lines.find(({ what }) => what === 'queue error'),
    );
    expect(line.fields).toMatchObject({ err: expect.any(DatabaseFailure), waiting: 'queue' });
  });

  it('counts waiting jobs by kind', async () => {
    run = async () => undefined;
    expect((await queue.depth()).get('send-notice')).toBe(0);
    await enqueue({ kind: 'send-notice', noticeId: 'n1' }, { afterMs: 86_400_000 });
    const depth = await queue.depth();
    expect(depth.get('send-notice')).toBe(1);
    expect(depth.get('retire-copy')).toBe(0);
  });

  it('is not blocked by a job of an unknown kind', async () => {
    run = async () => undefined;
    await sql`
      insert into pgboss.job (name, data, singleton_key, policy, retry_limit, retry_delay, retry_backoff)
      values ('sync-card', '{"attempt":1,"job":{"kind":"of tomorrow"}}', 'odd', 'key_strict_fifo', 1000, 1, true)`.execute(
      database.kysely,
    );
    await enqueue(card('ordinary'));
    await until('it was seen', () =>
      world.lines.some((line) => line.what === 'job not understood'),
    );
    await expect
      .poll(async () => (await rows('ordinary')).map((row) => row.state))
      .toEqual(['completed']);
    expect((await rows('odd')).map((row) => row.state)).toEqual(['retry']);
    expect(attempts).toEqual(['sync-card done']);
  });
});

function unreachable(
  retryAfterMs: number | null = null,
  certainlyNotDone = true,
  system: OutwardFailure['system'] = 'slack',
): OutwardFailure {
  return new OutwardFailure({
    system,
    kind: 'network',
    message: 'down',
    certainlyNotDone,
    retryAfterMs,
  });
}
