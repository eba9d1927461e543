import { sql, type Transaction } from 'kysely';
import { describe, expect, it } from 'vitest';
import { DatabaseFailure } from '../../src/domain/outward-failure.ts';
import { actionRows } from '../../src/store/rows/actions.ts';
import { cardRows } from '../../src/store/rows/cards.ts';
import { noticeRows } from '../../src/store/rows/notices.ts';
import { requestRows } from '../../src/store/rows/requests.ts';
import { taskRows } from '../../src/store/rows/tasks.ts';
import { createStore } from '../../src/store/store.ts';
import type { Tables } from '../../src/store/tables.ts';
import { actor, noon } from '../support/samples.ts';
import { useStore } from '../support/store-fixture.ts';

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
    await sql`insert into requests select (jsonb_populate_record(one, jsonb_build_object(
      'id', 'other-' || n, 'submission_key', 'other-' || n, 'requester_slack_id', 'U0OTHER' || n, 'target_slack_id', null))).*
      from requests one, generate_series(1, 5000) n where one.id = ${id}`.execute(store.background);
    await sql`update requests set task_id = 'task of ' || id`.execute(store.background);
    await sql`insert into tasks (id, request_id, is_open, snapshot) select task_id, id, id = ${id}, '{}' from requests`.execute(
      store.background,
    );
    await sql`insert into cards (id, request_id, channel, state) select id, id, 'C0REVIEWS', 'wanted' from requests`.execute(
      store.background,
    );
    await sql`insert into actions (id, task_id, request_id, step_id, occurrence, verb, by_slack_id, by_slack_name, by_team_id, reason, channel,
        likely, state, at)
      select id, task_id, id, 'step-1', '', 'approve', 'U0ANA', 'ana', 'T0ACME', '', 'C0REVIEWS', true, 'done', created_at
      from requests`.execute(store.background);
    await sql`insert into notices (id, occasion, request_id, target, body, created_at, posted_channel, ts)
      select id, id, id, '{}', '{}', created_at, 'D0BEN', '1.0' from requests`.execute(
      store.background,
    );
    await sql`analyze subjects, requests, tasks, cards, actions, notices`.execute(store.background);
    const lookedAt = { tasksAreRead: true, limit: 1 };
    const access = { appId: 'app-github', entitlementId: 'ent-platform-write' };
    const lookups: Readonly<Record<string, (trx: Transaction<Tables>) => Promise<unknown>>> = {
      'messages about the same access': (trx) => noticeRows(trx).offering(id),
      'what is pending of its messages': (trx) =>
        noticeRows(trx).settleDecision(id, { kind: 'set-up' }),
      'its cards': (trx) => cardRows(trx).ofRequest(id),
      'decisions on its task': (trx) => actionRows(trx).decisionsOn(`task of ${id}`),
      'where it stands': (trx) => requestRows(trx).standing(id, true),
      'the same access of its holder': (trx) =>
        requestRows(trx).forEntitlement('U0HOLDER', access, lookedAt),
      'whose turn it is to be read': (trx) => taskRows(trx).dueIds(100, noon),
      'what goes with it': (trx) => trx.deleteFrom('requests').where('id', '=', id).execute(),
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
      expect.soft(read, what).toBeLessThan(30);
    }
  });
});
