import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ask, cardIn } from '../support/asking.ts';
import { type BotWorld, until } from '../support/bot-world.ts';
import { taskOf } from '../support/lying.ts';
import { openWorld } from '../support/open-world.ts';
import { testSettings } from '../support/test-settings.ts';

const tier = { people: [], channel: null, group: null, owners: false, offersEmergency: false };

/** Every minute of every day, so that the test does not wait for the morning. */
const workingHours = {
  fromMinutes: 0,
  toMinutes: 1_440,
  days: ['mon', 'tue', 'wed', 'thu', 'fri', 'sat', 'sun'] as const,
};

describe('a request that nobody decides', () => {
  let world: BotWorld;
  beforeAll(async () => {
    world = await openWorld({
      settings: testSettings({
        workingHours: { ...workingHours, holidays: [] },
        reminders: { ...testSettings().reminders, afterSeconds: 2, everySeconds: 3_600 },
        escalation: [
          { ...tier, afterSeconds: 4, people: ['U0HANA'] },
          {
            ...tier,
            afterSeconds: 5,
            channel: 'C0REVIEWS',
            group: 'S0ONCALL',
            offersEmergency: true,
          },
        ],
      }),
    });
  });
  afterAll(() => world?.close());

  const messageTo = (personId: string, words: string) => () => {
    const dm = world.client.conversations(personId).find((one) => one.kind === 'dm');
    return dm === undefined
      ? undefined
      : world.client.messages(personId, dm.id).find((one) => one.text.includes(words));
  };

  it('reminds its reviewers, and is escalated tier by tier', async () => {
    await ask(world, { person: 'U0BEN' });
    const card = await cardIn(world, 'U0ANA');
    const waits = 'This is waiting for your decision:\n• *GitHub · Platform: write*';
    const reminder = await until('Ana is reminded', messageTo('U0ANA', waits));
    await until('Fatima is reminded', messageTo('U0FATIMA', waits));
    expect(reminder.text).toContain('|See request>');
    const { conversationId, ts } = reminder;
    const container = { kind: 'message', conversationId, ts } as const;

    await until('Hana is told', messageTo('U0HANA', 'Nobody had decided on this by'));
    // On a busy machine both tiers are due in one round, and one message names the person and the
    // channel.
    await until('Ben is told that Hana was', messageTo('U0BEN', 'I told <@U0HANA>'));
    await until('the channel is told', () =>
      world.client
        .messages('U0ANA', 'C0REVIEWS')
        .some(({ text }) => text.startsWith('<!subteam^S0ONCALL>: Nobody')),
    );
    await until('Ben is offered emergency access', messageTo('U0BEN', 'If it cannot wait'));

    // Decided on the list itself, which is no copy of the card: it stays.
    const review = reminder.blocks.find((block) => block.block_id.startsWith('waits.'));
    const approve = { blockId: review?.block_id ?? '', actionId: 'review.approve' };
    world.governance.changeTask(taskOf(world, 'user-ben').id, { grantDuration: '10800s' });
    await world.client.act('U0ANA', container, approve);
    await until(
      'Ana is told that the click was refused',
      messageTo('U0ANA', 'click was not carried out'),
    );
    const theirs = await until('Fatima may decide on what it is now', () => {
      const now = messageTo('U0FATIMA', waits)();
      const blocks = JSON.stringify(now?.blocks);
      return blocks.includes('3 hours') && blocks.includes('review.deny') ? now : undefined;
    });
    await world.client.act(
      'U0FATIMA',
      { kind: 'message', conversationId: theirs.conversationId, ts: theirs.ts },
      { ...approve, actionId: 'review.deny' },
    );
    const denial = await until('the form is there', () =>
      world.client
        .openViews('U0FATIMA')
        .find((view) => view.blocks.some((block) => block.block_id === 'reason')),
    );
    await world.client.act('U0ANA', container, approve);
    await until('Ben has access', messageTo('U0BEN', '✅ You have'));
    await until('her list is empty', messageTo('U0ANA', 'Nothing waits for you any more.'));
    expect(await cardIn(world, 'U0ANA')).toMatchObject({ ts: card.ts });

    await world.client.submitView('U0FATIMA', denial.id, { reason: { reason: 'Too late.' } });
    await until(
      'Fatima is told that this came too late',
      messageTo('U0FATIMA', 'This changes nothing any more.'),
    );
  });
});
