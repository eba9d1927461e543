import { expect, it, onTestFinished } from 'vitest';
import { Turns } from '../../../src/queue/process-timers.ts';
import { TenantCapabilities } from '../../../src/service/capabilities.ts';
import { openStores } from '../../../src/start/open-stores.ts';
import { Stopping } from '../../../src/start/stopping.ts';
import { postgresEngine } from '../../support/database.ts';
import { FakeWorld } from '../../support/fakes.ts';

it('closes the database after the turn under way of what is repeated', async () => {
  const place = await postgresEngine.open();
  onTestFinished(() => place.close());
  const world = new FakeWorld();
  const turns = new Turns(world.log);
  const stopping = new Stopping(60_000, world.log);
  const late = Promise.withResolvers<void>();
  const { background } = await openStores(
    {
      environment: { database: place.settings, auditSigningKey: undefined, headFolder: null },
      extras: [],
      tenant: new TenantCapabilities(new Set()),
      world,
      turns,
      stopping,
      onStop: (close, name) =>
        stopping.add(async () => {
          // All that was opened later is closed by now.
          if (name === 'repeated work') late.resolve();
          await close();
          if (name === 'the database') late.resolve();
        }, name),
    },
    { jobAttempt: () => undefined },
  );
  const did: string[] = [];
  const read = () => background.transaction((tx) => tx.dueTimes.next());
  // Kysely would open anew what was closed without having been used.
  await read();
  const stopTurns = turns.every(60_000, async () => {
    await late.promise;
    await read();
    did.push('read');
  });
  stopping.add(stopTurns);
  await stopping.run();
  await turns.ended();
  expect(world.lines).toEqual([]);
  expect(did).toEqual(['read']);
});
