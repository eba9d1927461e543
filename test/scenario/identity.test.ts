import { createHmac } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { EnteredValues, ShownMessage } from '../../sandbox/workspace/client.ts';
import type { AccessSettings } from '../../src/domain/access-settings.ts';
import { type Asked, ask, clickCard, fillForm, wordsOf } from '../support/asking.ts';
import { BotWorld, signingSecret, testSettings, until } from '../support/bot-world.ts';
import { anyDatabase } from '../support/database.ts';

/** The cards go where guests and people of another company are too. */
const sharedChannel = 'C0HARBOUR';

function settings(change: Pick<AccessSettings, 'identity'> & Partial<AccessSettings>): AccessSettings {
  const base = testSettings(change);
  return { ...base, apps: base.apps.map((one) => ({ ...one, channel: sharedChannel })) };
}

const cardOf = (world: BotWorld, person: string): Promise<ShownMessage> =>
  until(`the card of ${person}`, () =>
    world.cards('U0ANA', sharedChannel).find((one) => wordsOf(one).includes(`Asked by <@${person}>,`)),
  );
/**
 * Asks, for somebody else where `target` is there, and gives the words that refuse it: on top of the form, or in a direct message
 * where that took longer.
 */
async function refusalOf(world: BotWorld, asked: Asked & { readonly target?: string }, words: string): Promise<string> {
  const { person, target } = asked;
  const form = await fillForm(world, asked);
  const values: EnteredValues = target === undefined ? {} : { target: { 'request.target': target } };
  const outcome = await world.client.submitView(person, form.viewId, { ...form.values, ...values });
  if (!outcome.ok) throw new Error(`${outcome.sentence} ${JSON.stringify(outcome.errors ?? {})}`);
  const shown = () => world.client.openViews(person).map((view) => wordsOf({ blocks: view.blocks, text: '' }));
  const heard = await until(`${person} reads “${words}”`, () =>
    [...shown(), ...world.directMessages(person)].find((text) => text.includes(words)),
  );
  for (const view of world.client.openViews(person).toReversed()) await world.client.closeView(person, view.id);
  return heard;
}

const askedFor = (world: BotWorld, identity: string) =>
  world.governance.tasks().filter((task) => task.identityUserId === identity).length;
const emailsSearched = (world: BotWorld) =>
  world.governance
    .requests()
    .filter((call) => call.path === '/api/v1/search/users')
    .map((call) => JSON.stringify(call.body));

