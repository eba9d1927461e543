import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { cardIn, clickCard, fillForm, wordsOf } from '../support/asking.ts';
import { BotWorld, until } from '../support/bot-world.ts';
import { anyDatabase } from '../support/database.ts';
import { testSettings } from '../support/test-settings.ts';

const always = { fromMinutes: 0, toMinutes: 1_440, days: ['mon', 'tue', 'wed', 'thu', 'fri', 'sat', 'sun'] } as const;

describe('access while it lives', () => {
  const { open } = anyDatabase();
  let world: BotWorld;
  let database: Awaited<ReturnType<typeof open>>;
  beforeAll(async () => {
    database = await open();
    const settings = testSettings({ workingHours: { ...always, holidays: [] } });
    const operations = [
      'taskRead',
      'taskSearch',
      'taskActions',
      'taskRevoke',
      'userSearch',
      'grantsFeed',
      'userGrants',
    ] as const;
    world = await BotWorld.start({
      database: database.settings,
      settings: { ...settings, governance: { ...settings.governance, operations } },
    });
  });
  afterAll(async () => {
    await world?.close();
    await database?.close();
  });

  const dm = () => world.client.conversations('U0BEN').find((one) => one.kind === 'dm')?.id ?? '';
  const messageWith = (actionId: string) =>
    world.client.messages('U0BEN', dm()).find((one) => JSON.stringify(one.blocks).includes(`"${actionId}"`));
  const told = (words: string) =>
    until(`Ben reads “${words}”`, () => world.directMessages('U0BEN').find((text) => text.includes(words)), 20_000);

  it('its holder hears before the end, lets it end, and hears of the end that the service tells; old buttons go', async () => {
    const form = await fillForm(world, { person: 'U0BEN', entitlement: 'platform read' });
    const values = { ...form.values, time: { 'request.time': '16 seconds' } };
    expect(await world.client.submitView('U0BEN', form.viewId, values)).toEqual({ ok: true });
    expect(await clickCard(world, 'U0ANA', await cardIn(world, 'U0ANA'), 'review.approve')).toEqual({ ok: true });
    const ending = await until('the message before the end', () => messageWith('request.let-end'), 20_000);
    expect(ending.text).toMatch(/^Your access to \*GitHub · Platform: read\* ends /);
    expect(messageWith('request.extend')).toBeDefined();
    expect(messageWith('request.give-back')).toBeDefined();
    const place = { kind: 'message', conversationId: dm(), ts: ending.ts } as const;
    await world.client.act('U0BEN', place, { blockId: 'notice', actionId: 'request.let-end' });
    await told('Good. It ends ');
    await told('Your access to *GitHub · Platform: read* ended at ');
    await until('old buttons are gone', () => messageWith('request.give-back') === undefined);
    expect(messageWith('request.again')).toBeDefined();
    const card = await until('the card says so', () =>
      world.cards('U0ANA', 'C0REVIEWS').find((one) => wordsOf(one).includes('Ended ')),
    );
    expect(wordsOf(card)).toContain('⌛ Ben Okafor had GitHub · Platform: read');
    expect(card.replies.some((reply) => reply.text.includes('ended at'))).toBe(true);
    const feeds = world.governance.requests().filter((call) => call.path === '/api/v1/grants/feed');
    expect(feeds.length).toBeLessThan(8);
  }, 60_000);
});
