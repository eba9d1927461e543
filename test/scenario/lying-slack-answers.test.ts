/** Long because every answer of Slack's that the bot goes on from is wrong once. */
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import {
  actionsBlockOf,
  ask,
  clickCard,
  denyCard,
  fillForm,
  typeTime,
  wordsOf,
} from '../support/asking.ts';
import { type BotWorld, until } from '../support/bot-world.ts';
import { askedCard, reads, sentFor, taskOf } from '../support/lying.ts';
import { openWorld } from '../support/open-world.ts';
import { identitySettings, testSettings } from '../support/test-settings.ts';
import { actMemory } from '../support/window-memories.ts';

const everyTime = { times: 'every', kind: 'patch' } as const;

describe('Slack answers about the wrong person', () => {
  let world: BotWorld;
  let aheadMs = 0;
  beforeAll(async () => {
    const base = testSettings();
    world = await openWorld({
      clock: () => new Date(Date.now() + aheadMs),
      settings: { ...base, absence: { emojis: [':palm_tree:'] } },
    });
  });
  afterEach(() => {
    world.slack.clearFaults();
    // People who were looked up by their email are remembered for ten minutes.
    aheadMs += 11 * 60_000;
  });
  afterAll(() => world?.close());

  it('do not let a person approve who is taken for a reviewer', async () => {
    const card = await askedCard(world, { person: 'U0BEN' });
    const { id } = taskOf(world, 'user-ben');
    const changes = [
      { path: 'user.id', value: 'U0ANA' },
      { path: 'user.profile.email', value: 'ana@acme.example' },
    ];
    world.slack.fault({ method: 'users.info', about: 'U0GORAN', ...everyTime, changes });
    const asked = () =>
      world.slack.calls().filter((call) => JSON.stringify(call.args).includes('U0GORAN')).length;
    const before = asked();
    await clickCard(world, 'U0GORAN', card, 'review.approve');
    await until('Slack was asked', () => asked() > before + 1);
    expect(sentFor(world, id, 'approve')).toBe(0);
    world.slack.clearFaults();
    await reads(world, 'U0GORAN', 'This is for others to do.');
    expect(sentFor(world, id, 'approve')).toBe(0);
  });

  it.each([
    ['another address', 'U0EMIL', [{ path: 'user.profile.email', value: 'goran@acme.example' }]],
    [
      'another person',
      'U0LIAM',
      [
        { path: 'user.id', value: 'U0GORAN' },
        { path: 'user.profile.email', value: 'goran@acme.example' },
      ],
    ],
  ])('mention nobody when the lookup of a reviewer returns %s', async (_what, person, changes) => {
    world.slack.fault({
      method: 'users.lookupByEmail',
      about: 'ana@acme.example',
      ...everyTime,
      changes,
    });
    const card = await askedCard(world, { person });
    expect(wordsOf(card)).toContain('Ana Lindqvist');
    expect(wordsOf(card)).not.toContain('<@U0ANA>');
    expect(wordsOf(card)).not.toContain('<@U0GORAN>');
  });

  it('never make the bot compute an end in a time zone that does not exist', async () => {
    const changes = [{ path: 'user.tz', value: 'Sea/Middle' }];
    world.slack.fault({ method: 'users.info', about: 'U0DARA', ...everyTime, changes });
    const form = await fillForm(world, { person: 'U0DARA' });
    const typed = {
      ...form.values,
      ...(await typeTime(world, 'U0DARA', 'until 2099-01-01 17:00')),
    };
    expect(await world.client.submitView('U0DARA', form.viewId, typed)).toMatchObject({
      errors: { time: expect.stringContaining('Take a time that fits') },
    });
    expect(world.tasksOf('user-dara')).toEqual([]);
    await world.client.closeView('U0DARA', form.viewId);
  });

  it.each([
    ['says until when, and that is over', 'U0NOOR', 1, false],
    ['does not end', 'U0TESS', 0, true],
  ])(
    'mark a reviewer as away only while their status lasts: it %s',
    async (_what, person, expiration, isAway) => {
      world.slack.setPerson('U0ANA', { status: { emoji: ':palm_tree:', expiration } });
      const card = await askedCard(world, { person });
      expect(wordsOf(card).includes('Away: <@U0ANA>')).toBe(isAway);
      const { id } = taskOf(world, person.replace('U0', 'user-').toLowerCase());
      await clickCard(world, 'U0ANA', card, 'review.approve');
      await until('their approval counts all the same', () => sentFor(world, id, 'approve') === 1);
      world.slack.setPerson('U0ANA', { status: null });
    },
  );

  it('give nobody access while auth.test names another workspace', async () => {
    await world.stopBot();
    const changes = [{ path: 'team_id', value: 'T0OTHER' }];
    world.slack.fault({ method: 'auth.test', ...everyTime, changes });
    await world.startBot();
    await world.client.runCommand('U0QUINN', 'C0GENERAL', '/request-access');
    await reads(world, 'U0QUINN', 'Reason: external.');
    expect(world.tasksOf('user-quinn')).toEqual([]);
    await world.stopBot();
    world.slack.clearFaults();
    await world.startBot();
  });
});

