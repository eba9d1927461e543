import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { actionsBlockOf, ask, clickCard, wordsOf } from '../support/asking.ts';
import { type BotWorld, until } from '../support/bot-world.ts';
import { openWorld } from '../support/open-world.ts';
import { testSettings } from '../support/test-settings.ts';

/** A tenant that has the 16 documented endpoints and nothing else. */
describe('without any optional operation', () => {
  let world: BotWorld;
  beforeAll(async () => {
    const settings = testSettings();
    world = await openWorld({
      documentedOnly: true,
      settings: {
        ...settings,
        governance: { ...settings.governance, operations: [] },
        directory: new Map([
          ['ben@acme.example', { id: 'user-ben' }],
          ['dara@acme.example', { id: 'user-dara' }],
          ['emil@acme.example', { id: 'user-emil' }],
        ]),
      },
    });
  });
  afterAll(() => world?.close());

  it('shows the actions and the reviewers on the card, and the first two link to the console', async () => {
    await ask(world, { person: 'U0BEN' });
    const card = await world.cardOf('U0BEN');
    expect(wordsOf(card)).toContain('*Waiting for* <@U0ANA> or <@U0FATIMA>');
    const actions = actionsBlockOf(card);
    const ids = actions.elements.flatMap((element) =>
      'action_id' in element ? [element.action_id] : [],
    );
    expect(ids).toEqual([
      'review.in-console.action-0',
      'review.in-console.action-1',
      'card.details',
    ]);
    const links = JSON.stringify(actions);
    expect(links).toContain('"Approve in the console"');
    expect(links).toContain('"Deny in the console"');
    expect(links).toContain('https://acme.example/task/');
    expect(await clickCard(world, 'U0ANA', card, 'review.approve')).toMatchObject({ ok: false });
  });

  it('asks the requester when it cannot tell whether the request arrived, and follows the answer', async () => {
    world.governance.fault({ method: 'POST', path: '/api/v1/task/grant', kind: 'drop-before' });
    await ask(world, { person: 'U0DARA' });
    const asked = await until('the person is asked', () => {
      const dm = world.client.conversations('U0DARA').find((one) => one.kind === 'dm');
      return world.client
        .messages('U0DARA', dm?.id ?? '')
        .find((one) => one.text.includes('got no answer'));
    });
    expect(world.governance.tasks().some((task) => task.identityUserId === 'user-dara')).toBe(
      false,
    );
    await world.client.act(
      'U0DARA',
      { kind: 'message', conversationId: asked.conversationId, ts: asked.ts },
      { blockId: 'post', actionId: 'uncertain.again' },
    );
    await world.cardOf('U0DARA');
    expect(
      world.governance.tasks().filter((task) => task.identityUserId === 'user-dara'),
    ).toHaveLength(1);
  });
});
