import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { mistakeWords } from '../../src/slack/action/refusal-words.ts';
import { textsFor } from '../../src/slack/texts.ts';
import { ask, clickCard, fillForm, typeTime } from '../support/asking.ts';
import { type BotWorld, until } from '../support/bot-world.ts';
import { openWorld } from '../support/open-world.ts';
import { timed } from '../support/own-time.ts';
import { governanceWith, testSettings } from '../support/test-settings.ts';

/**
 * A little less than a call of somebody who waits takes until it times out: longer would not tell
 * one from none.
 */
const withoutACallMs = 1_900;

describe('while Slack’s API and the service take seconds to answer', () => {
  let world: BotWorld;
  beforeAll(async () => {
    world = await openWorld({
      settings: testSettings({ governance: governanceWith('taskRevoke') }),
    });
  });
  afterEach(async () => {
    speak();
    await world.quiet();
  });
  afterAll(() => world?.close());

  /** Restarts the bot, so that nothing is cached about anybody. */
  async function silence(): Promise<void> {
    await world.quiet();
    await world.stopBot();
    await world.startBot();
    await world.quiet();
    world.slack.fault({ method: '*', kind: 'delay', delayMs: 3_000, times: 1_000 });
    world.governance.fault({ method: '*', path: '*', kind: 'delay', delayMs: 3_000, times: 1_000 });
  }
  function speak(): void {
    world.slack.clearFaults();
    world.governance.clearFaults();
  }
  async function inTime<Answer>(answering: () => Promise<Answer>): Promise<Answer> {
    const { answer, ms } = await timed(answering);
    expect(ms).toBeLessThan(withoutACallMs);
    return answer;
  }
  /** How often Slack was asked about somebody. */
  const timesAsked = (person: string) =>
    world.slack
      .calls()
      .filter(({ method, args }) => method === 'users.info' && args.user === person).length;

  it('acknowledges and stores a submission at once, in the requester’s language and time zone', async () => {
    const form = await fillForm(world, { person: 'U0JONAS' });
    const typed = await typeTime(world, 'U0JONAS', 'morgen 9 Uhr');
    await silence();
    const asked = timesAsked('U0JONAS');
    const empty = { ...form.values, ...typed, justification: { 'request.justification': ' ' } };
    expect(
      await inTime(() => world.client.submitView('U0JONAS', form.viewId, empty)),
    ).toMatchObject({
      errors: { justification: mistakeWords(textsFor('de'), { code: 'reason-needed' }) },
    });
    const tomorrow = { ...form.values, ...typed };
    expect(await inTime(() => world.client.submitView('U0JONAS', form.viewId, tomorrow))).toEqual({
      ok: true,
    });
    expect([asked, timesAsked('U0JONAS')]).toEqual([1, 1]);
    expect(world.tasksOf('user-jonas')).toEqual([]);
    speak();
    await until('it was kept', () => world.tasksOf('user-jonas').length === 1);
    await world.client.closeView('U0JONAS', world.form('U0JONAS').id);
  });

  it('acknowledges and stores an approval and a denial at once', async () => {
    await ask(world, { person: 'U0BEN' });
    const first = await world.cardOf('U0BEN');
    await clickCard(world, 'U0FATIMA', first, 'review.deny');
    const form = await until('the form for the reason', () =>
      world.client.openViews('U0FATIMA').findLast((one) => one.submit !== null),
    );
    await silence();
    const asked = timesAsked('U0FATIMA');
    const denied = { reason: { reason: 'Not on a Sunday' } };
    expect(await inTime(() => world.client.submitView('U0FATIMA', form.id, denied))).toEqual({
      ok: true,
    });
    // In her language: before she sends it.
    expect([asked, timesAsked('U0FATIMA')]).toEqual([1, 1]);
    speak();
    await until('it is denied', () =>
      world.tasksOf('user-ben').some((task) => task.state === 'closed'),
    );

    await ask(world, { person: 'U0DARA' });
    const second = await world.cardOf('U0DARA');
    await silence();
    expect(await inTime(() => clickCard(world, 'U0ANA', second, 'review.approve'))).toEqual({
      ok: true,
    });
    speak();
    await until('it is approved', () =>
      world.tasksOf('user-dara').some((task) => task.state === 'closed'),
    );
  });

  it('acknowledges Extend at once, and stores Give back at once', async () => {
    await world.client.openHome('U0DARA');
    const button = (actionId: string) =>
      world.client
        .home('U0DARA')
        ?.blocks.find((one) => JSON.stringify(one).includes(`"${actionId}"`))?.block_id;
    const blockId = await until('Home has the access', () => button('request.give-back'));
    await silence();
    const click = (actionId: string) =>
      world.client.act(
        'U0DARA',
        { kind: 'view', viewId: world.client.home('U0DARA')?.id ?? '' },
        { blockId, actionId },
      );
    expect(await inTime(() => click('request.extend'))).toEqual({ ok: true });
    expect(await inTime(() => click('request.give-back'))).toEqual({ ok: true });
    speak();
    const isRevoked = () =>
      world.governance.requests().some((call) => call.path === '/api/v1/task/revoke');
    await until('it is given back', isRevoked);
  });
});
