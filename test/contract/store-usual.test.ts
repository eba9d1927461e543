import { sql } from 'kysely';
import { beforeEach, describe, expect, it } from 'vitest';
import type { RequestState } from '../../src/domain/access-request.ts';
import { databases } from '../support/database.ts';
import { accessRequest, actor, noon, person } from '../support/samples.ts';
import { useStore } from '../support/store-fixture.ts';

const dayMs = 86_400_000;
const daysAgo = (days: number) => new Date(noon.getTime() - days * dayMs);

describe.each(databases())('what is asked for usually, in the store on $name', ({ open }) => {
  const store = useStore(open);
  beforeEach(() => sql`truncate requests, identities cascade`.execute(store.kysely));

  /** Stores a request that was made so many days ago. */
  async function asked(
    who: string,
    entitlementId: string,
    days: number,
    change: { appId?: string; state?: RequestState; targetSlackId?: string } = {},
  ): Promise<void> {
    const { state, ...rest } = change;
    const id = `${who} ${entitlementId} ${days} ${rest.appId ?? ''}`;
    const access = accessRequest({ requester: actor(who), entitlementId, ...rest });
    await store.transaction(async (tx) => {
      await tx.requests.insertOnce({ id, key: id, access, at: daysAgo(days) });
      if (state !== undefined) await tx.requests.save(id, { state, at: daysAgo(days) });
    });
  }

  async function worksIn(who: string, department: string | null): Promise<void> {
    const known = person(`user-${who}`, department === null ? {} : { department });
    await store.transaction((tx) => tx.identities.save({ slackUserId: who, person: known, checkedAt: noon }));
  }

  async function usual(who: string, change: { appId?: string | null; limit?: number } = {}): Promise<string[]> {
    const { appId = 'app-github', limit = 9 } = change;
    const found = await store.transaction((tx) =>
      tx.requests.usual({ slackUserId: who, appId, since: daysAgo(90), limit }),
    );
    return found.map((one) => (one.appId === 'app-github' ? one.entitlementId : `${one.appId} ${one.entitlementId}`));
  }

  it('starts with what the person requested, newest first and each once', async () => {
    await asked('U0BEN', 'write', 9);
    await asked('U0BEN', 'read', 5);
    await asked('U0BEN', 'deploy', 3, { targetSlackId: 'U0CHO' });
    await asked('U0BEN', 'write', 1);
    expect(await usual('U0BEN')).toEqual(['write', 'deploy', 'read']);
    expect(await usual('U0BEN', { limit: 2 })).toEqual(['write', 'deploy']);
  });

  it('continues with what the team requests most, even if something else is newer', async () => {
    for (const who of ['U0BEN', 'U0CHO', 'U0DEE']) await worksIn(who, 'Engineering');
    await worksIn('U0EVE', 'Finance');
    await asked('U0BEN', 'write', 80);
    for (const who of ['U0CHO', 'U0DEE']) await asked(who, 'deploy', 60);
    for (const days of [1, 2, 3, 4]) await asked('U0EVE', 'ledger', days);
    await asked('U0CHO', 'read', 2);
    await asked('U0CHO', 'write', 1);
    await asked('U0FAY', 'of nobody known', 1);
    expect(await usual('U0BEN')).toEqual(['write', 'deploy', 'read']);
    expect(await usual('U0EVE')).toEqual(['ledger']);
  });

  it.each([
    ['was never told', null],
    ['is empty', ''],
  ])('takes everybody for the team of a person whose department %s', async (_how, department) => {
    await worksIn('U0BEN', department);
    await worksIn('U0CHO', 'Engineering');
    await asked('U0CHO', 'deploy', 2);
    await asked('U0DEE', 'read', 1);
    expect(await usual('U0BEN')).toEqual(['read', 'deploy']);
    expect(await usual('U0NEW')).toEqual(['read', 'deploy']);
  });

  it('leaves out what others were refused, but keeps what the person was refused', async () => {
    await asked('U0CHO', 'deploy', 1, { state: 'refused' });
    await asked('U0BEN', 'write', 1, { state: 'refused' });
    expect(await usual('U0BEN')).toEqual(['write']);
  });

  it('leaves out requests that are too old', async () => {
    await asked('U0BEN', 'write', 91);
    await asked('U0CHO', 'read', 91);
    await asked('U0BEN', 'deploy', 89);
    expect(await usual('U0BEN')).toEqual(['deploy']);
  });

  it('covers one app, or all', async () => {
    await asked('U0BEN', 'write', 2);
    await asked('U0BEN', 'write', 1, { appId: 'app-aws' });
    await asked('U0CHO', 'admin', 1, { appId: 'app-ledger' });
    expect(await usual('U0BEN')).toEqual(['write']);
    expect(await usual('U0BEN', { appId: null })).toEqual(['app-aws write', 'write', 'app-ledger admin']);
  });
});
