import { expect, it, onTestFinished } from 'vitest';
import { ask, cardIn } from '../support/asking.ts';
import { openWorld } from '../support/open-world.ts';
import { signedClick } from '../support/signed-payload.ts';

it('a button that no version makes any more is answered, and does nothing', async () => {
  const world = await openWorld();
  onTestFinished(() => world.close());
  await ask(world, { person: 'U0BEN' });
  await world.quiet();
  const card = await cardIn(world, 'U0ANA');
  for (const action_id of ['card.act.set-up', 'waiting.next', 'request.let-end', 'act.escalate'])
    expect(await signedClick(world, 'U0ANA', card, { action_id })).toBe(200);
  expect(world.governance.requests().some(({ path }) => path.includes('/action/'))).toBe(false);
});
