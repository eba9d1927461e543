import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { ShownMessage } from '../../sandbox/workspace/client.ts';
import { ask, clickCard, wordsOf } from '../support/asking.ts';
import { type BotWorld, until } from '../support/bot-world.ts';
import { openWorld } from '../support/open-world.ts';
import { slipwaySettings } from '../support/slipway.ts';

let world: BotWorld;
beforeAll(async () => {
  world = await openWorld({ webhooks: true, settings: slipwaySettings() });
});
afterAll(() => world?.close());

const answersTo = (taskId: string) =>
  world.governance.webhooks.exchanges.filter(
    (one) => one.what === 'callback' && one.taskId === taskId,
  );
/** The newest card with these words, once it is there. */
function cardWith(...words: readonly string[]): Promise<ShownMessage> {
  return until(`a card that says ${words.join(', ')}`, () =>
    world
      .cards('U0ANA', 'C0REVIEWS')
      .findLast((card) => words.every((one) => wordsOf(card).includes(one))),
  );
}

async function taskOf(identityUserId: string, entitlementId: string) {
  return until(`the task of ${identityUserId}`, () =>
    world
      .tasksOf(identityUserId)
      .find((task) => task.appEntitlementId === entitlementId && task.state === 'open'),
  );
}

describe('a step that the service hands to the bot', () => {
  it('is decided by an owner on the card, at its callback', async () => {
    await ask(world, { person: 'U0BEN', app: 'slip', entitlement: 'crane' });
    const task = await taskOf('user-ben', 'ent-slipway-crane');
    const card = await cardWith('Asked by <@U0BEN>', 'Waiting for', '<@U0ANA>');
    expect((await clickCard(world, 'U0ANA', card, 'review.approve')).ok).toBe(true);
    await world.told('U0BEN', 'You have');
    expect(answersTo(task.id)).toEqual([
      expect.objectContaining({
        status: 200,
        document: {
          version: 'v1',
          approve: { comment: expect.stringMatching(/^Approved in Slack by "Ana/) },
        },
      }),
    ]);
    const acts = world.governance
      .requests()
      .filter(({ path }) => /action\/(approve|deny)$/.test(path));
    expect(acts).toEqual([]);
  });

  it('is completed by an owner when it is a set-up, and gives nobody access before', async () => {
    await ask(world, { person: 'U0DARA', app: 'slip', entitlement: 'paint' });
    const card = await cardWith('Asked by <@U0DARA>', 'Waiting for');
    await clickCard(world, 'U0ANA', card, 'review.approve');
    const toSetUp = await cardWith('Asked by <@U0DARA>', 'Done');
    expect(world.directMessages('U0DARA').join()).not.toContain('You have');
    await clickCard(world, 'U0CHEN', toSetUp, 'act.set-up');
    const form = await until('the form asks', () =>
      world.client.openViews('U0CHEN').find((view) => JSON.stringify(view).includes('"reason"')),
    );
    expect((await world.client.submitView('U0CHEN', form.id, {})).ok).toBe(true);
    await world.told('U0DARA', 'You have');
  });
});
