import { expect, it, onTestFinished } from 'vitest';
import { mountedExtras } from '../../src/extras/mounted.ts';
import { ask, cardIn, clickCard } from '../support/asking.ts';
import { openWorld } from '../support/open-world.ts';

const alone = mountedExtras
  // The others are commands, and an opener of the database that this test does not use.
  .filter(({ open }) => open !== undefined)
  .map((extra) => [extra.name, extra] as const);

it.each(alone)('the bot takes a request to its end with %s alone', async (_name, extra) => {
  const world = await openWorld({ extras: [extra] });
  onTestFinished(() => world.close());
  await ask(world, { person: 'U0BEN' });
  const card = await cardIn(world, 'U0ANA');
  expect(await clickCard(world, 'U0ANA', card, 'review.approve')).toEqual({ ok: true });
  expect(await world.told('U0BEN', 'You have')).toContain('GitHub');
});