describe('with the default settings', () => {
  let world: BotWorld;
  beforeAll(async () => {
    world = await openWorld();
  });
  afterEach(() => world.slack.clearFaults());
  afterAll(() => world?.close());

  describe('Slack answers about the wrong message or form', () => {
    const cardsOf = (person: string) =>
      world
        .cards('U0ANA', 'C0REVIEWS')
        .filter((one) => wordsOf(one).includes(`Asked by <@${person}>,`));

    it.each([
      ['no ts', 'U0BEN', [{ path: 'ts' }]],
      ['the ts of another message', 'U0EMIL', [{ path: 'ts', value: '1772452800.000100' }]],
      ['another channel', 'U0LIAM', [{ path: 'channel', value: 'C0GENERAL' }]],
    ])(
      'let a card be posted once, and its reviewers be called directly, too, when they contain %s',
      async (_what, person, changes) => {
        world.slack.fault({
          method: 'chat.postMessage',
          about: 'access_card',
          kind: 'patch',
          changes,
        });
        await ask(world, { person });
        await world.told(person, 'is with the reviewers');
        await world.quiet();
        expect(cardsOf(person)).toHaveLength(1);
        const [card] = cardsOf(person);
        if (card === undefined) throw new Error('no card');
        const { id } = taskOf(world, person.replace('U0', 'user-').toLowerCase());
        await clickCard(world, 'U0ANA', card, 'review.approve');
        await until(
          'the one that was posted decides, too',
          () => sentFor(world, id, 'approve') === 1,
        );
      },
    );

    it('link people to the card by the address of the workspace', async () => {
      const link = 'https://acme.slack.com/archives/C0GENERAL/p1772452800000100';
      const changes = [{ path: 'permalink', value: link }];
      world.slack.fault({ method: 'chat.getPermalink', times: 'every', kind: 'patch', changes });
      await ask(world, { person: 'U0NOOR' });
      const words = await world.told('U0NOOR', 'is with the reviewers');
      expect(words).not.toContain(link);
      expect(words).toContain('/archives/C0REVIEWS/p');
    });

    it('never link people to another message where Slack does not tell that address', async () => {
      const link = 'https://acme.slack.com/archives/C0GENERAL/p1772452800000100';
      await world.stopBot();
      world.slack.fault({ method: 'auth.test', ...everyTime, changes: [{ path: 'url' }] });
      const changes = [{ path: 'permalink', value: link }];
      world.slack.fault({ method: 'chat.getPermalink', ...everyTime, changes });
      await world.startBot();
      await ask(world, { person: 'U0GORAN' });
      expect(await world.told('U0GORAN', 'is with the reviewers')).not.toContain('/archives/');
      await world.stopBot();
      world.slack.clearFaults();
      await world.startBot();
    });

    it('deny nothing when Slack returns no information about the opened form', async () => {
      const card = await askedCard(world, { person: 'U0DARA' });
      const { id } = taskOf(world, 'user-dara');
      world.slack.fault({ method: 'views.open', kind: 'patch', changes: [{ path: 'view' }] });
      await clickCard(world, 'U0ANA', card, 'review.deny');
      await reads(world, 'U0ANA', 'The form did not open, and nothing was submitted.');
      expect(sentFor(world, id, 'deny')).toBe(0);
    });
  });

  describe('interactions with values that no form or card of the bot contained', () => {
    // Most of these people have asked above for what is asked for by default.
    const entitlement = 'platform read';
    const unknown = 'I cannot tell safely how this stands now.';
    const click = { delivery: 'block_actions', kind: 'patch' } as const;

    it('decide nothing and keep both cards when a button has the value of another card', async () => {
      const seen = await askedCard(world, { person: 'U0BEN', entitlement });
      const other = await askedCard(world, { person: 'U0EMIL', entitlement });
      const [button] = actionsBlockOf(other).elements;
      const value = button !== undefined && 'value' in button ? (button.value ?? '') : '';
      expect(value).toContain('"card"');
      world.slack.fault({ ...click, changes: [{ path: 'actions.0.value', value }] });
      await clickCard(world, 'U0ANA', seen, 'review.approve');
      await reads(world, 'U0ANA', unknown);
      await world.quiet();
      expect(sentFor(world, taskOf(world, 'user-ben').id, 'approve')).toBe(0);
      expect(sentFor(world, taskOf(world, 'user-emil').id, 'approve')).toBe(0);
      const left = world.cards('U0ANA', 'C0REVIEWS').map(({ ts }) => ts);
      expect(left).toEqual(expect.arrayContaining([seen.ts, other.ts]));
    });

    it.each([
      [
        'of no card',
        'U0LIAM',
        JSON.stringify({ v: 1, card: 'card-of-nobody', step: 'step-1', shown: null }),
      ],
      ['that is no value', 'U0NOOR', 'approve'],
    ])('decide nothing when a button has a value %s', async (_what, person, value) => {
      const card = await askedCard(world, { person, entitlement });
      world.slack.fault({ ...click, changes: [{ path: 'actions.0.value', value }] });
      await clickCard(world, 'U0FATIMA', card, 'review.approve');
      await reads(world, 'U0FATIMA', unknown);
      expect(
        sentFor(world, taskOf(world, person.replace('U0', 'user-').toLowerCase()).id, 'approve'),
      ).toBe(0);
    });

    it('open nothing and say so when a menu has the block of another message', async () => {
      const card = await askedCard(world, { person: 'U0MINA', entitlement });
      world.slack.fault({
        ...click,
        changes: [{ path: 'actions.0.block_id', value: 'menu-of-nobody' }],
      });
      const blockId = actionsBlockOf(card).block_id ?? '';
      const message = {
        kind: 'message',
        conversationId: card.conversationId,
        ts: card.ts,
      } as const;
      await world.client.act('U0CHEN', message, {
        blockId,
        actionId: 'card.more',
        entered: 'comment',
      });
      await reads(world, 'U0CHEN', unknown);
      expect(world.client.openViews('U0CHEN')).toEqual([]);
    });

    it.each([
      ['of another form', 'U0DARA', '{"v":2}'],
      ['of no card', 'U0TESS', JSON.stringify(actMemory)],
    ])('deny nothing when a form has private metadata %s', async (_what, person, value) => {
      const card = await askedCard(world, { person, entitlement });
      const changes = [{ path: 'view.private_metadata', value }];
      world.slack.fault({ delivery: 'view_submission', kind: 'patch', changes });
      await denyCard(world, 'U0FATIMA', card, 'not needed');
      await reads(world, 'U0FATIMA', unknown);
      expect(
        sentFor(world, taskOf(world, person.replace('U0', 'user-').toLowerCase()).id, 'deny'),
      ).toBe(0);
    });
  });
});

describe('the wrong person’s profile', () => {
  let world: BotWorld;
  beforeAll(async () => {
    const sources = ['slackProfileField'] as const;
    world = await openWorld({
      grantedScopes: [
        'chat:write',
        'commands',
        'users:read',
        'users:read.email',
        'users.profile:read',
      ],
      settings: testSettings({
        identity: identitySettings({ sources, profileField: 'Xf0IDENTITY' }),
      }),
    });
  });
  afterEach(() => world.slack.clearFaults());
  afterAll(() => world?.close());

  it('does not give anybody the identity in its field', async () => {
    const changes = [
      { path: 'profile.email', value: 'dara@acme.example' },
      { path: 'profile.fields.Xf0IDENTITY.value', value: 'user-dara' },
    ];
    world.slack.fault({ method: 'users.profile.get', about: 'U0EMIL', ...everyTime, changes });
    await ask(world, { person: 'U0EMIL' });
    await world.quiet();
    expect(world.tasksOf('user-dara')).toEqual([]);
    world.slack.clearFaults();
    await until('it is asked for Emil', () => world.tasksOf('user-emil').length === 1);
    expect(world.tasksOf('user-dara')).toEqual([]);
  });
});
