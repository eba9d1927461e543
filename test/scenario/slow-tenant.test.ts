import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ask, openDetails, wordsOf } from '../support/asking.ts';
import { type BotWorld, until } from '../support/bot-world.ts';
import { openWorld } from '../support/open-world.ts';
import { governanceWith, testSettings } from '../support/test-settings.ts';

describe('a reviewer on a tenant that names risks, and is slow to', () => {
  /** The clock of the bot and both stand-ins runs ahead by this. */
  let aheadMs = 0;
  let world: BotWorld;
  beforeAll(async () => {
    const clock = () => new Date(Date.now() + aheadMs);
    const settings = testSettings({ governance: governanceWith('riskLevels') });
    world = await openWorld({ clock, settings });
    for (const person of ['U0EMIL', 'U0LIAM'])
      await ask(world, { person, entitlement: 'platform read' });
  });
  afterAll(() => world?.close());

  it('gets the list of all that waits in time, and then what is in it', async () => {
    const people = ['U0GORAN', 'U0TESS', 'U0NOOR', 'U0QUINN', 'U0BEN'];
    for (const person of people)
      for (const entitlement of ['platform write', 'platform read'])
        await ask(world, { person, entitlement });
    const homeWords = () => JSON.stringify(world.client.home('U0ANA')?.blocks ?? []);
    await world.client.openHome('U0ANA');
    await until('Home offers it', () => homeWords().includes('home.waiting'));
    await world.quiet();
    const path = '/api/v1/attributes/risk_levels';
    world.governance.fault({ method: 'GET', path, kind: 'delay', delayMs: 4_000, times: 10 });
    // Names of risks are remembered for 10 minutes.
    aheadMs += 11 * 60_000;
    const home = { kind: 'view', viewId: world.client.home('U0ANA')?.id ?? '' } as const;
    await world.client.act('U0ANA', home, { blockId: 'home.waiting', actionId: 'home.waiting' });
    await until('a window is open', () => world.client.openViews('U0ANA').at(-1));
    const windowWords = () => JSON.stringify(world.form('U0ANA').blocks);
    await until('it lists them', () => windowWords().includes('<@U0TESS>'));
    expect(windowWords()).toContain('<@U0EMIL>');
    expect(windowWords().match(/"Approve"/g)?.length).toBeGreaterThan(10);
  });

  it('reads at once that one of the list is on its way', async () => {
    await world.quiet();
    aheadMs += 11 * 60_000;
    const windowWords = () => JSON.stringify(world.form('U0ANA').blocks);
    const waits = /waits\.[^"]+/.exec(windowWords())?.[0] ?? '';
    const window = { kind: 'view', viewId: world.form('U0ANA').id } as const;
    await world.client.act('U0ANA', window, { blockId: waits, actionId: 'card.details' });
    await until('the window says so', () => windowWords().includes('Checking whether'));
    await until('it is shown whole', () => windowWords().includes('Back to the list'));
    expect(windowWords()).toContain('review.approve');
    await world.client.act('U0ANA', window, { blockId: 'back', actionId: 'waiting.back' });
    await until('the list is back', () => !windowWords().includes('Back to the list'));
    await world.client.act('U0ANA', window, { blockId: waits, actionId: 'review.approve' });
    await until('the list says that it is under way', () =>
      windowWords().includes('Being approved'),
    );
  });

  it('gets everything of one request in time, too', async () => {
    await world.client.closeView('U0ANA', world.form('U0ANA').id);
    const card = await world.cardOf('U0LIAM');
    await world.quiet();
    aheadMs += 11 * 60_000;
    const { id: viewId } = await openDetails(world, 'U0ANA', card);
    const window = { kind: 'view', viewId } as const;
    const click = { blockId: 'acts', actionId: 'review.approve' };
    expect(await world.client.act('U0ANA', window, click)).toEqual({ ok: true });
    const windowWords = () => wordsOf({ text: '', blocks: world.form('U0ANA').blocks });
    await until('the window says who decides', () => /Approved by|has GitHub/.test(windowWords()));
    expect(windowWords()).not.toMatch(/^Approve$/m);
    await world.told('U0LIAM', '✅ You have');
  });
});
