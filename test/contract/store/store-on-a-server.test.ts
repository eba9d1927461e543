import { sql, type Transaction } from 'kysely';
import { describe, expect, it } from 'vitest';
import { DatabaseFailure } from '../../../src/domain/outward/outward-failure.ts';
import type { Tables } from '../../../src/store/platform/tables.ts';
import { createStore } from '../../../src/store/store.ts';
import { copyRequest, hotLookups } from '../../support/hot-lookups.ts';
import { actor } from '../../support/samples.ts';
import { useStore } from '../../support/store-fixture.ts';

/** What only happens in a database with other connections. */
describe('the store beside others', () => {
  const store = useStore();

  it('survives a connection that breaks inside a transaction, which is rolled back', async () => {
    const id = await store.kept();
    const work = store.transaction(async (tx) => {
      await tx.requests.save(id, { state: 'abandoned', at: new Date() });
      await sql`select pg_terminate_backend(pid) from pg_stat_activity where state = 'idle in transaction'
        and datname = current_database()`.execute(store.kysely);
      await tx.requests.find(id);
    });
    await expect(work).rejects.toThrow(DatabaseFailure);
    expect(await store.transaction((tx) => tx.requests.find(id))).toMatchObject({
      state: 'submitted',
    });
  });

  it('retries a transaction that was ended by a deadlock', async () => {
    const ids = [await store.kept(), await store.kept()];
    // The server finds a deadlock after a second; on a busy machine whoever is impatient has given
    // up by then.
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

  it('has an index for every foreign key, so that rows can be deleted quickly', async () => {
    const without = sql<{ name: string }>`
      select conrelid::regclass || '.' || attname as name
      from pg_constraint join pg_attribute on attrelid = conrelid and attnum = conkey[1]
      where contype = 'f' and connamespace = 'public'::regnamespace and not exists (
        select from pg_index where indrelid = conrelid and indkey[0] = conkey[1] and indpred is null
      )`;
    expect((await without.execute(store.kysely)).rows).toEqual([]);
  });

  it('looks up what belongs to one request without reading what belongs to others', async () => {
    const id = await store.kept({ requester: actor('U0HOLDER') });
    // Not within the 2 s that a click may wait: a busy machine takes longer for so many rows.
    await copyRequest(store.background, id, 5_000);
    const lookups = {
      ...hotLookups(id, 'U0HOLDER'),
      'what goes with it': (trx: Transaction<Tables>) =>
        trx.deleteFrom('requests').where('id', '=', id).execute(),
    };
    for (const [what, lookUp] of Object.entries(lookups)) {
      const read = await store.kysely.transaction().execute(async (trx) => {
        const counted = sql<{ rows: number }>`
          select sum(seq_tup_read + coalesce(idx_tup_fetch, 0))::integer as rows from pg_stat_xact_user_tables`;
        const [before] = (await counted.execute(trx)).rows;
        await lookUp(trx);
        const [after] = (await counted.execute(trx)).rows;
        return Number(after?.rows) - Number(before?.rows);
      });
      expect.soft(read, what).toBeLessThan(50);
    }
  });
});
