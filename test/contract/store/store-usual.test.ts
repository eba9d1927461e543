import { sql } from 'kysely';
import { beforeEach, describe, expect, it } from 'vitest';
import { accessRequest, actor, noon } from '../../support/samples.ts';
import { useStore } from '../../support/store-fixture.ts';

const dayMs = 86_400_000;
const daysAgo = (days: number) => new Date(noon.getTime() - days * dayMs);

describe('frequently requested access, in the store', () => {
  const store = useStore();
  beforeEach(() => sql`truncate requests, identities cascade`.execute(store.kysely));

  /** Stores a request that was made so many days ago. */
  async function asked(
    who: string,
    entitlementId: string,
    days: number,
    change: { appId?: string; targetSlackId?: string } = {},
  ): Promise<void> {
    const id = `${who} ${entitlementId} ${days} ${change.appId ?? ''}`;
    const access = accessRequest({ requester: actor(who), entitlementId, ...change });
    await store.transaction(async (tx) => {
      await tx.requests.insertOnce({ id, key: id, access, at: daysAgo(days) });
    });
  }

  async function usual(
    who: string,
    change: { appId?: string | null; limit?: number } = {},
  ): Promise<string[]> {
    const { appId = 'app-github', limit = 9 } = change;
    const found = await store.transaction((tx) =>
      tx.requests.usual({ slackUserId: who, appId, since: daysAgo(90), limit }),
    );
    return found.map((one) =>
      one.appId === 'app-github' ? one.entitlementId : `${one.appId} ${one.entitlementId}`,
    );
  }

  it('starts with what the person requested, newest first and each once', async () => {
    await asked('U0BEN', 'write', 9);
    await asked('U0BEN', 'read', 5);
    await asked('U0BEN', 'deploy', 3, { targetSlackId: 'U0CHO' });
    await asked('U0BEN', 'write', 1);
    expect(await usual('U0BEN')).toEqual(['write', 'deploy', 'read']);
    expect(await usual('U0BEN', { limit: 2 })).toEqual(['write', 'deploy']);
  });

  it('leaves out requests that are too old', async () => {
    await asked('U0BEN', 'write', 91);
    await asked('U0BEN', 'deploy', 89);
    expect(await usual('U0BEN')).toEqual(['deploy']);
  });

  it('covers one app, or all', async () => {
    await asked('U0BEN', 'write', 2);
    await asked('U0BEN', 'write', 1, { appId: 'app-aws' });
    await asked('U0CHO', 'admin', 1);
    expect(await usual('U0BEN')).toEqual(['write']);
    expect(await usual('U0BEN', { appId: null })).toEqual(['app-aws write', 'write']);
  });
});
