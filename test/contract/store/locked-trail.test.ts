import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, it, onTestFinished } from 'vitest';
import { DatabaseFailure } from '../../../src/domain/outward/outward-failure.ts';
import { type Database, openDatabase } from '../../../src/store/platform/database.ts';
import { backgroundPatience } from '../../../src/store/platform/postgres-pool.ts';
import { TrailLock } from '../../../src/store/record/audit.ts';
import { createStore } from '../../../src/store/store.ts';
import type { Store } from '../../../src/use-cases/ports/store-ports.ts';
import { postgresEngine, type ServerDatabase } from '../../support/database.ts';
import { patiently } from '../../support/patiently.ts';
import { accessRequest, noon } from '../../support/samples.ts';
import { unique } from '../../support/store-fixture.ts';

/** A busy machine takes longer than a person waits; the limits of the pool are the real ones. */
const patienceMs = 20_000;
/** More than there are connections for people who wait, and for jobs. */
const many = 25;

describe('while somebody else holds a lock on the audit trail', () => {
  let place: ServerDatabase;
  let database: Database;
  let store: Store;
  let background: Store;

  beforeAll(async () => {
    place = await postgresEngine.open();
    database = await openDatabase(place.settings);
  });
  beforeEach(() => {
    const trailLock = new TrailLock();
    store = createStore(database.kysely, async () => undefined, {
      patienceMs: () => patienceMs,
      trailLock,
    });
    background = createStore(database.background, async () => undefined, { trailLock });
  });
  afterAll(async () => {
    await database.close();
    await place.close();
  });

  /** Returns how to release it. */
  async function lockTrail(): Promise<() => Promise<unknown>> {
    const holder = await openDatabase(place.settings);
    const held = await holder.background.startTransaction().execute();
    await sql`set local idle_in_transaction_session_timeout = 0`.execute(held);
    await sql`lock table audit in access exclusive mode`.execute(held);
    const release = () => held.rollback().execute();
    onTestFinished(async () => {
      if (!held.isRolledBack) await release();
      await holder.close();
    });
    return release;
  }

  const append = (to: Store, actor: string) =>
    to.transaction((tx) => tx.audit.append({ kind: 'test.appended', actor }));
  const appended = async () =>
    (
      await database.kysely
        .selectFrom('audit')
        .select('actor')
        .where('kind', '=', 'test.appended')
        .execute()
    ).map(({ actor }) => actor);
  const readOnly = () => store.transaction((tx) => tx.requests.find('nobody'));

  it('everybody who needs it hears in time that nothing was kept, and who reads goes on', async () => {
    const release = await lockTrail();
    // On a busy machine it takes a while to open ten connections.
    await patiently(() => Promise.all(Array.from({ length: many }, readOnly)));
    const clicks = Array.from({ length: many }, () => unique('click'));
    const outcomes = Promise.allSettled(clicks.map((actor) => append(store, actor)));
    // Behind all of them.
    expect(await readOnly()).toBeNull();
    const refused = (await outcomes).map((one) => one.status === 'rejected' && one.reason);
    expect(refused).toEqual(Array(many).fill(expect.any(DatabaseFailure)));
    await release();
    expect(await appended()).not.toContain(clicks[0]);
    await patiently(() => append(store, 'after'));
    expect(await appended()).toContain('after');
  });

  it('jobs do not wait with the rows that they have locked', async () => {
    const id = unique('request');
    await background.transaction((tx) =>
      tx.requests.insertOnce({ id, key: id, access: accessRequest({}), at: noon }),
    );
    await lockTrail();
    const fromMs = performance.now();
    const job = background.transaction(async (tx) => {
      await tx.requests.lock(id);
      await tx.audit.append({ kind: 'test.appended' });
    });
    await expect(job).rejects.toThrow(DatabaseFailure);
    expect(performance.now() - fromMs).toBeLessThan(backgroundPatience.lockMs);
  });

  it('jobs that record a fact lock nothing else before they hear of it', async () => {
    await lockTrail();
    let hasBegun = false;
    const job = background.transaction(
      async (tx) => {
        hasBegun = true;
        await tx.audit.append({ kind: 'test.appended' });
      },
      { isRecorded: true },
    );
    await expect(job).rejects.toThrow('somebody holds a lock on the audit trail');
    expect(hasBegun).toBe(false);
  });

  it('jobs that record a fact keep it, with everything else', async () => {
    const [id, actor] = [unique('request'), unique('job')];
    await background.transaction(
      async (tx) => {
        await tx.requests.insertOnce({ id, key: id, access: accessRequest({}), at: noon });
        await tx.audit.append({ kind: 'test.appended', actor });
      },
      { isRecorded: true },
    );
    const failing = background.transaction(
      async (tx) => {
        await tx.audit.append({ kind: 'test.appended', actor: 'failed' });
        await tx.requests.save(id, { state: 'withdrawn', at: noon });
        throw new Error('not to be kept');
      },
      { isRecorded: true },
    );
    await expect(failing).rejects.toThrow('not to be kept');
    expect(await appended()).toEqual(expect.arrayContaining([actor]));
    expect(await appended()).not.toContain('failed');
    const kept = await store.transaction((tx) => tx.requests.find(id));
    expect(kept?.state).toBe('submitted');
  });
});
