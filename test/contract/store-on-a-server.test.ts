import { sql } from 'kysely';
import { describe, expect, it } from 'vitest';
import { DatabaseFailure } from '../../src/domain/outward-failure.ts';
import { noticeRows } from '../../src/store/rows/notices.ts';
import { createStore } from '../../src/store/store.ts';
import { anyDatabase } from '../support/database.ts';
import { actor } from '../support/samples.ts';
import { useStore } from '../support/store-fixture.ts';

/** What only happens in a database with other connections. */
describe.runIf(anyDatabase().name === 'postgres')('the store beside others, on postgres', () => {
  const store = useStore(anyDatabase());

  it('survives a connection that breaks inside a transaction, which is rolled back', async () => {
    const id = await store.kept();
    const work = store.transaction(async (tx) => {
      await tx.requests.save(id, { state: 'abandoned', at: new Date() });
      await sql`select pg_terminate_backend(pid) from pg_stat_activity where state = 'idle in transaction'
        and datname = current_database()`.execute(store.kysely);
      await tx.requests.find(id);
    });
    await expect(work).rejects.toThrow(DatabaseFailure);
    expect(await store.transaction((tx) => tx.requests.find(id))).toMatchObject({ state: 'submitted' });
  });

  it('retries a transaction that was ended by a deadlock', async () => {
    const ids = [await store.kept(), await store.kept()];
    // The server finds a deadlock after a second; on a busy machine whoever is impatient has given up by then.
    const patient = createStore(store.background, async () => undefined);
    const both = Promise.withResolvers<void>();
    let waiting = 0;
    const inTurns = (order: readonly string[]) =>
      patient.transaction(async (tx) => {
        for (const id of order) {
          await tx.requests.lock(id);
          waiting += 1;
          if (waiting === 2) both.resolve();
          await both.promise;
        }
        return order[0];
      });
    expect(await Promise.all([inTurns(ids), inTurns(ids.toReversed())])).toEqual(ids);
  });

  it('finds the messages about the same access without reading the requests of others', async () => {
    const id = await store.kept({ requester: actor('U0HOLDER') });
    await sql`insert into requests select (jsonb_populate_record(one, jsonb_build_object(
      'id', 'other-' || n, 'submission_key', 'other-' || n, 'requester_slack_id', 'U0OTHER' || n, 'target_slack_id', null))).*
      from requests one, generate_series(1, 5000) n where one.id = ${id}`.execute(store.kysely);
    await sql`insert into notices (id, occasion, request_id, target, body, created_at, posted_channel, ts)
      select id, id, id, '{}', '{}', created_at, 'D0BEN', '1.0' from requests`.execute(store.kysely);
    await sql`analyze requests, notices`.execute(store.kysely);
    const read = await store.kysely.transaction().execute(async (trx) => {
      const counted = sql<{ rows: number }>`select (seq_tup_read + idx_tup_fetch)::integer as rows
        from pg_stat_xact_user_tables where relname = 'requests'`;
      const [before] = (await counted.execute(trx)).rows;
      expect(await noticeRows(trx).offering(id)).toEqual([id]);
      const [after] = (await counted.execute(trx)).rows;
      return Number(after?.rows) - Number(before?.rows);
    });
    expect(read).toBeLessThan(10);
  });
});
