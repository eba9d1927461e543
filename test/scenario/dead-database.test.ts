import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { fillForm } from '../support/asking.ts';
import { BotWorld } from '../support/bot-world.ts';
import { postgresEngine, type ServerDatabase } from '../support/database.ts';
import { addressOf, type DatabaseAddress } from '../support/database-address.ts';
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

  const isReady = async () => (await fetch(new URL('/readyz', world.eventsUrl))).status;
  const timed = async <T>(answer: Promise<T>) => {
    const fromMs = performance.now();
    return { answer: await answer, ms: performance.now() - fromMs };
  };

  it.each([
    ['silent', () => proxy.stall(true), () => proxy.stall(false)],
    // Nothing listens at this port.
    ['stopped', () => proxy.leadTo({ host: '127.0.0.1', port: 9 }), () => proxy.leadTo(server)],
  ])(
    'and %s, people who submit are told before Slack gives up, and /readyz fails until it is back',
    async (_how, die, live) => {
      const form = await fillForm(world, { person: 'U0BEN' });
      // So that there are connections which say nothing later; a new one has a limit of its own.
      const others = ['U0ANA', 'U0EMIL', 'U0TESS', 'U0LIAM'];
      await Promise.all(
        others.map((one) => world.client.runCommand(one, 'C0GENERAL', '/request-access status')),
      );
      expect(await isReady()).toBe(200);
      die();
      const [ready, submitted] = await Promise.all([
        timed(isReady()),
        timed(world.client.submitView('U0BEN', form.viewId, form.values)),
      ]);
      expect(ready.answer).toBe(503);
      expect(ready.ms).toBeLessThan(10_000);
      expect(submitted.answer).toMatchObject({ ok: false });
      expect(JSON.stringify(submitted.answer)).toContain(
        'This was not saved, so nothing was submitted.',
      );
      expect(submitted.ms).toBeLessThan(3_000);
      live();
      await expect.poll(isReady).toBe(200);
      const again = await world.client.submitView('U0BEN', form.viewId, form.values);
      expect(again).toMatchObject({ ok: true });
      await world.client.closeView('U0BEN', world.form('U0BEN').id);
    },
  );
});
