import { readFile } from 'node:fs/promises';
import { CamelCasePlugin, sql } from 'kysely';
import { expect, it, onTestFinished } from 'vitest';
import { migrate } from '../../../src/store/platform/migrations.ts';
import { createStore } from '../../../src/store/store.ts';
import { postgresEngine } from '../../support/database.ts';
import { kyselyOn } from '../../support/kysely-on.ts';
import { accessRequest, newAction, noon, revokedSnapshot } from '../../support/samples.ts';

const migration = 'src/store/platform/migrations/0027-orders-by-account.sql';

/** Access that was being taken away when this version was installed, by whose order. */
type Order = 'given back' | 'refused' | 'by its task' | 'by a removal' | 'by another request';

it('an upgrade lets access run on that an order for another account had marked', async () => {
  const place = await postgresEngine.openEmpty();
  const plugins = [new CamelCasePlugin({ maintainNestedObjectKeys: true })];
  const kysely = kyselyOn(place.settings, plugins);
  onTestFinished(async () => {
    await kysely.destroy();
    await place.close();
  });
  // It changes rows alone, so rows of the version before are made in tables of today.
  await migrate(kysely);
  const store = createStore(kysely, async () => undefined);
  const admin = { id: 'account-admin', name: 'ben-admin' };
  const marked = async (
    id: string,
    entitlementId: string,
    order: Order,
    account: typeof admin | null = null,
  ) => {
    const access = accessRequest({ entitlementId, account });
    await store.transaction(async (tx) => {
      await tx.requests.insertOnce({ id, key: id, access, at: noon });
      const created = { state: 'created', identityUserId: 'user-ben', at: noon } as const;
      await tx.requests.save(id, created);
      await tx.grants.begin(id, { startedAt: noon, endsAt: null });
      const revokedAt = order === 'by a removal' ? noon : null;
      await tx.grants.follow(id, { revocationPending: 'given-back', revokedAt, checks: 2 });
      if (order === 'given back' || order === 'refused') {
        const giveBack = newAction({ id: `action of ${id}`, requestId: id, verb: 'give-back' });
        await tx.actions.insertOnce({ ...giveBack, taskId: null });
        if (order === 'refused') {
          const refusal = { kind: 'ended' } as const;
          await tx.actions.save(giveBack.id, { state: 'refused', refusal, at: noon });
        }
      }
      if (order === 'by its task')
        await tx.tasks.save(id, revokedSnapshot({ id: `task of ${id}` }), noon);
    });
  };
  await marked('ordered', 'ent-1', 'given back');
  await marked('same-access', 'ent-1', 'by another request');
  await marked('other-account', 'ent-1', 'by another request', admin);
  await marked('taken-away', 'ent-2', 'by its task', admin);
  await marked('untold', 'ent-2', 'by another request');
  await marked('removed', 'ent-3', 'by a removal');
  await marked('not-ordered', 'ent-4', 'refused');
  await sql.raw(await readFile(migration, 'utf8')).execute(kysely);
  const rows = await kysely
    .selectFrom('grants')
    .select(['requestId', 'checks'])
    .where('revocationPending', 'is', null)
    .orderBy('requestId')
    .execute();
  expect(rows).toEqual([
    { requestId: 'not-ordered', checks: 0 },
    { requestId: 'other-account', checks: 0 },
    { requestId: 'untold', checks: 0 },
  ]);
});
