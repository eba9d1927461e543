import { afterAll, beforeAll, expect, it } from 'vitest';
import { ask, wordsOf } from '../support/asking.ts';
import { type BotWorld, until } from '../support/bot-world.ts';
import { openWorld } from '../support/open-world.ts';

let world: BotWorld;
beforeAll(async () => {
  world = await openWorld({ botOwner: 'user-fatima' });
});
afterAll(() => world?.close());

it('reports it when the bot’s own account is a reviewer and approves', async () => {
  await ask(world, { person: 'U0BEN', entitlement: 'platform read' });
  const told = await world.told('U0HANA', 'nobody approved one of its steps in Slack');
  expect(told).toContain('Give me a service principal that approves nothing');
  expect(told).toContain('<@U0BEN>');
  expect(world.tasksOf('user-ben')).toMatchObject([
    { approverIds: ['user-fatima'], state: 'closed' },
  ]);
  const card = await until('the card is shown', () => world.cards('U0ANA', 'C0REVIEWS').at(-1));
  expect(wordsOf(card)).toContain('A step counts as approved without a click in Slack');
  expect(wordsOf(card)).not.toContain('Fatima');
});
