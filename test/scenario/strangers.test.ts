import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ask, fillForm, openDetails, pick, wordsOf } from '../support/asking.ts';
import { type BotWorld, findOption, until } from '../support/bot-world.ts';
import { openWorld } from '../support/open-world.ts';
import { signedClick } from '../support/signed-payload.ts';
import { testSettings } from '../support/test-settings.ts';

/** Guests and people of another company are members of the channel with the cards. */
const sharedChannel = 'C0HARBOUR';

describe('people who may do nothing with a request', () => {
  let world: BotWorld;
  beforeAll(async () => {
    const base = testSettings();
    world = await openWorld({
      settings: {
        ...base,
        channels: { allowShared: [sharedChannel] },
        apps: base.apps.map((one) => ({ ...one, channel: sharedChannel })),
      },
    });
    await ask(world, { person: 'U0BEN' });
  });
  afterAll(() => world?.close());

  const card = () => world.cardOf('U0BEN', sharedChannel);
  /** What a window opened by this call, and all later ones, says. */
  const windowsSince = (before: number) =>
    world.slack
      .calls()
      .slice(before)
      .filter(({ method }) => method.startsWith('views.'))
      .map(({ args }) => JSON.stringify(args));

  async function wordsOfDetails(person: string): Promise<string> {
    const view = await openDetails(world, person, await card());
    await world.client.closeView(person, view.id);
    return wordsOf({ text: '', blocks: view.blocks });
  }

  it.each([
    ['a guest', 'U0VERA', 'Reason: guest.'],
    ['somebody of another company', 'U0EXTERN', 'This is for others to do'],
  ])('do not read everything about it: %s', async (_who, person, words) => {
    const shown = await wordsOfDetails(person);
    expect(shown).toContain(words);
    expect(shown).not.toMatch(/INC-42|Platform|Ana/);
  });

  it('are not members who only cannot be found in the service', async () => {
    world.slack.setPerson('U0MINA', { email: 'nobody@acme.example' });
    expect(await wordsOfDetails('U0MINA')).toContain('INC-42');
  });

  it('do not read the question that the requester is asked', async () => {
    const list = await openDetails(world, 'U0ANA', await card());
    const inList = { kind: 'view', viewId: list.id } as const;
    await world.client.act('U0ANA', inList, { blockId: 'acts', actionId: 'act.ask' });
    const form = await until('the form', () =>
      world.client.openViews('U0ANA').find(({ submit }) => submit !== null),
    );
    const reason = { reason: { reason: 'Is it about the merger?' } };
    await world.client.submitView('U0ANA', form.id, reason);
    await world.told('U0BEN', 'Is it about the merger?');
    await world.quiet();

    const dm = world.client.conversations('U0BEN').find(({ kind }) => kind === 'dm');
    const asked = world.client
      .messages('U0BEN', dm?.id ?? '')
      .findLast((one) => wordsOf(one).includes('merger'));
    const value = /"action_id":"request.answer".*?"value":"([^"]*)"/.exec(
      JSON.stringify(asked?.blocks),
    )?.[1];
    expect(value).toBeDefined();
    const before = world.slack.calls().length;
    for (const person of ['U0MINA', 'U0VERA', 'U0EXTERN'])
      await signedClick(world, person, await card(), { action_id: 'request.answer', value });
    await world.quiet();
    expect(windowsSince(before)).toEqual([]);

    const place = { kind: 'message', conversationId: dm?.id ?? '', ts: asked?.ts ?? '' } as const;
    await world.client.act('U0BEN', place, { blockId: 'post', actionId: 'request.answer' });
    await until('his own form opens', () =>
      windowsSince(before).find((one) => one.includes('merger')),
    );
  });

  it('do not read in a thread of several what was asked for', async () => {
    const form = await fillForm(world, { person: 'U0SVEN', entitlement: 'platform read' });
    const field = { block: 'entitlement', action: 'request.entitlement' };
    const option = (words: string) => findOption(world, 'U0SVEN', field, words);
    const both = [await option('platform read'), await option('platform write')];
    await pick(world, 'U0SVEN', field, both);
    await world.client.submitView('U0SVEN', form.viewId, form.values);
    const root = await until('a card with another in its thread', () =>
      world
        .cards('U0ANA', sharedChannel)
        .find((one) => one.replies.some((below) => below.metadata?.event_type === 'access_card')),
    );
    await world.client.say('U0ANA', sharedChannel, 'Reading is enough', root.ts);
    const ts = world
      .cards('U0ANA', sharedChannel)
      .find((one) => one.ts === root.ts)
      ?.replies.findLast((one) => one.author.id === 'U0ANA')?.ts;
    const before = world.slack.calls().length;
    const place = { conversationId: sharedChannel, ts: ts ?? '' };
    await world.client.runShortcut('U0VERA', 'comment_from_message', place);
    await until('they are refused', () =>
      windowsSince(before).find((one) => one.includes('Reason: guest.')),
    );
    expect(windowsSince(before).join()).not.toMatch(/GitHub|Sven/);
  });
});
