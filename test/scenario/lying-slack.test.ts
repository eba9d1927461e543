import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { ask, clickCard, wordsOf } from '../support/asking.ts';
import { type BotWorld, until } from '../support/bot-world.ts';
import { askedCard, cardNow, reads, sentFor, taskOf } from '../support/lying.ts';
import { openWorld } from '../support/open-world.ts';

let world: BotWorld;
let aheadMs = 0;
beforeAll(async () => {
  world = await openWorld({ clock: () => new Date(Date.now() + aheadMs) });
});
afterEach(() => world.slack.clearFaults());
afterAll(() => world?.close());

describe('an account that Slack describes wrongly', () => {
  // An account is remembered for three seconds.
  afterEach(() => {
    aheadMs += 4_000;
  });

  it.each([
    ['deleted', true, 'Reason: deactivated.'],
    ['is_bot', true, 'Reason: bot.'],
    ['is_restricted', true, 'Reason: guest.'],
    ['is_ultra_restricted', true, 'Reason: guest.'],
    ['is_stranger', true, 'Reason: external.'],
    ['team_id', 'T0OTHER', 'Reason: external.'],
    ['team_id', undefined, 'Reason: external.'],
    ['is_email_confirmed', false, 'Nobody confirmed this address in Slack: quinn@acme.example'],
    ['is_email_confirmed', undefined, 'Nobody confirmed this address in Slack: quinn@acme.example'],
    ['profile.email', 'nobody@acme.example', 'Reason: unknown-person.'],
    ['profile.email', undefined, 'email'],
  ])('is refused: %s is %s', async (field, value, words) => {
    const change =
      value === undefined ? { path: `user.${field}` } : { path: `user.${field}`, value };
    world.slack.fault({
      method: 'users.info',
      about: 'U0QUINN',
      times: 'every',
      kind: 'patch',
      changes: [change],
    });
    await world.client.runCommand('U0QUINN', 'C0GENERAL', '/request-access');
    expect(await reads(world, 'U0QUINN', words)).toContain(words);
    await world.client.closeView('U0QUINN', world.form('U0QUINN').id);
  });
});

