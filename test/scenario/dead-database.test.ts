import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ask, clickCard, filledIn, fillForm, wordsOf } from '../support/asking.ts';
import { BotWorld, until } from '../support/bot-world.ts';
import { postgresEngine, type ServerDatabase } from '../support/database.ts';
import { addressOf, type DatabaseAddress } from '../support/database-address.ts';
import { timed } from '../support/own-time.ts';
import { stallingProxy } from '../support/stalling-proxy.ts';

describe('while the database is dead', () => {
  let place: ServerDatabase;
  let proxy: Awaited<ReturnType<typeof stallingProxy>>;
  let server: DatabaseAddress;
  let world: BotWorld;

  beforeAll(async () => {
    place = await postgresEngine.open();
    server = addressOf(place.settings.url);
    proxy = await stallingProxy(place.settings.url);
    world = await BotWorld.start({ database: { kind: 'postgres', url: proxy.url } });
  });
  afterAll(async () => {
    await world.close();
    proxy.close();
    await place.close();
  });

  const isDatabaseUp = async () =>
    /"database":\{"ok":true/.test(await (await fetch(`${world.opsUrl}/status`)).text());
  const readyForOperators = async () => (await fetch(`${world.opsUrl}/readyz`)).text();
  const isReady = async () => (await fetch(new URL('/readyz', world.eventsUrl))).status;

  it('that is silent, people whose click or command meets it read that nothing was saved', async () => {
    const person = 'U0BEN';
    await ask(world, { person });
    const card = await until('their card', () =>
      world
        .cards('U0ANA', 'C0REVIEWS')
        .find((one) => wordsOf(one).includes(`Asked by <@${person}>`)),
    );
    proxy.stall(true);
    const [click, command] = await Promise.all([
      timed(() => clickCard(world, 'U0ANA', card, 'review.approve')),
      timed(() => world.client.runCommand('U0TESS', 'C0GENERAL', '/request-access status')),
    ]);
    proxy.stall(false);
    expect(click.answer).toEqual({ ok: true });
    expect(click.ms).toBeLessThan(3_000);
    expect(command.answer).toEqual({ ok: true });
    expect(command.ms).toBeLessThan(3_000);
    await until('the sentence', () =>
      JSON.stringify(world.client.messages('U0ANA', 'C0REVIEWS')).includes(
        'This click was not saved. Try again in a moment.',
      ),
    );
    await expect.poll(isDatabaseUp).toBe(true);
    const isApproved = () =>
      world
        .tasksOf(person.replace('U0', 'user-').toLowerCase())
        .some(({ state }) => state === 'closed');
    // Again where the machine is as slow as a dead database.
    const approve = async () => {
      if (isApproved()) return true;
      expect(await clickCard(world, 'U0ANA', card, 'review.approve')).toEqual({ ok: true });
      return isApproved();
    };
    await expect.poll(approve, { interval: 2_000 }).toBe(true);
  });

  // Each with a person of its own: what somebody has asked for already is not submitted again, and
  // its window stays open below the one that says so.
  it.each([
    ['silent', 'U0EMIL', () => proxy.stall(true), () => proxy.stall(false)],
    [
      'stopped',
      'U0TESS',
      // Nothing listens at this port.
      () => proxy.leadTo({ host: '127.0.0.1', port: 9 }),
      () => proxy.leadTo(server),
    ],
  ])(
    'and %s, people who submit are told before Slack gives up, and sooner when it is known; the bot stays ready',
    async (_how, person, die, live) => {
      const form = await fillForm(world, { person });
      // So that there are connections which say nothing later; a new one has a limit of its own.
      const others = ['U0ANA', 'U0BEN', 'U0LIAM', 'U0DARA'];
      await Promise.all(
        others.map((one) => world.client.runCommand(one, 'C0GENERAL', '/request-access status')),
      );
      expect(await isReady()).toBe(200);
      die();
      const [ready, submitted] = await Promise.all([
        timed(isReady),
        timed(() => world.client.submitView(person, form.viewId, form.values)),
      ]);
      // Otherwise a proxy would answer in the place of the bot.
      expect(ready.answer).toBe(200);
      expect(submitted.answer).toMatchObject({ ok: false });
      expect(JSON.stringify(submitted.answer)).toContain(
        'This was not saved, so nothing was submitted.',
      );
      expect(submitted.ms).toBeLessThan(3_000);
      await expect.poll(isDatabaseUp).toBe(false);
      await expect.poll(readyForOperators).toMatch(/^\{"status":"ok","says":"/);
      const later = await timed(() => world.client.submitView(person, form.viewId, form.values));
      expect(JSON.stringify(later.answer)).toContain('This was not saved');
      expect(later.ms).toBeLessThan(1_500);
      live();
      await expect.poll(isDatabaseUp).toBe(true);
      const again = () => world.client.submitView(person, form.viewId, form.values);
      await expect.poll(again, { interval: 2_000 }).toMatchObject({ ok: true });
      const metrics = await (await fetch(`${world.opsUrl}/metrics`)).text();
      expect(metrics).toMatch(/access_submissions_total\{outcome="not-kept"\} [1-9]/);
      expect(filledIn(world, person)).toContain('Submitted.');
    },
  );
});
