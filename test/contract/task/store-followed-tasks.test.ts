import { describe, expect, it } from 'vitest';
import { noon, snapshot } from '../../support/samples.ts';
import { useStore } from '../../support/store-fixture.ts';

describe('the store', () => {
  const store = useStore();
  it('follows open tasks by id while they are few, otherwise by people or entitlements', async () => {
    await store.kysely.deleteFrom('tasks').execute();
    const most = { ids: 2, people: 2 };
    const followed = () => store.transaction((tx) => tx.tasks.followed(most));
    expect(await followed()).toBeNull();
    const open = async (app: string, identityUserId: string | null, entitlementId = 'ent-1') => {
      const id = await store.kept();
      await store.kysely
        .updateTable('requests')
        .set({ appId: app, identityUserId, entitlementId })
        .where('id', '=', id)
        .execute();
      await store.transaction((tx) => tx.tasks.save(id, snapshot({ id: `task-of-${id}` }), noon));
      return `task-of-${id}`;
    };
    const first = [await open('app-1', 'user-1'), await open('app-2', 'user-2')];
    expect(await followed()).toEqual({ by: 'id', ids: expect.arrayContaining(first) });
    await open('app-1', 'user-2');
    const appIds = ['app-1', 'app-2'];
    const byPerson = (...identityUserIds: readonly string[]) => ({
      by: 'person',
      appIds,
      identityUserIds,
    });
    expect(await followed()).toEqual(byPerson('user-1', 'user-2'));
    await open('app-1', 'user-3');
    expect(await followed()).toEqual({ by: 'entitlement', appIds, entitlementIds: ['ent-1'] });
    for (const entitlementId of ['ent-2', 'ent-3', 'ent-4'])
      await open('app-1', 'user-3', entitlementId);
    expect(await followed()).toEqual(byPerson('user-1', 'user-2', 'user-3'));
    await open('app-1', null);
    const entitlementIds = ['ent-1', 'ent-2', 'ent-3', 'ent-4'];
    expect(await followed()).toEqual({ by: 'entitlement', appIds, entitlementIds });
  });
});
