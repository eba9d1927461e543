import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ask, clickCard, openDetails, wordsOf } from '../support/asking.ts';
import { type BotWorld, until } from '../support/bot-world.ts';
import { sentFor, taskOf } from '../support/lying.ts';
import { openWorld } from '../support/open-world.ts';
import { governanceWith, testSettings } from '../support/test-settings.ts';

describe('a reviewer for whom several requests of low risk wait', () => {
  let world: BotWorld;
  beforeAll(async () => {
    world = await openWorld();
    await ask(world, { person: 'U0BEN', entitlement: 'platform write' });
    for (const person of ['U0EMIL', 'U0LIAM', 'U0TESS'])
      await ask(world, { person, entitlement: 'platform read' });
  });
  afterAll(() => world?.close());

  const listing = () => world.client.openViews('U0ANA').find((one) => one.submit !== null);
  const homeWords = () => wordsOf({ text: '', blocks: world.client.home('U0ANA')?.blocks ?? [] });
  const windowWords = () => wordsOf({ text: '', blocks: world.form('U0ANA').blocks });
  /** The id of the block with the box of what this person asked for. */
  const boxOf = (person: string) =>
    world
      .form('U0ANA')
      .blocks.find(
        (one) => one.type === 'section' && wordsOf({ text: '', blocks: [one] }).includes(person),
      )?.block_id ?? '';
  const tick = { 'several.pick': ['approve'] };
  const isApproved = (identityUserId: string) =>
    world
      .tasksOf(identityUserId)
      .flatMap(({ events }) => events)
      .some(({ what }) => what === 'approved');

  it('approves those that they pick in one window, each by itself', async () => {
    await world.client.openHome('U0ANA');
    await until('Home offers it', () => homeWords().includes('Approve several'));
    const home = { kind: 'view', viewId: world.client.home('U0ANA')?.id ?? '' } as const;
    await until('all of them are there', () => homeWords().includes('<@U0TESS>'));
    await world.client.act('U0ANA', home, { blockId: 'home.several', actionId: 'home.several' });
    await until('the window lists them', listing);
    expect(windowWords().match(/wants \*GitHub · Platform: read\*/g)).toHaveLength(3);
    // A medium risk is approved by itself.
    expect(windowWords()).not.toContain('Platform: write');

    const { id: viewId } = world.form('U0ANA');
    expect(await world.client.submitView('U0ANA', viewId, {})).toEqual({ ok: true });
    expect(windowWords()).toContain('Pick at least one request');

    const [emil, liam, tess] = ['user-emil', 'user-liam', 'user-tess'] as const;
    world.governance.changeTask(taskOf(world, liam).id, { grantDuration: '604800s' });
    const picked = { [boxOf('U0EMIL')]: tick, [boxOf('U0LIAM')]: tick };
    expect(await world.client.submitView('U0ANA', viewId, picked)).toEqual({ ok: true });
    expect(world.client.openViews('U0ANA')).toEqual([]);
    await until('the first is approved', () => isApproved(emil));
    await until('Home says why the second is not', () =>
      homeWords().includes('The duration is now 7 days.'),
    );
    await world.quiet();
    const sent = [emil, liam, tess].map((one) => sentFor(world, taskOf(world, one).id, 'approve'));
    expect(sent).toEqual([1, 0, 0]);
    expect(isApproved(tess)).toBe(false);
    await world.told('U0EMIL', '✅ You have');
  });

  it('reads in the window which of them it does not approve', async () => {
    await ask(world, { person: 'U0NOOR', entitlement: 'platform read' });
    await until('Home offers two', () => homeWords().includes('Approve several'));
    const home = { kind: 'view', viewId: world.client.home('U0ANA')?.id ?? '' } as const;
    await world.client.act('U0ANA', home, { blockId: 'home.several', actionId: 'home.several' });
    await until('the window lists them', listing);
    const picked = { [boxOf('U0TESS')]: tick, [boxOf('U0NOOR')]: tick };
    // The first click still waits for the service when the second one comes.
    world.governance.fault({ method: '*', path: '*', kind: 'status', status: 503, times: 'every' });
    await clickCard(world, 'U0ANA', await world.cardOf('U0TESS'), 'review.approve');
    const { id: viewId } = world.form('U0ANA');
    expect(await world.client.submitView('U0ANA', viewId, picked)).toEqual({ ok: true });
    expect(windowWords()).toMatch(
      /^\*GitHub · Platform: read \(#\d+\)\*: An earlier click of yours counts here/m,
    );
    world.governance.clearFaults();
    await until('both are approved', () => isApproved('user-tess') && isApproved('user-noor'));
    const tasks = ['user-tess', 'user-noor'].map((one) => taskOf(world, one).id);
    expect(tasks.map((id) => sentFor(world, id, 'approve'))).toEqual([1, 1]);
  });
});

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

  it('gets the window in time, and then what is in it', async () => {
    const homeWords = () => JSON.stringify(world.client.home('U0ANA')?.blocks ?? []);
    await world.client.openHome('U0ANA');
    await until('Home offers it', () => homeWords().includes('Approve several'));
    await world.quiet();
    const path = '/api/v1/attributes/risk_levels';
    world.governance.fault({ method: 'GET', path, kind: 'delay', delayMs: 4_000, times: 10 });
    // Names of risks are remembered for 10 minutes.
    aheadMs = 11 * 60_000;
    const home = { kind: 'view', viewId: world.client.home('U0ANA')?.id ?? '' } as const;
    await world.client.act('U0ANA', home, { blockId: 'home.several', actionId: 'home.several' });
    await until('a window is open', () => world.client.openViews('U0ANA').at(-1));
    const windowWords = () => JSON.stringify(world.form('U0ANA').blocks);
    await until('it lists them', () => windowWords().includes('<@U0LIAM>'));
    expect(windowWords()).toContain('<@U0EMIL>');
  });

  it('keeps the window when nothing is picked, for which nothing is asked', async () => {
    const timesAsked = () =>
      world.governance.requests().filter((call) => call.path.endsWith('/risk_levels')).length;
    aheadMs += 11 * 60_000;
    const before = timesAsked();
    const { id: viewId } = world.form('U0ANA');
    expect(await world.client.submitView('U0ANA', viewId, {})).toEqual({ ok: true });
    const words = JSON.stringify(world.form('U0ANA').blocks);
    expect(words).toContain('Pick at least one request');
    expect(words).toContain('<@U0EMIL>');
    expect(timesAsked()).toBe(before);
  });

  it('gets the list of all that waits in time, too', async () => {
    world.governance.clearFaults();
    const people = ['U0GORAN', 'U0TESS', 'U0NOOR', 'U0QUINN', 'U0BEN'];
    for (const person of people)
      for (const entitlement of ['platform write', 'platform read'])
        await ask(world, { person, entitlement });
    const homeWords = () => JSON.stringify(world.client.home('U0ANA')?.blocks ?? []);
    await world.client.closeView('U0ANA', world.form('U0ANA').id);
    await world.client.openHome('U0ANA');
    await until('Home offers it', () => homeWords().includes('home.waiting'));
    await world.quiet();
    const path = '/api/v1/attributes/risk_levels';
    world.governance.fault({ method: 'GET', path, kind: 'delay', delayMs: 4_000, times: 10 });
    aheadMs += 11 * 60_000;
    const home = { kind: 'view', viewId: world.client.home('U0ANA')?.id ?? '' } as const;
    await world.client.act('U0ANA', home, { blockId: 'home.waiting', actionId: 'home.waiting' });
    await until('a window is open', () => world.client.openViews('U0ANA').at(-1));
    const windowWords = () => JSON.stringify(world.form('U0ANA').blocks);
    await until('it lists them', () => windowWords().includes('<@U0TESS>'));
    expect(windowWords()).toContain('<@U0EMIL>');
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
  });

  it('gets everything of one request in time, too', async () => {
    await world.client.closeView('U0ANA', world.form('U0ANA').id);
    const card = await world.cardOf('U0EMIL');
    await world.quiet();
    aheadMs += 11 * 60_000;
    const view = await openDetails(world, 'U0ANA', card);
    expect(JSON.stringify(view.blocks)).toContain('review.approve');
  });
});
