/**
 * The bot in Socket Mode: requests as over HTTP, through sockets that are refreshed, lost and sent
 * nonsense.
 */
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { ask, clickCard, fillForm, wordsOf } from '../support/asking.ts';
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

  it('is not ready while no socket is open, and tells only operators why', async () => {
    const ready = async (base: string) => {
      const answer = await fetch(new URL('/readyz', base));
      return [answer.status, await answer.json()];
    };
    expect(await ready(world.eventsUrl)).toEqual([200, { status: 'ok' }]);
    for (let time = 0; time < 20; time += 1) {
      world.slack.fault({ method: 'apps.connections.open', kind: 'status', status: 503 });
    }
    world.slack.sockets.break();
    await until('the socket is lost', () => world.slack.sockets.count() === 0);
    const seen: unknown[] = [];
    while (JSON.stringify(seen.at(-1)) !== JSON.stringify([503, { status: 'not ready' }])) {
      seen.push(await ready(world.eventsUrl));
      expect(seen.length).toBeLessThan(1_000);
    }
    expect(await ready(world.opsUrl)).toEqual([
      503,
      { status: 'not ready', says: 'no socket to Slack is open' },
    ]);
    world.slack.clearFaults();
    await until('a new socket', () => world.slack.sockets.count() === 1);
    expect(await ready(world.opsUrl)).toEqual([200, { status: 'ok' }]);
  });

  it('reconnects when the socket was lost while Slack’s API was down', async () => {
    world.slack.fault({ method: 'apps.connections.open', kind: 'status', status: 503 });
    world.slack.fault({ method: 'apps.connections.open', kind: 'drop-before' });
    world.slack.sockets.break();
    await until('a new socket', () => world.slack.sockets.count() === 1);
    await ask(world, { person: 'U0INES' });
    await until('the card', () => cardOf('U0INES'));
    expect(world.tasksOf('user-ines')).toHaveLength(1);
  });
});
