import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ask, cardIn, clickCard, wordsOf } from '../support/asking.ts';
import { type BotWorld, until } from '../support/bot-world.ts';
import { postgresEngine } from '../support/database.ts';
import { openWorld } from '../support/open-world.ts';

describe('a request from submission to its end', () => {
  let world: BotWorld;
  beforeAll(async () => {
    // A company without any earlier requests.
    world = await openWorld({}, postgresEngine.openEmpty);
  });
  afterAll(() => world?.close());

  it('makes one task and one complete card, and gives access when a reviewer approves', async () => {
    await ask(world, { person: 'U0BEN', justification: 'INC-42: *bold* <!channel> & <@U0ANA>' });
    const card = await cardIn(world, 'U0ANA');
    const words = wordsOf(card);
    expect(words).toMatch(/^⏳ Ben Okafor wants GitHub · Platform: write for 1 hour\n/);
    expect(words).toContain('Asked by <@U0BEN>, ');
    expect(words).toContain('INC-42: *bold* <!channel> & <@U0ANA>');
    expect(words).toContain('*Waiting for* <@U0ANA> or <@U0FATIMA>');
    expect(words).toContain('Approve\nDeny');
    expect(card.blocks.find((block) => block.block_id === 'card.why')).toMatchObject({
      type: 'rich_text',
    });
    expect(card.text).toMatch(/^⏳ Ben Okafor wants GitHub · Platform: write for 1 hour\nINC-42/);

    await world.told('U0BEN', 'is with the reviewers');
    expect(await clickCard(world, 'U0ANA', card, 'review.approve')).toEqual({ ok: true });
    const closed = await until('the card says granted', () => {
      const now = world.cards('U0ANA', 'C0REVIEWS').find((one) => one.ts === card.ts);
      return now !== undefined && /^✅ Ben Okafor has .*Approved by <@U0ANA>/s.test(wordsOf(now))
        ? now
        : null;
    });
    const updates = world.slack.calls().filter((call) => call.method === 'chat.update');
    expect(JSON.stringify(updates.map((call) => call.args))).not.toContain('Decided by');
    expect(wordsOf(closed)).not.toContain('Approve\nDeny');
    const told = await world.told('U0BEN', '<@U0ANA> approved your request');
    expect(told).toMatch(/✅ You have \*GitHub · Platform: write\* until <!date/);
    await world.quiet();
    // Its thread does not repeat what the card says.
    const posted = world.cards('U0ANA', 'C0REVIEWS').find((one) => one.ts === card.ts);
    expect(posted?.replies).toEqual([]);
    const called = (method: string) =>
      world.slack.calls().filter((call) => call.method === method).length;
    // The card and two direct messages; the bot knows the link to the card by itself.
    expect([called('chat.postMessage'), called('chat.getPermalink')]).toEqual([3, 0]);
    // One update when access is granted, and one before if the decision takes longer than a moment.
    // Readings that come in between may add others, more of them on a busy machine, but the card is never updated to what
    // it shows already.
    const shown = updates.map(({ args }) => JSON.stringify(args.blocks));
    expect(shown.filter((blocks, index) => blocks === shown[index - 1])).toEqual([]);

    const tasks = world.governance.tasks();
    expect(tasks).toHaveLength(1);
    const posts = world.governance.requests().filter((call) => call.path === '/api/v1/task/grant');
    expect(posts).toHaveLength(1);
    expect(posts[0]?.body).toMatchObject({
      appId: 'app-github',
      appEntitlementId: 'ent-platform-write',
      identityUserId: 'user-ben',
      description: 'INC-42: *bold* <!channel> & <@U0ANA>',
      grantDuration: '3600s',
      source: {
        conversationId: 'C0GENERAL',
        integrationId: 'T0ACME',
        externalUrl: expect.stringContaining('C0GENERAL'),
      },
    });
    expect(world.cards('U0ANA', 'C0REVIEWS')).toHaveLength(1);
  });
});
