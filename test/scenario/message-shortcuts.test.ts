import { afterAll, afterEach, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import type { ShownMessage, ShownView } from '../../sandbox/workspace/client.ts';
import { ask, cardIn, fillForm, pick, wordsOf } from '../support/asking.ts';
import { type BotWorld, findOption, until } from '../support/bot-world.ts';
import { reads } from '../support/lying.ts';
import { openWorld } from '../support/open-world.ts';

const manifestScopes = ['chat:write', 'commands', 'users:read', 'users:read.email'];

/** Asks for access because of the newest message in #general, and gives the form. */
async function quoteLast(world: BotWorld, person: string): Promise<string> {
  const ts = world.client.messages(person, 'C0GENERAL').at(-1)?.ts ?? '';
  const place = { conversationId: 'C0GENERAL', ts };
  expect(await world.client.runShortcut(person, 'request_access_for_message', place)).toEqual({
    ok: true,
  });
  const view = await until('the form', () => world.client.openViews(person).at(-1));
  await world.client.closeView(person, view.id);
  return JSON.stringify(view.blocks);
}

it('opens the form in time while Slack does not name the user groups of a message', async () => {
  const world = await openWorld({ grantedScopes: [...manifestScopes, 'usergroups:read'] });
  onTestFinished(() => world.close());
  await world.client.say('U0DARA', 'C0GENERAL', '@night-watch the *ledger* is locked');
  world.slack.fault({ method: 'usergroups.list', kind: 'delay', delayMs: 3_500, times: 1 });
  expect(await quoteLast(world, 'U0LIAM')).toContain('> @a group the *ledger* is locked');
});

describe('a reply in the thread of a card', () => {
  let world: BotWorld;
  beforeAll(async () => {
    world = await openWorld();
    await ask(world, { person: 'U0BEN' });
    await world.quiet();
  });
  afterEach(async () => {
    for (const person of ['U0ANA', 'U0GORAN'])
      for (const { id } of world.client.openViews(person)) await world.client.closeView(person, id);
  });
  afterAll(() => world?.close());

  /** Writes below a message, and gives where that stands. */
  async function reply(person: string, text: string, root: ShownMessage) {
    const { conversationId } = root;
    await world.client.say(person, conversationId, text, root.ts);
    const ts = world.client
      .messages(person, conversationId)
      .find((one) => one.ts === root.ts)
      ?.replies.findLast((one) => one.author.id === person)?.ts;
    return { conversationId, ts: ts ?? '' };
  }
  type Place = Awaited<ReturnType<typeof reply>>;
  /** The window behind “Add as a comment”, once it is there. */
  async function choose(person: string, place: Place): Promise<ShownView> {
    const done = await world.client.runShortcut(person, 'comment_from_message', place);
    expect(done).toEqual({ ok: true });
    return until('the window', () =>
      world.client
        .openViews(person)
        .findLast((one) => !JSON.stringify(one.blocks).includes('Checking')),
    );
  }
  const wordsIn = (view: ShownView) => wordsOf({ text: '', blocks: view.blocks });
  const comments = () =>
    world.governance
      .requests()
      .filter((call) => call.path.endsWith('/action/comment'))
      .map((call) => JSON.stringify(call.body));

  it('becomes a comment once the person confirms it, and is no markup', async () => {
    const card = await cardIn(world, 'U0ANA');
    const place = await reply('U0ANA', 'Why *now*? <!channel> &amp;', card);
    const form = await choose('U0ANA', place);
    expect(form).toMatchObject({ title: 'Add as a comment', submit: 'Add comment' });
    expect(wordsIn(form)).toMatch(/#\d+ GitHub · Platform: write, asked by Ben Okafor/);
    expect(JSON.stringify(form.blocks)).toContain('"initial_value":"Why *now*? <!channel> &amp;"');
    expect(comments()).toEqual([]);
    const said = { reason: { reason: 'Why *now*? <!channel> &amp;' } };
    expect(await world.client.submitView('U0ANA', form.id, said)).toEqual({ ok: true });
    await world.told('U0BEN', 'Why ∗now∗? &lt;!channel&gt; &amp;amp;');
    expect(comments()).toEqual([
      expect.stringMatching(/Commented in Slack by .*Ana.* Why \*now\*\? <!channel> &amp;/),
    ]);
    await until('the card has it', () => /Why .now./.test(wordsOf(cardNow(card))));

    const again = await choose('U0ANA', place);
    await world.client.submitView('U0ANA', again.id, said);
    expect(wordsIn(world.form('U0ANA'))).toContain('You added this message before');
    expect(comments()).toHaveLength(1);
  });
  const cardNow = (card: ShownMessage) =>
    world.cards('U0ANA', 'C0REVIEWS').find((one) => one.ts === card.ts) ?? card;

  it('is refused to people who may not comment, and quoted with its author by others', async () => {
    const place = await reply('U0GORAN', 'I can vouch for Ben', await cardIn(world, 'U0ANA'));
    const own = await choose('U0GORAN', place);
    const said = { reason: { reason: 'I can vouch for Ben' } };
    expect(await world.client.submitView('U0GORAN', own.id, said)).toEqual({ ok: true });
    await reads(world, 'U0GORAN', 'for others to do');
    expect(comments()).toHaveLength(1);
    const form = await choose('U0ANA', place);
    expect(JSON.stringify(form.blocks)).toMatch(/"Goran [^":]+: I can vouch for Ben"/);
  });

  it('is about one of several requests, which the person picks', async () => {
    const form = await fillForm(world, { person: 'U0SVEN', entitlement: 'platform read' });
    const field = { block: 'entitlement', action: 'request.entitlement' };
    const option = (words: string) => findOption(world, 'U0SVEN', field, words);
    await pick(world, 'U0SVEN', field, [
      await option('platform read'),
      await option('platform write'),
    ]);
    await world.client.submitView('U0SVEN', form.viewId, form.values);
    const root = await until('a card with another in its thread', () =>
      world
        .cards('U0ANA', 'C0REVIEWS')
        .find((one) => one.replies.some((below) => below.metadata?.event_type === 'access_card')),
    );
    const place = await reply('U0ANA', 'Reading is enough', root);
    const window = await choose('U0ANA', place);
    const options = window.blocks.flatMap((one) =>
      one.type === 'input' && one.element.type === 'static_select'
        ? (one.element.options ?? [])
        : [],
    );
    expect(options.map(({ text }) => text.text.replace(/^#\d+ /, '')).toSorted()).toEqual([
      'GitHub · Platform: read, asked by Sven Bjørnstad',
      'GitHub · Platform: write, asked by Sven Bjørnstad',
    ]);
    const write = options.find(({ text }) => text.text.includes('write'))?.value ?? '';
    const before = comments().length;
    const said = { request: { request: write }, reason: { reason: 'Reading is enough' } };
    expect(await world.client.submitView('U0ANA', window.id, said)).toEqual({ ok: true });
    await world.told('U0SVEN', 'Reading is enough');
    expect(comments()).toHaveLength(before + 1);
  });

  it('is the only place: elsewhere a sentence says where it works', async () => {
    const { client } = world;
    const card = await cardIn(world, 'U0ANA');
    await client.say('U0ANA', 'C0GENERAL', 'Hello');
    const hello = client.messages('U0ANA', 'C0GENERAL').at(-1) ?? card;
    const ofBot = await until('a reply of the bot', () =>
      client
        .messages('U0ANA', 'C0REVIEWS')
        .flatMap(({ replies }) => replies)
        .find(({ author }) => author.kind === 'bot'),
    );
    const before = comments().length;
    for (const message of [card, hello, ofBot]) {
      const { conversationId, ts } = message;
      const window = await choose('U0ANA', { conversationId, ts });
      expect(window.submit).toBeNull();
      expect(wordsIn(window)).toContain(
        'This works on what somebody writes in the thread of a request’s card',
      );
      await client.closeView('U0ANA', window.id);
    }
    const below = await choose('U0ANA', await reply('U0ANA', 'Hello again', hello));
    expect(wordsIn(below)).toContain('Nothing was added.');
    expect(comments()).toHaveLength(before);
  });
});
