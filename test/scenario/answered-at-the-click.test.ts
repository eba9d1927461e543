import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { clickCard, wordsOf } from '../support/asking.ts';
import { type BotWorld, until } from '../support/bot-world.ts';
import { askedCard, sentFor, taskOf } from '../support/lying.ts';
import { openWorld } from '../support/open-world.ts';

describe('a click that is refused', () => {
  let world: BotWorld;
  beforeAll(async () => {
    world = await openWorld();
  });
  afterAll(() => world?.close());

  const homeOf = (person: string) =>
    wordsOf({ text: '', blocks: world.client.home(person)?.blocks ?? [] });

  it('is answered beside the card, for the person alone', async () => {
    const card = await askedCard(world, { person: 'U0BEN' });
    await clickCard(world, 'U0GORAN', card, 'review.approve');
    const whisper = await until('the answer beside the card', () =>
      world.client.messages('U0GORAN', 'C0REVIEWS').find((one) => one.ephemeral),
    );
    expect(wordsOf(whisper)).toContain('This is for others to do.');
    expect(world.directMessages('U0GORAN')).toEqual([]);
    expect(world.client.messages('U0ANA', 'C0REVIEWS').some((one) => one.ephemeral)).toBe(false);
  });

  it('is answered on the line of Home that was clicked, with what changed', async () => {
    await askedCard(world, { person: 'U0EMIL' });
    const { id } = taskOf(world, 'user-emil');
    await world.client.openHome('U0ANA');
    await until('Home shows it', () => homeOf('U0ANA').includes('<@U0EMIL>'));
    const line = world.client
      .home('U0ANA')
      ?.blocks.findLast((one) => JSON.stringify(one).includes('review.approve'));
    world.governance.changeTask(id, { grantDuration: '604800s' });
    await world.client.act(
      'U0ANA',
      { kind: 'view', viewId: world.client.home('U0ANA')?.id ?? '' },
      { blockId: line?.block_id ?? '', actionId: 'review.approve' },
    );
    await until('the line says so', () => homeOf('U0ANA').includes('click was not carried out'));
    expect(homeOf('U0ANA')).toContain('The duration is now 7 days. Before, it was');
    expect(world.directMessages('U0ANA').join()).not.toContain('click was not carried out');
    expect(sentFor(world, id, 'approve')).toBe(0);
  });
});
