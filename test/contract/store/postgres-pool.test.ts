import { setTimeout as sleep } from 'node:timers/promises';
import type pg from 'pg';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { openDatabase } from '../../../src/store/platform/database.ts';
import {
  backgroundPatience,
  interactivePatience,
  migrationPatience,
  openPool,
  type PoolPatience,
} from '../../../src/store/platform/postgres-pool.ts';
import { postgresEngine, type ServerDatabase } from '../../support/database.ts';
import { stallingProxy } from '../../support/stalling-proxy.ts';

const patient: PoolPatience = {
  connectMs: 60_000,
  lockMs: 0,
  statementMs: 0,
  idleInTransactionMs: 0,
};

describe('the patience of a pool', () => {
  let place: ServerDatabase;
  let url = '';
  beforeAll(async () => {
    place = await postgresEngine.open();
    url = place.settings.url;
  });
  afterAll(() => place.close());

  function poolWith(patience: Partial<PoolPatience>, at = url): pg.Pool {
    const pool = openPool({
      url: at,
      patience: { ...patient, ...patience },
      name: 'tested',
      connections: 10,
    });
    // Not waited for: what a test leaves waiting ends with the database.
    onTestFinished(() => void pool.end());
    return pool;
  }

  /** A transaction that has a lock, whose process then says nothing. */
  async function silentHolder(pool: pg.Pool): Promise<void> {
    const holder = await pool.connect();
    onTestFinished(() => holder.release(true));
    await holder.query('begin; lock table confirmations');
  }

  it('ends a wait for a lock', async () => {
    await silentHolder(poolWith({}));
    await expect(
      poolWith({ lockMs: 100 }).query('begin; lock table confirmations'),
    ).rejects.toMatchObject({ code: '55P03' });
  });

  it('ends a statement', async () => {
    await expect(poolWith({ statementMs: 100 }).query('select pg_sleep(5)')).rejects.toMatchObject({
      code: '57014',
    });
  });

  it('ends a statement a second later when the server itself says nothing', async () => {
    const proxy = await stallingProxy(url);
    const pool = poolWith({ statementMs: 100 }, proxy.url);
    onTestFinished(() => proxy.close());
    await pool.query('select 1');
    proxy.stall(true);
    await expect(
      Promise.race([pool.query('select 1'), sleep(30_000, 'waits on', { ref: false })]),
    ).rejects.toThrow('Query read timeout');
  });

  it('ends a transaction whose process says nothing, and others get its lock', async () => {
    await silentHolder(poolWith({ idleInTransactionMs: 100 }));
    await expect(
      poolWith({ lockMs: 30_000 }).query('begin; lock table confirmations; rollback'),
    ).resolves.toBeDefined();
  });

  it('ends a wait for a connection', async () => {
    const pool = poolWith({});
    for (let taken = 0; taken < 10; taken += 1) {
      const client = await pool.connect();
      onTestFinished(() => client.release());
    }
    // Only now: on a busy machine it takes a while to open ten.
    pool.options.connectionTimeoutMillis = 100;
    await expect(pool.connect()).rejects.toThrow('timeout exceeded when trying to connect');
  });

  const settings = `select current_setting('lock_timeout') as lock, current_setting('statement_timeout') as statement,
    current_setting('idle_in_transaction_session_timeout') as idle`;
  const ofJobs = { lock: '10s', statement: '30s', idle: '15s' };

  it.each([
    [
      'what somebody waits for',
      interactivePatience,
      { lock: '400ms', statement: '2s', idle: '5s' },
      2_000,
    ],
    ['jobs', backgroundPatience, ofJobs, 10_000],
    ['migrations', migrationPatience, { lock: '0', statement: '0', idle: '1min' }, 5_000],
  ])('is that of %s', async (_whose, patience, expected, connectMs) => {
    const pool = poolWith(patience);
    expect((await pool.query(settings)).rows).toEqual([expected]);
    expect(pool.options.connectionTimeoutMillis).toBe(connectMs);
  });

  it('is that of jobs for the queue, which has connections of its own', async () => {
    const database = await openDatabase(place.settings);
    onTestFinished(() => database.close());
    expect((await database.engine.sql.executeSql(settings)).rows).toEqual([ofJobs]);
  });
});
