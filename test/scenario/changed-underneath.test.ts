import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { ask, clickCard, wordsOf } from '../support/asking.ts';
import { type BotWorld, until } from '../support/bot-world.ts';
import { askedCard, cardNow, reads, sentFor, taskOf } from '../support/lying.ts';
import { openWorld } from '../support/open-world.ts';

const grant = { method: 'POST', path: '/api/v1/task/grant' } as const;
const inAnswer = 'taskView.task';

describe('a request that changes before it is decided', () => {
  let world: BotWorld;
  let aheadMs = 0;
  beforeAll(async () => {
    world = await openWorld({ clock: () => new Date(Date.now() + aheadMs) });
  });
  afterEach(() => {
    world.governance.clearFaults();
    world.slack.clearFaults();
  });
  afterAll(() => world?.close());

  it.each([
    ['duration', 'U0BEN', { grantDuration: '31536000s' }],
    ['target', 'U0DARA', { identityUserId: 'user-goran' }],
  ])(
    'sends no approval when the %s changed after the card was shown',
    async (_field, person, change) => {
      const card = await askedCard(world, { person });
      const { id } = taskOf(world, person.replace('U0', 'user-').toLowerCase());
      world.slack.fault({ delivery: 'block_actions', about: card.ts, kind: 'hold' });
      await clickCard(world, 'U0FATIMA', card, 'review.approve');
      world.governance.changeTask(id, change);
      await world.slack.releaseDeliveries();
      const told = await reads(
        world,
        'U0FATIMA',
        'Your click was not carried out. If the request still waits for you, look at it again.',
      );
      expect(told).not.toContain('earlier version');
      // What was read may be about the field before.
      await world.quiet();
      expect(sentFor(world, id, 'approve')).toBe(0);
      await until('the card is shown anew', () => wordsOf(cardNow(world, card)) !== wordsOf(card));
    },
  );

  it.each([
    ['person', 'U0BEN', [{ path: `${inAnswer}.userId`, value: 'user-goran' }]],
    ['app', 'U0EMIL', [{ path: `${inAnswer}.type.grant.appId`, value: 'app-aws' }]],
    [
      'role or permission',
      'U0LIAM',
      [{ path: `${inAnswer}.type.grant.appEntitlementId`, value: 'ent-platform-admin' }],
    ],
    [
      'request',
      'U0DARA',
      [{ path: `${inAnswer}.type.grant.source.requestId`, value: 'somebody-elses' }],
    ],
  ])(
    'shows no card when the answer to a grant is about another %s',
    async (_part, person, changes) => {
      world.governance.fault({ ...grant, kind: 'patch', changes });
      const before = world.cards('U0ANA', 'C0REVIEWS').length;
      await ask(world, { person, entitlement: 'platform read' });
      await world.told(person, 'with a different one');
      await world.told('U0HANA', 'with a different one');
      expect(world.cards('U0ANA', 'C0REVIEWS')).toHaveLength(before);
    },
  );

  it('sends no grant for somebody who was disabled while the service was down', async () => {
    world.governance.fault({ ...grant, kind: 'status', status: 503 });
    const sent = () =>
      world.governance.requests().filter((call) => call.path === grant.path).length;
    const before = sent();
    await ask(world, { person: 'U0MINA', entitlement: 'platform read' });
    await until('it was tried once', () => sent() > before);
    world.governance.setIdentity('user-mina', { status: 'DISABLED' });
    // Who they are counts as known for a minute.
    aheadMs += 61_000;
    await reads(world, 'U0MINA', 'DISABLED');
    expect(sent()).toBe(before + 1);
    expect(world.tasksOf('user-mina')).toEqual([]);
  });
});
