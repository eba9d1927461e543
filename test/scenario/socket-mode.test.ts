/**
 * The bot in Socket Mode: requests as over HTTP, through sockets that are refreshed, lost and sent
 * nonsense.
 */
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { clickCard, fillForm, wordsOf } from '../support/asking.ts';
import { type BotWorld, until } from '../support/bot-world.ts';
import { openWorld } from '../support/open-world.ts';

describe('a request over Socket Mode', () => {
  let world: BotWorld;
  beforeAll(async () => {
    world = await openWorld({ transport: 'socket' });
  });
  beforeEach(async () => {
    await until('a socket is open', () => world.slack.sockets.count() === 1);
  });
  afterEach(() => world.slack.clearFaults());
  afterAll(() => world?.close());

  const cardOf = (person: string) =>
    world
      .cards('U0ANA', 'C0REVIEWS')
      .find((one) => wordsOf(one).includes(`Asked by <@${person}>,`));

  it('keeps working through a refresh, with a new socket before the old one closes', async () => {
    const form = await fillForm(world, { person: 'U0DARA' });
    world.slack.sockets.disconnect('warning');
    const submitted = world.client.submitView('U0DARA', form.viewId, form.values);
    const seen = new Set<number>();
    // At every turn of the event loop: both may be open for less than a few milliseconds.
    let isWatching = true;
    const watch = () => {
      seen.add(world.slack.sockets.count());
      if (isWatching) setImmediate(watch);
    };
    watch();
    await until(
      'the old socket is gone',
      () => seen.has(2) && world.slack.sockets.count() === 1,
    ).finally(() => {
      isWatching = false;
    });
    expect(await submitted).toEqual({ ok: true });
    expect(seen).not.toContain(0);
    const card = await until('the card', () => cardOf('U0DARA'));
    expect(world.tasksOf('user-dara')).toHaveLength(1);
    expect(await clickCard(world, 'U0ANA', card, 'review.approve')).toEqual({ ok: true });
    const told = await world.told('U0DARA', '✅ You have');
    expect(told).toContain('<@U0ANA> approved your request');
    expect(new Set(world.slack.deliveries().map((one) => one.outcome))).toEqual(new Set(['ok']));
  });

  it('stores a submission once when its ack was lost with the socket and Slack sends it again', async () => {
    const form = await fillForm(world, { person: 'U0EMIL' });
    const lost = world.client.submitView('U0EMIL', form.viewId, form.values);
    world.slack.sockets.break();
    expect(await lost).toMatchObject({ ok: false });
    await until('a new socket', () => world.slack.sockets.count() === 1);
    expect(await world.client.submitView('U0EMIL', form.viewId, form.values)).toEqual({ ok: true });
    await until('the card', () => cardOf('U0EMIL'));
    await world.quiet();
    expect(world.tasksOf('user-emil')).toHaveLength(1);
  });
});
