import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ask, wordsOf } from '../support/asking.ts';
import { type BotWorld, until } from '../support/bot-world.ts';
import { openWorld } from '../support/open-world.ts';
import { slipwaySettings } from '../support/slipway.ts';

describe('a withdrawal of a step that the service handed over', () => {
  let world: BotWorld;
  beforeAll(async () => {
    world = await openWorld({ webhooks: true, settings: slipwaySettings() });
  });
  afterAll(() => world?.close());

  it('ends the task at its callback, in the name of who withdrew it', async () => {
    await ask(world, { person: 'U0BEN', app: 'slip', entitlement: 'crane' });
    await until('the card asks the owners', () =>
      world.cards('U0ANA', 'C0REVIEWS').findLast((one) => wordsOf(one).includes('<@U0ANA>')),
    );
    await clickInMessage(world, 'U0BEN', 'request.withdraw');
    await world.told('U0BEN', 'You withdrew');
    const [task] = world.tasksOf('user-ben');
    expect(task).toMatchObject({ state: 'closed', outcome: 'DENIED' });
    const answers = world.governance.webhooks.exchanges.filter(({ what }) => what === 'callback');
    expect(answers).toEqual([
      expect.objectContaining({
        status: 200,
        document: {
          version: 'v1',
          deny: { comment: expect.stringMatching(/^Withdrawn in Slack by "Ben/) },
        },
      }),
    ]);
    const after = await until('the card says so', () =>
      world.cards('U0ANA', 'C0REVIEWS').findLast((one) => wordsOf(one).includes('Withdrawn')),
    );
    expect(JSON.stringify(after.blocks)).not.toContain('review.approve');
    expect(world.directMessages('U0BEN').join()).not.toContain('You have');
    const others = world.governance.requests().filter(({ path }) => /action\//.test(path));
    expect(others).toEqual([]);
  });
});

async function clickInMessage(world: BotWorld, person: string, actionId: string): Promise<void> {
  const place = await until(`a message has ${actionId}`, () => {
    const dm = world.client.conversations(person).find((one) => one.kind === 'dm');
    const messages = dm === undefined ? [] : world.client.messages(person, dm.id);
    for (const { blocks, conversationId, ts } of messages) {
      const block = blocks.find((one) => JSON.stringify(one).includes(`"${actionId}"`));
      if (block !== undefined) return { blockId: block.block_id ?? '', conversationId, ts };
    }
    return null;
  });
  const { blockId, conversationId, ts } = place;
  const message = { kind: 'message', conversationId, ts } as const;
  const outcome = await world.client.act(person, message, { blockId, actionId });
  if (!outcome.ok) throw new Error(outcome.sentence);
}
