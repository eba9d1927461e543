import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { ShownView } from '../../sandbox/workspace/client.ts';
import { ask, cardIn, openDetails, wordsOf } from '../support/asking.ts';
import { type BotWorld, until } from '../support/bot-world.ts';
import { openWorld } from '../support/open-world.ts';

describe('a reviewer for whom more waits than Home shows', () => {
  let world: BotWorld;
  beforeAll(async () => {
    world = await openWorld();
  });
  afterAll(() => world?.close());

  const wordsIn = (view: ShownView | null | undefined) =>
    view === undefined || view === null ? '' : wordsOf({ text: '', blocks: view.blocks });
  const homeWords = () => wordsIn(world.client.home('U0ANA'));
  const windowWords = () => wordsIn(world.client.openViews('U0ANA').at(-1));
  const clickWindow = (blockId: string, actionId: string) =>
    world.client.act(
      'U0ANA',
      { kind: 'view', viewId: world.form('U0ANA').id },
      { blockId, actionId },
    );

  it('decides in the window that shows a request whole, and sees there what comes of it', async () => {
    await ask(world, { person: 'U0BEN' });
    await openDetails(world, 'U0ANA', await cardIn(world, 'U0ANA'));
    expect(await clickWindow('acts', 'review.approve')).toEqual({ ok: true });
    await until('the window says who decides', () => /Approved|has GitHub/.test(windowWords()));
    expect(windowWords()).not.toMatch(/^Approve$/m);
    await world.told('U0BEN', '✅ You have');
    await world.client.closeView('U0ANA', world.form('U0ANA').id);
  });

  it('pages through all of it, looks at one whole, goes back, and decides', async () => {
    const people = ['U0EMIL', 'U0GORAN', 'U0LIAM', 'U0TESS', 'U0NOOR', 'U0QUINN'];
    for (const person of people)
      for (const entitlement of ['platform write', 'pipeline secrets'])
        await ask(world, { person, entitlement });
    await world.client.openHome('U0ANA');
    await until('Home counts them', () => /Waiting for me: \d\d/.test(homeWords()));
    const home = { kind: 'view', viewId: world.client.home('U0ANA')?.id ?? '' } as const;
    await world.client.act('U0ANA', home, { blockId: 'home.waiting', actionId: 'home.waiting' });
    await until('the window is open', () => windowWords().includes('Approve'));
    expect(windowWords().match(/^Approve$/gm)?.length).toBeGreaterThan(10);

    const waits = /waits\.[^"]+/.exec(JSON.stringify(world.form('U0ANA').blocks))?.[0] ?? '';
    await clickWindow(waits, 'card.details');
    await until('one is shown whole', () => windowWords().includes('Back to the list'));
    await clickWindow('back', 'waiting.back');
    await until('the list is back', () => !windowWords().includes('Back to the list'));
    await clickWindow(waits, 'review.approve');
    await until('the list says that it is under way', () => /Being approved/.test(windowWords()));
    await until('it is decided', () => /Waiting for me: \d\d?/.test(homeWords()));
  });
});