describe('a Slack that changes, delays and loses messages', () => {
  afterEach(() => {
    world.slack.loseEphemerals(false);
    world.slack.limitPosting(null);
    world.slack.setChannel('C0REVIEWS', {
      shared: 'nobody',
      archived: false,
      hasBot: true,
      isPrivate: false,
    });
  });

  /** Whether a channel is shared is remembered for five minutes. */
  function rememberNothing(): void {
    aheadMs += 6 * 60_000;
  }

  const requests: [person: string, entitlement: string][] = [
    ['U0MINA', 'platform read'],
    ['U0LIAM', 'platform read'],
    ['U0EMIL', 'platform read'],
    ['U0DARA', 'platform read'],
    ['U0NOOR', 'platform read'],
    ['U0TESS', 'platform read'],
  ];
  function freshRequest(): [person: string, entitlement: string] {
    const next = requests.pop();
    if (next === undefined) throw new Error('everybody has asked');
    return next;
  }

  it('ignores a click that arrives after somebody else has decided', async () => {
    const card = await askedCard(world, { person: 'U0BEN' });
    const { id } = taskOf(world, 'user-ben');
    world.slack.fault({ delivery: 'block_actions', about: 'U0ANA', kind: 'hold' });
    await clickCard(world, 'U0ANA', card, 'review.approve');
    await clickCard(world, 'U0FATIMA', card, 'review.approve');
    await world.told('U0BEN', '<@U0FATIMA> approved your request');
    expect(await world.slack.releaseDeliveries()).toBe(1);
    await reads(world, 'U0ANA', 'This changes nothing any more.');
    expect(sentFor(world, id, 'approve')).toBe(1);
  });

  it('decides once when two clicks arrive in reverse order', async () => {
    const card = await askedCard(world, { person: 'U0EMIL' });
    const { id } = taskOf(world, 'user-emil');
    world.slack.fault({ delivery: 'block_actions', times: 2, kind: 'hold' });
    await clickCard(world, 'U0ANA', card, 'review.approve');
    await clickCard(world, 'U0FATIMA', card, 'review.approve');
    expect(await world.slack.releaseDeliveries('reversed')).toBe(2);
    const told = await world.told('U0EMIL', 'approved your request');
    const [faster, slower] = told.includes('<@U0ANA>')
      ? ['U0ANA', 'U0FATIMA']
      : ['U0FATIMA', 'U0ANA'];
    // On a busy machine the click is looked at when the request is closed.
    await reads(
      world,
      slower ?? '',
      new RegExp(`<@${faster}> decided first|This changes nothing any more`),
    );
    expect(sentFor(world, id, 'approve')).toBe(1);
  });

  it('ignores the click of a person who became a guest before it arrived', async () => {
    const card = await askedCard(world, { person: 'U0QUINN', entitlement: 'platform read' });
    const { id } = taskOf(world, 'user-quinn');
    world.slack.fault({ delivery: 'block_actions', kind: 'hold' });
    await clickCard(world, 'U0FATIMA', card, 'review.approve');
    world.slack.setPerson('U0FATIMA', { kind: 'guest' });
    await world.slack.releaseDeliveries();
    await reads(world, 'U0FATIMA', 'Reason: guest.');
    expect(sentFor(world, id, 'approve')).toBe(0);
    world.slack.setPerson('U0FATIMA', { kind: 'member' });
  });

  it('loses nothing with a refusal beside the card that Slack never shows', async () => {
    const card = await askedCard(world, { person: 'U0BEN', entitlement: 'platform maintain' });
    const { id } = taskOf(world, 'user-ben');
    world.slack.loseEphemerals(true);
    await clickCard(world, 'U0GORAN', card, 'review.approve');
    await clickCard(world, 'U0ANA', card, 'review.approve');
    await until('it was approved', () => sentFor(world, id, 'approve') > 0);
    const decided = () => cardNow(world, card);
    await until('the card says who decided', () => wordsOf(decided()).includes('<@U0ANA>'));
    expect(sentFor(world, id, 'approve')).toBe(1);
    expect(wordsOf(decided())).not.toContain('<@U0GORAN>');
  });

  it('posts every card once under a rate limit for the whole workspace', async () => {
    world.slack.limitPosting({ burst: 1, perSecond: 2 });
    const people = ['U0DARA', 'U0NOOR'];
    for (const person of people) await ask(world, { person });
    for (const person of people) await world.told(person, 'is with the reviewers');
    const cards = world.cards('U0ANA', 'C0REVIEWS').map(wordsOf);
    for (const person of people)
      expect(cards.filter((words) => words.includes(`<@${person}>`))).toHaveLength(1);
    const limited = world.slack.calls().filter((call) => call.error === 'ratelimited');
    expect(limited).not.toEqual([]);
  });

  it('calls the reviewers directly when the channel was shared after the start', async () => {
    world.slack.setChannel('C0REVIEWS', { shared: 'company' });
    rememberNothing();
    await ask(world, { person: 'U0INES' });
    await world.told('U0INES', 'is with the reviewers');
    expect(JSON.stringify(world.client.messages('U0ANA', 'C0REVIEWS'))).not.toContain('U0INES');
    expect(await world.told('U0ANA', 'This is waiting')).toContain('Inês Carvalho');
  });

  it.each([
    ['archived', { archived: true }],
    ['left by the bot', { hasBot: false }],
    ['private, and without the bot', { hasBot: false, isPrivate: true }],
  ])('calls the reviewers directly when the channel is %s', async (_what, change) => {
    const [person, entitlement] = freshRequest();
    world.slack.setChannel('C0REVIEWS', change);
    const before = world.cards('U0ANA', 'C0REVIEWS').length;
    await ask(world, { person, entitlement });
    await world.told(person, 'is with the reviewers');
    expect(world.cards('U0ANA', 'C0REVIEWS')).toHaveLength(before);
  });

  it.each([
    ['tells one flag alone, which says so', 'company', [{ path: 'channel.is_pending_ext_shared' }]],
    [
      'tells of another channel',
      'company',
      [{ path: 'channel', value: { id: 'C0GENERAL', is_ext_shared: false } }],
    ],
    [
      'tells neither flag',
      'nobody',
      [{ path: 'channel.is_ext_shared' }, { path: 'channel.is_pending_ext_shared' }],
    ],
  ] as const)('treats the channel as shared when Slack %s', async (_what, shared, changes) => {
    const [person, entitlement] = freshRequest();
    world.slack.setChannel('C0REVIEWS', { shared });
    world.slack.fault({
      method: 'conversations.info',
      times: 'every',
      kind: 'patch',
      changes: [...changes],
    });
    rememberNothing();
    const before = world.cards('U0ANA', 'C0REVIEWS').length;
    await ask(world, { person, entitlement });
    await world.told(person, 'is with the reviewers');
    expect(world.cards('U0ANA', 'C0REVIEWS')).toHaveLength(before);
  });

  it('posts the card again when somebody deleted it', async () => {
    rememberNothing();
    const card = await askedCard(world, { person: 'U0BEN', entitlement: 'platform read' });
    world.slack.deleteMessage({ conversationId: card.conversationId, ts: card.ts });
    world.governance.changeTask(taskOf(world, 'user-ben').id, { reviewerIds: ['user-chen'] });
    const again = await until('the card is there again', () => {
      const cards = world
        .cards('U0ANA', 'C0REVIEWS')
        .filter((one) => wordsOf(one).includes('Asked by <@U0BEN>'));
      return cards.find((one) => wordsOf(one).includes('*Waiting for* <@U0CHEN>'));
    });
    expect(again.ts).not.toBe(card.ts);
  });
});