describe('who somebody is', () => {
  const { open } = anyDatabase();
  describe('by a directory file, a profile field and the search, in this order', () => {
    let world: BotWorld;
    let database: Awaited<ReturnType<typeof open>>;
    beforeAll(async () => {
      database = await open();
      world = await BotWorld.start({
        database: database.settings,
        grantedScopes: ['chat:write', 'commands', 'users:read', 'users:read.email', 'users.profile:read'],
        settings: settings({
          identity: {
            sources: ['directory', 'slackProfileField', 'userSearch'],
            profileField: 'Xf0IDENTITY',
            cacheSeconds: 600,
          },
          directory: new Map([['liam@acme.example', { id: 'user-yusuf' }]]),
        }),
      });
    });
    afterAll(async () => {
      await world?.close();
      await database?.close();
    });

    it('takes the directory file’s word before any other', async () => {
      await ask(world, { person: 'U0LIAM', entitlement: 'platform read' });
      await cardOf(world, 'U0LIAM');
      expect(askedFor(world, 'user-yusuf')).toBe(1);
      expect(askedFor(world, 'user-liam')).toBe(0);
    });

    it('takes the profile field’s where the file has none, without searching for the email', async () => {
      await ask(world, { person: 'U0DARA' });
      await cardOf(world, 'U0DARA');
      expect(askedFor(world, 'user-dara')).toBe(1);
      expect(emailsSearched(world).filter((body) => body.includes('dara@'))).toEqual([]);
    });

    it('searches for the email of whoever is in neither', async () => {
      await ask(world, { person: 'U0NOOR' });
      await cardOf(world, 'U0NOOR');
      expect(askedFor(world, 'user-noor')).toBe(1);
      expect(emailsSearched(world).filter((body) => body.includes('noor@'))).not.toEqual([]);
    });

    it('takes a profile field for nobody that the service does not know, and tells the person whom to ask', async () => {
      expect(await refusalOf(world, { person: 'U0XENA' }, 'xena@acme.example')).toContain('<@U0HANA>');
      expect(askedFor(world, 'user-xenia')).toBe(0);
    });

    const decisions = () => world.governance.requests().filter((call) => call.path.includes('/action/')).length;
    /** What the bot tried to tell one person alone, whether Slack took it or not. */
    const whispers = (person: string) =>
      world.slack
        .calls()
        .filter((call) => call.method === 'chat.postEphemeral' && call.args.user === person)
        .map((call) => String(call.args.text));

    it.each([
      ['a guest', 'U0VERA', 'Guests cannot get access here'],
      ['somebody of another company', 'U0EXTERN', 'Only members of this workspace can get access here'],
    ])('lets %s decide nothing, and says so to them alone', async (_who, person, words) => {
      const card = await cardOf(world, 'U0DARA');
      await clickCard(world, person, card, 'review.approve');
      await until('they read why', () => whispers(person).find((text) => text.includes(words)));
      expect(decisions()).toBe(0);
    });

    it.each([
      ['somebody who left', 'U0WIM', 'Deactivated accounts cannot get access'],
      ['a bot', 'U0ACCESSBOT', 'Apps and bots cannot get access here'],
    ])('lets %s decide nothing, however their click comes about', async (_who, person, words) => {
      const card = await cardOf(world, 'U0DARA');
      expect(await signedClick(world, person, card)).toBe(200);
      await until('the refusal is on its way', () => whispers(person).find((text) => text.includes(words)));
      expect(decisions()).toBe(0);
    });

    it('refuses the request of a guest', async () => {
      const asked = { person: 'U0VERA', channel: sharedChannel };
      await refusalOf(world, asked, 'Guests cannot get access here');
      expect(askedFor(world, 'user-vera')).toBe(0);
    });

    it.each([
      ['a guest', 'U0VERA', '<@U0VERA>: Guests cannot get access here'],
      ['somebody of another company', 'U0EXTERN', '<@U0EXTERN>: Only members'],
      ['somebody who left', 'U0WIM', '<@U0WIM>: Deactivated accounts'],
      ['a bot', 'U0ACCESSBOT', '<@U0ACCESSBOT>: Apps and bots'],
      ['somebody whom the service does not know', 'U0XENA', 'xena@acme.example'],
    ])('refuses what is asked for %s', async (_who, target, words) => {
      const before = world.governance.tasks().length;
      await refusalOf(world, { person: 'U0NOOR', target }, words);
      expect(world.governance.tasks()).toHaveLength(before);
    });

    it('asks for the identity of the person it is for', async () => {
      const form = await fillForm(world, { person: 'U0NOOR', entitlement: 'platform read' });
      const target = { target: { 'request.target': 'U0EMIL' } };
      expect(await world.client.submitView('U0NOOR', form.viewId, { ...form.values, ...target })).toMatchObject({
        ok: true,
      });
      await until('the task is there', () => askedFor(world, 'user-emil') === 1);
    });
  });

  describe('by the owners lists alone', () => {
    let world: BotWorld;
    let database: Awaited<ReturnType<typeof open>>;
    beforeAll(async () => {
      database = await open();
      world = await BotWorld.start({
        database: database.settings,
        settings: settings({ identity: { sources: ['owners'], profileField: null, cacheSeconds: 600 } }),
      });
    });
    afterAll(async () => {
      await world?.close();
      await database?.close();
    });

    it('knows an owner of a configured resource', async () => {
      await ask(world, { person: 'U0CHEN', entitlement: 'platform read' });
      await cardOf(world, 'U0CHEN');
      expect(askedFor(world, 'user-chen')).toBe(1);
    });

    it('tells whoever owns nothing whom to ask, although the search would know them', async () => {
      expect(await refusalOf(world, { person: 'U0NOOR' }, 'noor@acme.example')).toContain('<@U0HANA>');
      expect(askedFor(world, 'user-noor')).toBe(0);
    });
  });

  describe('by a profile field that Slack does not show, because the scope was not granted', () => {
    let world: BotWorld;
    let database: Awaited<ReturnType<typeof open>>;
    beforeAll(async () => {
      database = await open();
      world = await BotWorld.start({
        database: database.settings,
        settings: settings({
          identity: {
            sources: ['slackProfileField', 'userSearch'],
            profileField: 'Xf0IDENTITY',
            cacheSeconds: 600,
          },
        }),
      });
    });
    afterAll(async () => {
      await world?.close();
      await database?.close();
    });

    it('lets no other source step in: the request waits', async () => {
      await ask(world, { person: 'U0NOOR' });
      await until('Slack refuses', () =>
        world.slack.calls().find((call) => call.method === 'users.profile.get' && call.error === 'missing_scope'),
      );
      await world.quiet();
      expect(world.governance.tasks().some((task) => task.identityUserId === 'user-noor')).toBe(false);
    });
  });
});

/** A click on Approve as Slack would send it, of an account that cannot click in the sandbox. The status of the answer. */
async function signedClick(world: BotWorld, userId: string, card: ShownMessage): Promise<number> {
  const block = card.blocks.find((one) => one.block_id === 'card.actions');
  if (block?.type !== 'actions') throw new Error('the card has no buttons');
  const button = block.elements.find((element) => 'action_id' in element && element.action_id === 'review.approve');
  const payload = {
    type: 'block_actions',
    user: { id: userId, username: userId.toLowerCase(), name: userId.toLowerCase(), team_id: 'T0ACME' },
    team: { id: 'T0ACME', domain: 'acme' },
    container: { type: 'message', message_ts: card.ts, channel_id: card.conversationId, is_ephemeral: false },
    channel: { id: card.conversationId, name: 'harbour-ops' },
    trigger_id: `1.2.${userId}`,
    response_url: `${world.slack.apiUrl}nowhere`,
    actions: [{ ...button, block_id: 'card.actions', action_ts: '1772452900.000100' }],
  };
  const body = new URLSearchParams({ payload: JSON.stringify(payload) }).toString();
  const timestamp = String(Math.floor(Date.now() / 1_000));
  const digest = createHmac('sha256', signingSecret).update(`v0:${timestamp}:${body}`).digest('hex');
  const answer = await fetch(world.eventsUrl, {
    method: 'POST',
    headers: {
      'content-type': 'application/x-www-form-urlencoded',
      'x-slack-request-timestamp': timestamp,
      'x-slack-signature': `v0=${digest}`,
    },
    body,
  });
  return answer.status;
}
