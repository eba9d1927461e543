import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ask, cardIn, clickCard, fillForm } from '../support/asking.ts';
import { type BotWorld, until } from '../support/bot-world.ts';
import { openWorld } from '../support/open-world.ts';
import { defaultLimits, testSettings } from '../support/test-settings.ts';

describe('limits per person', () => {
  let world: BotWorld;
  beforeAll(async () => {
    const limits = {
      ...defaultLimits,
      clicks: { most: 12, windowSeconds: 60 },
      refusals: { most: 3, windowSeconds: 60 },
      requests: { most: 1, windowSeconds: 3_600 },
      emergencies: { most: 1, windowSeconds: 3_600 },
    };
    world = await openWorld({ settings: testSettings({ limits }) });
    await ask(world, { person: 'U0BEN' });
  });
  afterAll(() => world?.close());

  const callsOf = (method: string, person: string) =>
    world.slack
      .calls()
      .filter((call) => call.method === method && JSON.stringify(call).includes(person)).length;
  const whispers = (person: string, words: string) =>
    world.client
      .messages(person, 'C0REVIEWS')
      .filter((one) => one.ephemeral && one.text.includes(words));

  it('stop a stranger’s refused decisions before Slack or the service is asked again', async () => {
    const card = await cardIn(world, 'U0ANA');
    const refusals = () => whispers('U0GORAN', 'for others to do');
    for (let refused = 1; refused <= 3; refused += 1) {
      await clickCard(world, 'U0GORAN', card, 'review.approve');
      await until('the refusal is told', () => refusals().length === refused);
    }
    await world.quiet();
    const before = {
      slack: callsOf('users.info', 'U0GORAN'),
      service: world.governance.requests().length,
    };
    for (let click = 0; click < 5; click += 1)
      await clickCard(world, 'U0GORAN', card, 'review.deny');
    await until(
      'one answer',
      () => whispers('U0GORAN', 'That is too soon. Try again later, in').length === 1,
    );
    const { conversationId, ts } = card;
    const inMenu = { conversationId, ts };
    await world.client.runShortcut('U0GORAN', 'comment_from_message', inMenu);
    await world.quiet();
    expect(callsOf('users.info', 'U0GORAN')).toBe(before.slack);
    expect(world.client.openViews('U0GORAN')).toEqual([]);
    expect(whispers('U0GORAN', 'That is too soon')).toHaveLength(1);
  });

  it('answer a burst of clicks once, and do not affect other people', async () => {
    const card = await cardIn(world, 'U0ANA');
    for (let click = 0; click < 30; click += 1)
      await clickCard(world, 'U0EMIL', card, 'card.details');
    await until('an answer', () => whispers('U0EMIL', 'That is too soon').length > 0);
    await clickCard(world, 'U0ANA', card, 'review.approve');
    await world.told('U0BEN', 'approved');
    expect(whispers('U0EMIL', 'That is too soon')).toHaveLength(1);
  });

  it('keep the form open with its typed text, and say when to submit it again', async () => {
    await ask(world, { person: 'U0DARA' });
    const form = await fillForm(world, {
      person: 'U0DARA',
      entitlement: 'platform read',
      justification: 'kept words',
    });
    const outcome = await world.client.submitView('U0DARA', form.viewId, form.values);
    expect(outcome).toMatchObject({ ok: false, code: 'view_errors' });
    const view = world.form('U0DARA');
    expect(view.id).toBe(form.viewId);
    expect(view.errors.justification).toMatch(/^That is too soon\. Try again later, in 1 hour\./);
  });

  it('accept the last allowed request again when its answer was lost', async () => {
    const form = await fillForm(world, { person: 'U0CHEN', entitlement: 'platform deploy' });
    world.slack.fault({ delivery: 'view_submission', kind: 'lost-answer' });
    expect(await world.client.submitView('U0CHEN', form.viewId, form.values)).toMatchObject({
      ok: false,
    });
    expect(await world.client.submitView('U0CHEN', form.viewId, form.values)).toEqual({ ok: true });
  });
});
