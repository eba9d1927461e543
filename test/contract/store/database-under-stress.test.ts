import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it, onTestFinished, vi } from 'vitest';
import { DatabaseFailure } from '../../../src/domain/outward/outward-failure.ts';
import { type Database, openDatabase } from '../../../src/store/platform/database.ts';
import { createStore } from '../../../src/store/store.ts';
import type { Store } from '../../../src/use-cases/ports/store-ports.ts';
import { postgresEngine, type ServerDatabase } from '../../support/database.ts';
import { timed } from '../../support/own-time.ts';
import { patiently } from '../../support/patiently.ts';
import { accessRequest, noon } from '../../support/samples.ts';
import { stallingProxy } from '../../support/stalling-proxy.ts';
import { unique } from '../../support/store-fixture.ts';
import { useCaseDesk } from '../../support/use-case-desk.ts';

const patienceMs = 2_000;
/** What waits where nobody does, `backgroundPatience`, gives up after this at the earliest. */
const othersPatienceMs = 10_000;

describe('a database under stress', () => {
  let place: ServerDatabase;
  let proxy: Awaited<ReturnType<typeof stallingProxy>>;
  let database: Database;
  let store: Store;

  beforeAll(async () => {
    place = await postgresEngine.open();
    proxy = await stallingProxy(place.settings.url);
    database = await openDatabase({ kind: 'postgres', url: proxy.url });
    store = createStore(database.kysely, async () => undefined, {
      patienceMs: () => patienceMs,
    });
  });
  afterAll(async () => {
    proxy.stall(false);
    await database.close();
    proxy.close();
    await place.close();
  });

  const kept = async (): Promise<string> => {
    const id = unique('request');
    await store.transaction((tx) =>
      tx.requests.insertOnce({ id, key: `view of ${id}`, access: accessRequest({}), at: noon }),
    );
    return id;
  };

  /** A transaction that has locked a request and says nothing more, as that of a frozen process. */
  async function frozenOn(id: string): Promise<void> {
    const frozen = await database.background.startTransaction().execute();
    onTestFinished(() =>
      frozen
        .rollback()
        .execute()
        .then(() => undefined),
    );
    await sql`select id from requests where id = ${id} for update`.execute(frozen);
  }

  it('lets others go on while a transaction is frozen, and reports within 2 s what is locked', async () => {
    const [locked, free] = [await patiently(kept), await patiently(kept)];
    await frozenOn(locked);
    const waiting = timed(() =>
      expect(store.transaction((tx) => tx.requests.lock(locked))).rejects.toThrow(DatabaseFailure),
    );
    await patiently(() => store.transaction((tx) => tx.requests.lock(free)));
    expect((await waiting).ms).toBeLessThan(othersPatienceMs);
    await expect.poll(() => database.ping()).toBeUndefined();
  });

  it('gives up on a silent server, and continues when it answers again', async () => {
    const id = await patiently(kept);
    const find = () => store.transaction((tx) => tx.requests.find(id));
    proxy.stall(true);
    const { ms } = await timed(() => expect(find()).rejects.toThrow(DatabaseFailure));
    expect(ms).toBeLessThan(othersPatienceMs);
    await expect(database.ping()).rejects.toThrow('the database does not answer');
    proxy.stall(false);
    expect(await patiently(find)).toMatchObject({ id });
  });

  /** Has the database begin anew with this setting. */
  const become = async (setting: string) => {
    const change = sql.raw(`do $$ begin
      execute format('alter database %I set ${setting}', current_database()); end $$`);
    await database.background.connection().execute(async (one) => {
      await sql`set default_transaction_read_only = off`.execute(one);
      await change.execute(one);
    });
    // What is open already keeps what it began with: here the server is restarted.
    await sql`select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()`.execute(
      database.background,
    );
  };

  it('says that a read-only server stored nothing, and continues when it accepts writes again', async () => {
    const id = await patiently(kept);
    await become('default_transaction_read_only = on');
    await expect
      .poll(() => kept().catch((error: unknown) => error))
      .toEqual(new DatabaseFailure('cannot execute INSERT in a read-only transaction'));
    const find = () => store.transaction((tx) => tx.requests.find(id));
    expect(await patiently(find)).toMatchObject({ id });
    await become('default_transaction_read_only = off');
    await expect.poll(() => kept().catch((error: unknown) => error)).toEqual(expect.any(String));
  });

  it('does not say that all is well while nothing can be kept, but what to do', async () => {
    // The clock by which it is tried again.
    const nowMs = performance.now();
    vi.useFakeTimers({ toFake: ['performance'] });
    onTestFinished(() => void vi.useRealTimers());
    vi.advanceTimersByTime(nowMs);
    const says = () =>
      database.ping().then(
        () => 'well',
        (error: unknown) => String(error),
      );
    await expect.poll(says).toBe('well');
    await become('default_transaction_read_only = on');
    await expect.poll(says).toBe('well');
    vi.advanceTimersByTime(15_000);
    await expect
      .poll(says)
      .toMatch(/is read-only, so nothing is kept: set default_transaction_read_only to off/);
    await become('default_transaction_read_only = off');
    await expect.poll(says).toBe('well');
    vi.advanceTimersByTime(15_000);
    await become('temp_file_limit = 0');
    await expect
      .poll(says)
      .toMatch(/has no room left .*, so nothing is kept: make room on its disk/);
    await become('temp_file_limit = -1');
    await expect.poll(says).toBe('well');
  });

  it('commits nothing after it reported that it gave up', async () => {
    const id = unique('request');
    const late = Promise.withResolvers<void>();
    const impatient = createStore(database.kysely, async () => undefined, { patienceMs: () => 50 });
    const committing = impatient.transaction(async (tx) => {
      await tx.requests.insertOnce({
        id,
        key: `view of ${id}`,
        access: accessRequest({}),
        at: noon,
      });
      await late.promise;
    });
    await expect(committing).rejects.toThrow(DatabaseFailure);
    late.resolve();
    await expect.poll(() => store.transaction((tx) => tx.requests.find(id))).toBeNull();
  });

  it('says that it is not certain what is kept where the answer to a commit does not come', async () => {
    const id = unique('request');
    const committing = store.transaction(async (tx) => {
      const access = accessRequest({});
      await tx.requests.insertOnce({ id, key: `view of ${id}`, access, at: noon });
      proxy.stall(true);
    });
    await expect(committing).rejects.toMatchObject({ isUncertain: true });
    proxy.stall(false);
    await expect.poll(() => store.transaction((tx) => tx.requests.find(id))).toMatchObject({ id });
  });

  it('says that nothing is kept where the commit had not begun', async () => {
    const reading = store.transaction(async (tx) => {
      proxy.stall(true);
      await tx.requests.find('request-of-nobody');
    });
    await expect(reading).rejects.toMatchObject({ isUncertain: false });
    proxy.stall(false);
  });

  it('gives a click a connection while jobs have all of theirs', async () => {
    const id = await patiently(kept);
    const jobs = await Promise.all(
      Array.from({ length: 10 }, () => database.background.startTransaction().execute()),
    );
    onTestFinished(
      async () => void (await Promise.all(jobs.map((one) => one.rollback().execute()))),
    );
    await Promise.all(jobs.map((one) => sql`select 1`.execute(one)));
    const oneMore = sql`select 1`.execute(database.background).then(() => 'a job');
    const click = store.transaction((tx) => tx.requests.find(id)).then(() => 'a click');
    expect(await Promise.race([oneMore, click])).toBe('a click');
    await jobs.pop()?.rollback().execute();
    expect(await oneMore).toBe('a job');
  });
});

describe('a temporary failure,', () => {
  const desk = useCaseDesk();

  it.each([
    ['53100', 'a full disk'],
    ['58030', 'a disk that fails'],
    ['57P01', 'a server that is stopped'],
  ])('%s, %s, counts as a failure of the database, and jobs are retried', async (code) => {
    const failing = createStore(desk().kysely, async (trx) => {
      await sql
        .raw(`do $$ begin raise exception 'no' using errcode = '${code}'; end $$`)
        .execute(trx);
    });
    const writing = failing.transaction((tx) => tx.enqueue({ kind: 'act-on-due' }));
    await expect(writing).rejects.toThrow(DatabaseFailure);
  });
});
