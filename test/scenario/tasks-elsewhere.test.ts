import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { ShownMessage } from '../../sandbox/workspace/client.ts';
import { ServiceClient, tokenOf } from '../conformance/service-client.ts';
import { administer } from '../support/administering.ts';
import { clickCard, wordsOf } from '../support/asking.ts';
import { type BotWorld, until } from '../support/bot-world.ts';
import { openWorld } from '../support/open-world.ts';
import { testSettings } from '../support/test-settings.ts';

describe('requests that were made in the console', () => {
  let world: BotWorld;
  let service: ServiceClient;
  beforeAll(async () => {
    const base = testSettings();
    const apps = base.apps.map((app) => ({ ...app, tasks: 'all' as const }));
    world = await openWorld({ settings: { ...base, apps, admins: ['U0HANA'] } });
    service = new ServiceClient(world.governance.url, await tokenOf(world.governance.url));
  });
  afterAll(() => world?.close());

  const cards = () => world.cards('U0ANA', 'C0REVIEWS');
  const cardWith = (words: string): Promise<ShownMessage> =>
    until(`a card that says ${words}`, () =>
      cards().findLast((card) => wordsOf(card).includes(words)),
    );
  const made = (identityUserId: string, description: string) =>
    service.granted({
      appEntitlementId: 'ent-platform-write',
      identityUserId,
      description,
      grantDuration: '3600s',
    });

  it('get a card, and are decided on it, without a word to the person they are for', async () => {
    await made('user-liam', 'Asked in the console');
    const card = await cardWith('Asked in the console');
    expect(wordsOf(card)).toContain('Not asked for in Slack');
    await clickCard(world, 'U0ANA', card, 'review.approve');
    await until('it is granted', () =>
      world.tasksOf('user-liam').find(({ state }) => state === 'closed'),
    );
    await cardWith('✅ Liam');
    expect(world.directMessages('U0LIAM')).toEqual([]);
  });

  it('get one card when the search tells them twice, for another app or of another kind', async () => {
    const changes = [{ path: 'list.0.task.type.grant.appId', value: 'app-foghorn' }];
    world.governance.fault({
      method: 'POST',
      path: '/api/v1/search/tasks',
      about: 'createdAfter',
      times: 2,
      kind: 'patch',
      changes,
    });
    await made('user-mina', 'Asked twice in the console');
    await cardWith('Asked twice in the console');
    await world.quiet();
    const same = cards().filter((card) => wordsOf(card).includes('Asked twice in the console'));
    expect(same).toHaveLength(1);
  });

  it('are counted for an operator', async () => {
    await made('user-noor', 'Still open');
    await cardWith('Still open');
    const answer = wordsOf(await administer(world, 'U0HANA', 'tasks-elsewhere'));
    expect(answer).toMatch(/GitHub[\s\S]*Open: [1-9]/);
  });
});
