import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { ShownMessage } from '../../sandbox/workspace/client.ts';
import { ServiceClient, tokenOf } from '../conformance/service-client.ts';
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
    world = await openWorld({
      settings: { ...base, apps, admins: ['U0HANA'] },
      consoleTasks: true,
      // What was made elsewhere is found by rounds alone: many of them, one after the other.
      refreshTasksMs: 1_000,
    });
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
    await made('user-oskar', 'The buoys need a chart');
    const card = await cardWith('The buoys need a chart');
    expect(wordsOf(card)).toContain('Not asked for in Slack');
    await clickCard(world, 'U0ANA', card, 'review.approve');
    await until('it is granted', () =>
      world.tasksOf('user-oskar').find(({ state }) => state === 'closed'),
    );
    const decided = wordsOf(await cardWith('✅ Oskar'));
    expect(decided).toContain('Approved by <@U0ANA>');
    expect(decided).not.toContain('Decided by');
    // Nobody follows it to its end: "has" would stay on the card when the access is gone.
    expect(decided).toContain('✅ Oskar Ek was granted ');
    expect(world.directMessages('U0OSKAR')).toEqual([]);
  });
});

describe('what waits for a reviewer in the console', () => {
  let world: BotWorld;
  beforeAll(async () => {
    world = await openWorld({ consoleTasks: true });
    await world.client.openHome('U0ANA');
  });
  afterAll(() => world?.close());

  const home = () => wordsOf({ text: '', blocks: world.client.home('U0ANA')?.blocks ?? [] });

  it('is decided on Home when it takes access away, of which the person hears and no channel', async () => {
    await until('the removal is there', () => home().includes('is to lose'));
    const view = world.client.home('U0ANA');
    const block = view?.blocks.find((one) => JSON.stringify(one).includes('Remove access'));
    const outcome = await world.client.act(
      'U0ANA',
      { kind: 'view', viewId: view?.id ?? '' },
      { blockId: block?.block_id ?? '', actionId: 'review.approve' },
    );
    expect(outcome.ok).toBe(true);
    await until('it is gone', () => !home().includes('is to lose'));
    await until('it is closed', () =>
      world.tasksOf('user-tess').find(({ state }) => state === 'closed'),
    );
    const said = await world.told('U0TESS', 'was taken away');
    expect(said).toContain('Your access to *Seasick Desk · Refunds up to 200* was taken away');
    expect(said).toContain('The removal was approved by <@U0ANA>.');
    await world.quiet();
    expect(world.directMessages('U0TESS')).toHaveLength(1);
    const seen = JSON.stringify(world.client.messages('U0ANA', 'C0REVIEWS'));
    expect(seen).not.toContain('Seasick');
  });
});
